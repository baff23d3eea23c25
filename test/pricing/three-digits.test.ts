import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain, totalsOf, unitsOf } from '../../src/domains/pricing/index.js';
import { valueOfReturn } from '../../src/domains/returns/rules.js';
import { formatMoney, minor, parseMoney, sumOf } from '../../src/platform/money.js';
import { RUNS, someLines, somePromotions, someRates } from './baskets.js';

const DINARS = ['KWD', 'BHD', 'JOD', 'OMR', 'TND'];
const someDinars = fc.constantFrom(...DINARS);
const THREE_DECIMALS = /^-?\d+\.\d{3}$/;

describe('amounts with three decimals', () => {
  test('are read and written without a loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999, max: 999_999_999_999 }),
        someDinars,
        (n, code) => {
          const text = formatMoney(n, code);
          expect(text).toMatch(THREE_DECIMALS);
          expect(minor(text, code)).toBe(n);
        },
      ),
      RUNS,
    );
  });

  test('are the same numbers as in a currency with two, to ten times as many units', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), n => {
        const text = formatMoney(n, 'USD');
        expect(minor(text, 'KWD')).toBe(n * 10);
        expect(Number(formatMoney(n * 10, 'KWD'))).toBe(Number(text));
      }),
      RUNS,
    );
  });

  test.each(['1.2555', '1e3', '-1', '', '1.', '1234567890.000', 'NaN'])('are not %j', text => {
    expect(parseMoney(text, 'KWD')).toBeUndefined();
  });
});

const someBaskets = fc.record({
  currency: someDinars,
  lines: someLines,
  promotions: somePromotions,
  taxes: someRates,
  pricesIncludeTax: fc.boolean(),
});

describe('a basket with three decimals', () => {
  test('adds up: lines and rates are the receipt, net plus tax is gross', () => {
    fc.assert(
      fc.property(someBaskets, ({ currency, ...basket }) => {
        const totals = totalsOf({ ...basket, ...unitsOf(currency) });
        const { lines, subtotalMinor, discountMinor, taxMinor, totalMinor } = totals;
        expect(sumOf(lines.map(line => line.grossMinor))).toBe(subtotalMinor);
        expect(sumOf(lines.map(line => line.taxMinor))).toBe(taxMinor);
        expect(sumOf(lines.map(line => line.totalMinor))).toBe(totalMinor);
        const added = basket.pricesIncludeTax ? 0 : taxMinor;
        expect(totalMinor).toBe(subtotalMinor - discountMinor + added);
        for (const row of totals.taxBreakdown) {
          expect([row.net, row.tax, row.gross].every(text => THREE_DECIMALS.test(text))).toBe(true);
          expect(minor(row.net, currency) + minor(row.tax, currency)).toBe(
            minor(row.gross, currency),
          );
        }
      }),
      RUNS,
    );
  });

  test('is counted like one with two decimals, so only its texts differ', () => {
    fc.assert(
      fc.property(someBaskets, ({ currency, ...basket }) => {
        const { taxBreakdown: ours, ...dinars } = totalsOf({ ...basket, ...unitsOf(currency) });
        const { taxBreakdown: theirs, ...cents } = totalsOf({ ...basket, ...unitsOf('USD') });
        expect(dinars).toEqual(cents);
        expect(ours.map(row => minor(row.gross, currency))).toEqual(
          theirs.map(row => minor(row.gross, 'USD')),
        );
        expect(explain({ ...basket, ...unitsOf(currency) })).toEqual(
          explain({ ...basket, ...unitsOf('USD') }),
        );
      }),
      RUNS,
    );
  });

  test('is worth what was paid when everything comes back', () => {
    fc.assert(
      fc.property(someBaskets, ({ currency, ...basket }) => {
        const totals = totalsOf({ ...basket, ...unitsOf(currency) });
        const value = valueOfReturn({
          lines: totals.lines.map(({ key, quantity, netMinor, taxMinor }) => ({
            key,
            quantity,
            netMinor,
            taxMinor,
          })),
          totalMinor: totals.totalMinor,
          earlier: new Map(),
          earlierShippingMinor: 0,
          returning: totals.lines.map(({ key, quantity }) => ({ key, quantity })),
          leftMinor: totals.totalMinor,
        });
        expect(value).toMatchObject({ ok: true, refundMinor: totals.totalMinor });
      }),
      RUNS,
    );
  });
});
