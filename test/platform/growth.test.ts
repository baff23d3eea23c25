import { describe, expect, it } from 'vitest';
import { preferredLanguage } from '../../src/domains/people/language.js';
import { readHeading } from '../../src/domains/reconciliation/settlements/columns.js';
import { readFile } from '../../src/domains/reconciliation/settlements/read-file.js';
import { textOf } from '../../src/domains/reconciliation/settlements/read-upload.js';
import { problemOf } from '../../src/domains/spreadsheets/csv.js';
import { decodeFile } from '../../src/domains/spreadsheets/decode-file.js';
import { descriptionOf, htmlToText } from '../../src/domains/spreadsheets/foreign/html-to-text.js';
import {
  amountOf,
  categoryPath,
  isWebAddress,
  listOf,
  tagsOf,
} from '../../src/domains/spreadsheets/foreign/values.js';
import { isCardNumber, lastFour, maskCardsInText } from '../../src/platform/cards/numbers.js';
import { escapeFormula, unescapeFormula } from '../../src/platform/escape-formula.js';
import { parseJson } from '../../src/platform/http/json.js';
import { clean, escapeHtml, withoutMarks } from '../../src/platform/plain-text.js';

/** Tells a reader that would take minutes from the others. */
const TINY = 8_192;
const SMALL = 65_536;
const LARGE = 4 * SMALL;
const MOST_GROWTH = 6;
/** Shorter runs say nothing about growth. */
/** A collection of garbage within so short a time looks like growth. */
const NOISE_MS = 80;
const FLOOR_MS = 30;
/** A function that is linear takes a few milliseconds; the large text could take a minute. */
const TOO_SLOW_MS = 1_500;
const RUNS = 3;

type Reader = (text: string) => unknown;

/** What backtracks, nests or piles up in a reader that looks back or starts over. */
const PIECES = [
  ...[
    'a',
    '0',
    '4',
    ' ',
    '\t',
    '-',
    '.',
    '/',
    ',',
    '"',
    '""',
    '\n',
    ',\n',
    "'",
    '*',
    '**a',
    '[',
    '(',
  ],
  ...['<', '<a', '<!--', '<p>', '&', '&#', '[a](', '{', 'a@', 'a=', '€', '4111 ', '12/30 ', '; q='],
];

const READERS: [name: string, read: Reader][] = [
  ['decodeFile', text => decodeFile(Buffer.from(text))],
  ['textOf a settlement file', text => textOf(Buffer.from(text))],
  ['problemOf a CSV file', problemOf],
  ['readHeading', text => readHeading([text])],
  ['htmlToText', htmlToText],
  ['descriptionOf', descriptionOf],
  ['amountOf', amountOf],
  ['categoryPath', categoryPath],
  ['listOf', listOf],
  ['tagsOf', text => tagsOf([text])],
  ['isWebAddress', text => isWebAddress(`https://${text}`)],
  ['escapeFormula', escapeFormula],
  ['unescapeFormula', text => unescapeFormula(`'${text}`)],
  ['preferredLanguage', preferredLanguage],
  ['clean', clean],
  ['escapeHtml', escapeHtml],
  ['withoutMarks', withoutMarks],
];

/** The search for card numbers, and what it is part of. */
const CARD_READERS: [name: string, read: Reader][] = [
  ['parseJson', text => parseJson(Buffer.from(JSON.stringify({ text })))],
  ['parseJson of a broken body', text => parseJson(Buffer.from(text))],
  ['readFile of a settlement', text => readFile(text, 'USD')],
  [
    'readFile below its heading',
    text => readFile(`date,payment,type,gross,fee,net\n${text}`, 'USD'),
  ],
  ['maskCardsInText', maskCardsInText],
  ['isCardNumber', isCardNumber],
  ['lastFour', lastFour],
];

/** The shortest of several runs: other work of the machine only makes a run longer. */
async function processorMs(read: Reader, text: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && (run === 0 || best < TOO_SLOW_MS); run += 1) {
    const before = process.cpuUsage();
    try {
      await read(text);
    } catch {
      // A refusal takes time as well.
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
    if (best < FLOOR_MS) return best;
  }
  return best;
}

async function superlinear(read: Reader): Promise<string[]> {
  const found: string[] = [];
  for (const piece of PIECES) {
    const textOfSize = (size: number): string => `${piece.repeat(size / piece.length)}\u0001`;
    const tiny = await processorMs(read, textOfSize(TINY));
    if (tiny > 10 * FLOOR_MS) {
      found.push(`${JSON.stringify(piece)}: ${tiny} ms for ${TINY} characters`);
      continue;
    }
    const small = await processorMs(read, textOfSize(SMALL));
    const isSlow = small > TOO_SLOW_MS;
    const large = isSlow ? Number.POSITIVE_INFINITY : await processorMs(read, textOfSize(LARGE));
    if (large > NOISE_MS && large > MOST_GROWTH * Math.max(small, FLOOR_MS / MOST_GROWTH)) {
      found.push(`${JSON.stringify(piece)}: ${small} ms, then ${large} ms`);
    }
  }
  return found;
}

describe('with four times the text the work grows at most sixfold', () => {
  it.each(READERS)('%s', async (_, read) => {
    expect(await superlinear(read)).toEqual([]);
  });

  it.each(CARD_READERS)('%s', async (_, read) => {
    expect(await superlinear(read)).toEqual([]);
  });
});
