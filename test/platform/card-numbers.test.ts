import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../src/platform/cards/digits.js';
import { isCardNumber, maskCardsInText } from '../../src/platform/cards/numbers.js';
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

/** A number that one of these issuers could have given out. */
const cardOf = (issuers: typeof ISSUERS): fc.Arbitrary<string> =>
  fc
    .constantFrom(...issuers)
    .chain(([prefixes, length]) => fc.tuple(fc.constantFrom(...prefixes), fc.constant(length)))
    .chain(([start, length]) =>
      fc.stringMatching(new RegExp(`^\\d{${length - start.length - 1}}$`)).map(rest => {
        const check = [...'0123456789'].find(digit => passesLuhn(start + rest + digit));
        return start + rest + check;
      }),
    );
const card = cardOf(ISSUERS);

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

const KNOWN_LENGTHS = ISSUERS.filter(([[start], length]) => start !== '50' && length !== 13);

/** In blocks of these sizes with a separator of its own between any two. */
const blocks = (number: string, separators: string[], sizes: { min: number; max: number }) =>
  fc
    .array(fc.tuple(fc.integer(sizes), fc.constantFrom(...separators)), {
      minLength: 19,
      maxLength: 19,
    })
    .map(cuts => {
      let text = '';
      let at = 0;
      for (const [size, separator] of cuts) {
        text += number.slice(at, at + size);
        at += size;
        if (at >= number.length) break;
        text += separator;
      }
      return { number, text };
    });

const APART = SEPARATORS.filter(separator => separator !== '');
const inBlocks = (number: string) => blocks(number, [...APART, ',', ', ', '*'], { min: 4, max: 6 });
const apart = fc.constantFrom('', '7 ', '12 ', 'no. 815-', '3, ');
const glued = fc.constantFrom('', '7', '12', '99', '4711');
/** Any card apart from other digits, and one of a known length also with digits before and after it. */
const mixed = fc.oneof(
  fc.tuple(card.chain(inBlocks), apart, apart).map(([{ number, text }, before, after]) => ({
    number,
    text: `${before}${text}${[...after].reverse().join('')}`,
  })),
  fc
    .tuple(cardOf(KNOWN_LENGTHS).chain(inBlocks), glued, glued)
    .map(([{ number, text }, before, after]) => ({ number, text: `${before}${text}${after}` })),
);
/** Commas and line breaks between short numbers make a list of quantities. */
const scattered = cardOf(KNOWN_LENGTHS).chain(number =>
  blocks(number, ['-', '.', '/', ' ', '_', ' - '], { min: 1, max: 7 }).filter(
    ({ text }) => !/(?<=^|[ ,])(?:\d{1,6}[.]\d{2}|\d{4}([-./])\d\d?\1\d\d?)(?=[ ,]|$)/.test(text),
  ),
);

const two = (value: number): string => String(value).padStart(2, '0');
const date = fc
  .tuple(
    fc.integer({ min: 1950, max: 2060 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, day]) => ({ year, month: two(month), day: two(day) }));
const time = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map(parts => parts.map(two).join(':'));
const amount = fc.integer({ min: 1, max: 9_999_999 }).map(minor => (minor / 100).toFixed(2));
const several = (one: fc.Arbitrary<string>, separator: string): fc.Arbitrary<string> =>
  fc.array(one, { minLength: 4, maxLength: 12 }).map(all => all.join(separator));
const phone = fc.stringMatching(/^\d{9}$/).map(rest => ({
  german: `+49 15${rest.slice(0, 1)} ${rest.slice(1)}`,
  american: `(212) ${rest.slice(0, 3)}-${rest.slice(3, 7)}`,
}));
const withCheck = (digits: string): string => {
  const sum = [...digits].reduceRight(
    (total, digit, at) => total + Number(digit) * ((digits.length - at) % 2 === 1 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
};
/** Without those that are numbers of an old Visa card as well. */
const gtin = fc
  .stringMatching(/^\d{12}$/)
  .map(withCheck)
  .filter(code => !isCardNumber(code));
const iban = fc.stringMatching(/^\d{18}$/).map(account => {
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${two(Number(check))}${account}`;
});

/** Each alone and in rows: digits that are no card number, and two in one text. */
const LOOKALIKES: [string, fc.Arbitrary<string>][] = [
  [
    'dates',
    several(
      date.map(({ year, month, day }) => `${year}-${month}-${day}`),
      ', ',
    ),
  ],
  [
    'German dates',
    several(
      date.map(({ year, month, day }) => `${day}.${month}.${year}`),
      ' ',
    ),
  ],
  [
    'times',
    fc
      .tuple(date, time)
      .map(([{ year, month, day }, at]) => `${year}-${month}-${day} ${at}.123456`),
  ],
  ['amounts', several(amount, ', ')],
  ['columns of amounts', several(amount, '  ')],
  [
    'German amounts',
    several(
      amount.map(text => text.replace('.', ',')),
      '; ',
    ),
  ],
  ['quantities', several(fc.integer({ min: 1, max: 999 }).map(String), ', ')],
  ['quantities in lines', several(fc.integer({ min: 1, max: 999 }).map(String), '\n')],
  [
    'quantities with amounts',
    several(
      fc.tuple(fc.integer({ min: 1, max: 99 }), amount).map(([count, sum]) => `${count} ${sum}`),
      ', ',
    ),
  ],
  [
    'German phone numbers',
    several(
      phone.map(({ german }) => german),
      ', ',
    ),
  ],
  [
    'American phone numbers',
    several(
      phone.map(({ american }) => american),
      ' / ',
    ),
  ],
  ['GTINs', gtin],
  ['lists of GTINs', several(gtin, ' ')],
  ['IBANs', iban],
  ['IBANs in blocks', iban.map(text => text.replaceAll(/(.{4})(?=.)/g, '$1 '))],
  ['UUIDs', several(fc.uuid(), ' ')],
];

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

  it('never survives in blocks of four to six with mixed separators and digits around it', () => {
    fc.assert(
      fc.property(mixed, ({ number, text }) => {
        expect(rows(maskCardsInText(text))).not.toContain(number);
      }),
      { seed: 20, numRuns: 5_000 },
    );
  });

  it('of a known issuer and length never survives in blocks of any size', () => {
    fc.assert(
      fc.property(scattered, ({ number, text }) => {
        expect(rows(maskCardsInText(text))).not.toContain(number);
      }),
      { seed: 21, numRuns: 5_000 },
    );
  });

  it('is masked once in mixed blocks, too', () => {
    fc.assert(
      fc.property(mixed, ({ text }) => {
        const masked = maskCardsInText(text);
        expect(maskCardsInText(masked)).toBe(masked);
      }),
      { seed: 22, numRuns: 3_000 },
    );
  });

  it.each(LOOKALIKES)('is not seen in %s', (_, lookalike) => {
    fc.assert(
      fc.property(lookalike, text => {
        expect(maskCardsInText(text)).toBe(text);
      }),
      { seed: 23, numRuns: 1_000 },
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
    ['4242    4242    4242    4242', '****4242'],
    ['4242\u200b\u200b\u200b\u200b4242\u00ad\u00ad\u00ad\u00ad42424242', '****4242'],
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
