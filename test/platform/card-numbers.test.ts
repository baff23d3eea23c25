import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../src/platform/card-digits.js';
import { isCardNumber, maskCardsInText } from '../../src/platform/card-numbers.js';
import { createLog } from '../../src/platform/log.js';

const ISSUERS: [prefixes: string[], length: number][] = [
  [['4'], 13],
  [['4'], 16],
  [['4'], 19],
  [['51', '55', '2221', '2720'], 16],
  [['34', '37'], 15],
  [['300', '36', '38'], 14],
  [['6011', '644', '65'], 16],
  [['3528', '3589'], 16],
  [['62'], 17],
  [['50', '6304'], 18],
];

const prefix = fc
  .constantFrom(...ISSUERS)
  .chain(([prefixes, length]) => fc.tuple(fc.constantFrom(...prefixes), fc.constant(length)));

/** A number that an issuer could have given out. */
const card = prefix.chain(([start, length]) =>
  fc.stringMatching(new RegExp(`^\\d{${length - start.length - 1}}$`)).map(rest => {
    const check = [...'0123456789'].find(digit => passesLuhn(start + rest + digit));
    return start + rest + check;
  }),
);

const ZEROS = ['0', '０', '٠', '०', '๐', '𝟎'];
const inScript = (zero: string, digits: string): string =>
  [...digits]
    .map(digit => String.fromCodePoint((zero.codePointAt(0) ?? 48) + Number(digit)))
    .join('');

const SEPARATORS = [
  '',
  ' ',
  '  ',
  '-',
  '.',
  '\u00a0',
  '\u202f',
  '\u200b',
  '/',
  '_',
  ' - ',
  '\t',
  '\n',
];

/** Typed in groups of four, with one separator. */
const typed = fc
  .tuple(card, fc.constantFrom(...SEPARATORS), fc.constantFrom(...ZEROS))
  .map(([number, separator, zero]) => {
    const groups = number.match(/.{1,4}/g) ?? [];
    return { number, text: groups.map(group => inScript(zero, group)).join(separator) };
  });

const BEFORE = ['', 'Card ', '12/27 ', 'Nr. ', '(', 'no:', 'Tel 030 1234567, card ', '"', 'x'];
const AFTER = ['', '.', ' 123 12/27', ' please', ', cvc 999', ')', ' exp 01/29', '!', 'x'];

/** All digits of a text, whatever their script, with letters and masks as borders. */
const rows = (text: string): string =>
  [...text.normalize('NFKC')]
    .map(char => {
      if (/[\p{L}*]/u.test(char)) return '|';
      const at = ZEROS.map(zero => (char.codePointAt(0) ?? 0) - (zero.codePointAt(0) ?? 0));
      return String(at.find(value => value >= 0 && value <= 9) ?? '');
    })
    .join('');

describe('a card number in free text', () => {
  it('never survives, however it is typed and whatever stands around it', () => {
    fc.assert(
      fc.property(
        typed,
        fc.constantFrom(...BEFORE),
        fc.constantFrom(...AFTER),
        ({ number, text }, before, after) => {
          const masked = maskCardsInText(`${before}${text}${after}`);
          expect(rows(masked)).not.toContain(number);
          expect(masked).toMatch(/\*{4}\d{4}/);
        },
      ),
      { seed: 18, numRuns: 3_000 },
    );
  });

  it('is masked once: masking a masked text changes nothing', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom(...AFTER), ({ text }, after) => {
        const masked = maskCardsInText(text + after);
        expect(maskCardsInText(masked)).toBe(masked);
      }),
      { seed: 19, numRuns: 1_000 },
    );
  });

  it.each([
    ['4242424242424242 123 12/27', '****4242 *** **/**'],
    ['4242424242424242.', '****4242.'],
    ['12/27 4242424242424242', '**/** ****4242'],
    ['exp 01/28, cvv 999: 4000056655665556 thanks', 'exp **/**, cvv ***: ****5556 thanks'],
    ['4242424242424242123', '****4242***'],
    ['ref 94242 4242 4242 4242', 'ref *****4242'],
    ['4242\u00a04242\u00a04242\u00a04242', '****4242'],
    ['4242.4242.4242.4242', '****4242'],
    ['4242-4242.4242 4242', '****4242'],
    ['4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2', '****4242'],
    ['４２４２４２４２４２４２４２４２', '****4242'],
    ['4242424242424242 or 5555555555554444', '****4242 or ****4444'],
  ])('%j becomes %j', (text, masked) => {
    expect(maskCardsInText(text)).toBe(masked);
  });

  it.each([
    '10.00, 12.50, 13.00, 14.25, 99.99, 1.00, 42.42',
    '1, 5, 12, 14, 16, 18, 21, 33, 42, 44, 45, 67',
    '2026-11-16 13:38:44.123456',
    'from 24.11.2026 to 25.12.2026, 9 to 18 h',
    '00000000-0000-4000-8000-000000000003',
    '+49 30 1234 56785',
    'amount 4242424242.42',
    'TXN-20261116-1234567890',
    '4242424242424243',
  ])('%j is none', text => {
    expect(maskCardsInText(text)).toBe(text);
  });

  it('is found as a whole value with or without separators', () => {
    expect(isCardNumber(' 5110 0000 0007 5487 ')).toBe(true);
    expect(isCardNumber('5110000000075488')).toBe(false);
    expect(isCardNumber('TXN 5110000000075487')).toBe(false);
  });
});

describe('the log', () => {
  const written = (level: string) => {
    const lines: string[] = [];
    return { lines, log: createLog(level, { write: line => void lines.push(line) }) };
  };

  it('contains no card number, whoever writes it', () => {
    const { lines, log } = written('info');
    log.info({ note: 'paid with 4242 4242 4242 4242' }, 'card 5555555555554444 declined');
    expect(lines.join('')).toContain('paid with ****4242');
    expect(lines.join('')).toContain('card ****4444 declined');
  });

  it.each(['trace', 'debug', 'info', 'error'] as const)(
    'drops the fields of a %s line that cannot be serialized, and goes on',
    level => {
      const { lines, log } = written('trace');
      const hostile = Object.defineProperty({}, 'token', {
        enumerable: true,
        get: () => {
          throw new Error('unreadable');
        },
      });
      log[level]({ hostile }, 'a line');
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ unserializable: true, msg: 'a line' });
    },
  );
});
