import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AmountTooLarge,
  allocate,
  divideRounded,
  fitting,
  formatMoney,
  MAX_MINOR,
  minor,
  parseMoney,
  portion,
  sumOf,
  times,
} from '../../src/platform/money.js';
import { runs } from '../support/runs.js';

const RUNS = { seed: 20_250_611, numRuns: runs(1_000) };
const amounts = fc.integer({ min: 0, max: MAX_MINOR });

describe('parsing an amount', () => {
  test.each<[unknown, number]>([
    ['12.50', 1250],
    ['12.5', 1250],
    ['12', 1200],
    [12.5, 1250],
    [12, 1200],
    [0, 0],
    ['0', 0],
    ['0.00', 0],
    ['0.01', 1],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    ['0000000007.07', 707],
    ['9999999999.99', MAX_MINOR],
    [9999999999.99, MAX_MINOR],
  ])('parses %j as %i cents', (input, expected) => {
    expect(parseMoney(input, 'USD')).toBe(expected);
  });

  test.each<[unknown]>([
    ['1e3'],
    [1e21],
    [1e-7],
    ['-1'],
    [-1],
    [-0.01],
    ['+1'],
    [' 1'],
    ['1 '],
    ['1\n'],
    ['1.234'],
    ['1.000'],
    [0.001],
    [0.1 + 0.2],
    ['1.'],
    ['.5'],
    ['.'],
    [''],
    ['1,50'],
    ['1_000'],
    ['0x10'],
    ['٣'],
    ['１'],
    ['NaN'],
    ['Infinity'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY],
    ['10000000000'],
    ['00000000001'],
    [10_000_000_000],
    [null],
    [undefined],
    [true],
    [12n],
    [['1']],
    [{}],
  ])('refuses %s', input => {
    expect(parseMoney(input, 'USD')).toBeUndefined();
  });

  test('parses every amount that it formatted', () => {
    fc.assert(
      fc.property(amounts, amount => {
        const text = formatMoney(amount, 'USD');
        expect(text).toMatch(/^\d+\.\d\d$/);
        expect(parseMoney(text, 'USD')).toBe(amount);
        expect(parseMoney(Number(text), 'USD')).toBe(amount);
        expect(minor(`-${text}`, 'USD')).toBe(amount === 0 ? 0 : -amount);
      }),
      RUNS,
    );
  });

  test('refuses every text that is not one to ten digits and at most two decimals', () => {
    const texts = fc.string({
      unit: fc.constantFrom('0', '1', '9', '.', '-', '+', 'e', ' ', '٣'),
      maxLength: 14,
    });
    fc.assert(
      fc.property(texts, text => {
        const [whole = '', fraction, ...more] = text.split('.');
        const isDigits = (part: string) => [...part].every(c => c >= '0' && c <= '9');
        const good =
          more.length === 0 &&
          isDigits(whole) &&
          whole.length >= 1 &&
          whole.length <= 10 &&
          (fraction === undefined ||
            (isDigits(fraction) && fraction.length >= 1 && fraction.length <= 2));
        expect(parseMoney(text, 'USD') !== undefined).toBe(good);
      }),
      RUNS,
    );
  });

  test('parses a stored amount with its sign and throws on anything else', () => {
    expect(minor('-3.07', 'USD')).toBe(-307);
    expect(minor('-0.00', 'USD')).toBe(0);
    expect(minor(2.5, 'USD')).toBe(250);
    expect(() => minor('1e3', 'USD')).toThrow(new TypeError('not an amount of money'));
    expect(() => minor('--1', 'USD')).toThrow(TypeError);
  });
});

describe('formatting an amount', () => {
  test.each<[number | bigint, string]>([
    [0, '0.00'],
    [-0, '0.00'],
    [7, '0.07'],
    [-7, '-0.07'],
    [1250, '12.50'],
    [-100_000, '-1000.00'],
    [MAX_MINOR, '9999999999.99'],
    [99_989_999_999_900_01n, '99989999999900.01'],
  ])('formats %s as %s', (amount, expected) => {
    expect(formatMoney(amount, 'USD')).toBe(expected);
  });

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses to format %s',
    amount => {
      expect(() => formatMoney(amount, 'USD')).toThrow(
        new TypeError('amounts are whole minor units'),
      );
    },
  );
});

describe('exact arithmetic', () => {
  test.each<[bigint, bigint, bigint]>([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [-5n, -2n, 3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [499n, 1000n, 0n],
    [500n, 1000n, 1n],
    [0n, 7n, 0n],
  ])('rounds %s ÷ %s half away from zero to %s', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected);
  });

  test('computes a portion with one rounding', () => {
    expect(portion(1000, 825, 10_000)).toBe(83);
    expect(portion(MAX_MINOR, 82_500, 1_000_000)).toBe(82_500_000_000);
    expect(portion(999, 1, 2)).toBe(500);
    expect(() => portion(1, 1, 0)).toThrow(RangeError);
  });

  test('multiplies and adds up to twelve digits and throws one cent later', () => {
    expect(times(100_010_001, 9_999)).toBe(MAX_MINOR);
    expect(() => times(100_010_002, 9_999)).toThrow(AmountTooLarge);
    expect(() => times(MAX_MINOR, 9_999)).toThrow(AmountTooLarge);
    expect(sumOf([MAX_MINOR - 1, 1])).toBe(MAX_MINOR);
    expect(() => sumOf([MAX_MINOR, 1])).toThrow(AmountTooLarge);
    expect(sumOf([MAX_MINOR, 5, -5])).toBe(MAX_MINOR);
    expect(sumOf([])).toBe(0);
    expect(fitting(-999_999_999_999n)).toBe(-MAX_MINOR);
    expect(() => fitting(-1_000_000_000_000n)).toThrow(AmountTooLarge);
    expect(() => times(1.5, 2)).toThrow(RangeError);
  });
});

describe('splitting an amount', () => {
  test.each<[number, number[], number[]]>([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [5, [3, 7], [2, 3]],
    [1, [1, 2], [0, 1]],
    [2, [1, 1, 1], [1, 1, 0]],
    [10, [0, 1, 0], [0, 10, 0]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
    [MAX_MINOR, [MAX_MINOR, MAX_MINOR], [500_000_000_000, 499_999_999_999]],
  ])('splits %i over %j as %j', (amount, weights, expected) => {
    expect(allocate(amount, weights)).toEqual(expected);
  });

  test('throws rather than lose an amount when all weights are zero', () => {
    expect(() => allocate(1, [])).toThrow(new RangeError('all weights are zero'));
    expect(() => allocate(1, [0, 0])).toThrow(RangeError);
    expect(() => allocate(1, [2, -1])).toThrow(RangeError);
    expect(() => allocate(1, [0.5])).toThrow(RangeError);
  });

  test('adds up to the cent and differs by less than a cent for each part', () => {
    const weights = fc
      .array(fc.oneof(fc.integer({ min: 0, max: 9 }), amounts), { minLength: 1, maxLength: 12 })
      .filter(list => list.some(weight => weight > 0));
    const signed = fc.integer({ min: -MAX_MINOR, max: MAX_MINOR });
    fc.assert(
      fc.property(fc.oneof(signed, fc.integer({ min: -50, max: 50 })), weights, (amount, list) => {
        const parts = allocate(amount, list);
        const total = list.reduce((sum, weight) => sum + BigInt(weight), 0n);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        for (const [index, part] of parts.entries()) {
          const share = BigInt(amount) * BigInt(list[index] ?? 0);
          const off = BigInt(part) * total - share;
          expect(off < total && off > -total).toBe(true);
          if (list[index] === 0) expect(part).toBe(0);
        }
      }),
      RUNS,
    );
  });

  test('never gives a heavier weight less than a lighter one', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), weights, (amount, list) => {
        const parts = allocate(amount, list);
        const byWeight = list
          .map((weight, index) => ({ weight, part: parts[index] ?? 0 }))
          .sort((a, b) => a.weight - b.weight || b.part - a.part);
        for (const [index, { weight, part }] of byWeight.entries()) {
          const next = byWeight[index + 1];
          if (next && next.weight > weight) expect(next.part).toBeGreaterThanOrEqual(part);
        }
      }),
      RUNS,
    );
  });
});
