import { createHash } from 'node:crypto';
import { passesLuhn } from '../../../src/platform/cards/digits.js';
import type { Dice } from '../../support/dice.js';

/** First digits and length, as the issuers give them. */
const ISSUERS: readonly (readonly [start: string, length: number])[] = [
  ['4', 16],
  ['4', 16],
  ['51', 16],
  ['55', 16],
  ['2221', 16],
  ['2720', 16],
  ['34', 15],
  ['37', 15],
  ['6011', 16],
  ['65', 16],
  ['3528', 16],
  ['36', 14],
  ['62', 16],
  ['62', 19],
];

const digits = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => dice.between(0, 9)).join('');

export function newCardNumber(dice: Dice): string {
  const [start, length] = dice.pick(ISSUERS);
  const body = start + digits(dice, length - start.length - 1);
  return `${body}${[...'0123456789'].find(check => passesLuhn(body + check))}`;
}

/** As they stand between the groups of a number, also after copying from a page or a PDF. */
const SEPARATORS = [
  ...[' ', ' ', '-', '.', '  ', '\u00a0', '\u202f', '\u2009', '/', '_', ' - '],
  ...['\u2013', '\t', '\u200b', ' . ', ':', '|', '\u3000', ','],
];
/** The digit zero of ASCII, full width, Arabic, Devanagari and mathematical bold. */
const ZEROS = [0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0xff10, 0x660, 0x966, 0x1d7ce];
const HEADS = ['', '', '', 'Please charge ', '12/27 ', '(', 'c/o ', 'Karte: ', 'no.', '#', '"'];

type Tail = { text: string; hasSecrets: boolean };

const tailOf = (dice: Dice): Tail => {
  const cvc = digits(dice, dice.pick([3, 3, 4]));
  const expiry = `${String(dice.between(1, 12)).padStart(2, '0')}/${dice.between(27, 35)}`;
  const secret = [
    ` ${cvc}`,
    ` ${cvc} ${expiry}`,
    ` ${expiry} ${cvc}`,
    ` exp ${expiry} cvv ${cvc}`,
    `, CVC: ${cvc}`,
    `; gültig bis ${expiry}, Prüfziffer ${cvc}`,
    ` (${expiry})`,
  ];
  const plain = ['', '', '', '.', ', thanks', ')', '!', ' please', '"'];
  const hasSecrets = dice.chance(0.5);
  return { text: dice.pick(hasSecrets ? secret : plain), hasSecrets };
};

export type TypedCard = {
  number: string;
  /** The text that is sent. */
  text: string;
  /** Every form in which the number or what belongs to it could be kept. */
  traces: string[];
};

/** A card number in one of the many ways in which people type it. */
export function typeCard(dice: Dice): TypedCard {
  const number = newCardNumber(dice);
  const groups = groupsOf(number, dice);
  const separator = groups.length > 1 ? dice.pick(SEPARATORS) : '';
  const zero = dice.pick(ZEROS);
  const shown = groups
    .map(group => [...group].map(digit => String.fromCodePoint(zero + Number(digit))).join(''))
    .join(separator);
  const tail = tailOf(dice);
  const escaped = JSON.stringify(shown).slice(1, -1);
  return {
    number,
    text: `${dice.pick(HEADS)}${shown}${tail.text}`,
    traces: [
      number,
      shown,
      escaped,
      encodeURIComponent(shown),
      Buffer.from(number).toString('hex'),
      createHash('sha256').update(number).digest('hex'),
      ...(tail.hasSecrets ? [`****${number.slice(-4)}${tail.text}`] : []),
    ],
  };
}

function groupsOf(number: string, dice: Dice): string[] {
  if (dice.chance(0.4)) return [number];
  if (dice.chance(0.05)) return [...number];
  if (number.length === 15) return [number.slice(0, 4), number.slice(4, 10), number.slice(10)];
  return number.match(/\d{1,4}/g) ?? [];
}
