import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Basket, type Promotion, totalsOf } from '../../src/domains/pricing/index.js';
import { valueOfReturn } from '../../src/domains/returns/rules.js';

const YEN = 100;
const RUNS = { numRuns: 500 };

const line = (key: string, yen: number, quantity = 1) => ({
  key,
  variantId: key,
  productId: 1,
  categoryId: null,
  sku: key,
  quantity,
  unitPriceMinor: yen * YEN,
  isTaxExempt: false,
});
const tax = (rateMicros: number, code = 'JP') => ({
  jurisdictionId: code,
  code,
  name: code,
  rateMicros,
});
const promotion = (terms: Partial<Promotion>): Promotion => ({
  id: 'p',
  name: 'p',
  kind: 'percentage',
  value: 1_000,
  scope: { kind: 'order', ids: [] },
  priority: 0,
  stackable: true,
  ...terms,
});

/** Every amount in a result, by the names that end in `Minor`. */
function amountsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    name.endsWith('Minor') && typeof item === 'number' ? [item] : amountsIn(item),
  );
}

describe('a basket in yen', () => {
  test('is taxed and discounted in whole yen', () => {
    const basket: Basket = {
      lines: [line('a', 333, 3), line('b', 128)],
      promotions: [promotion({})],
      taxes: [tax(100_000)],
      unitMinor: YEN,
    };
    // 1127 less 112.7 is 1014, with a tax of 101.4.
    expect(totalsOf(basket)).toMatchObject({
      subtotalMinor: 112_700,
      discountMinor: 11_300,
      taxMinor: 10_100,
      totalMinor: 111_500,
      taxBreakdown: [{ taxable_amount: '1014.00', tax_collected: '101.00' }],
    });
  });

  test('takes a fixed amount off that is not divided by a hundred twice', () => {
    const promotions = [promotion({ kind: 'fixed', value: 100 * YEN })];
    const basket = { lines: [line('a', 500)], promotions, unitMinor: YEN };
    expect(totalsOf(basket)).toMatchObject({ discountMinor: 10_000, totalMinor: 40_000 });
  });

  test('has no part of a yen in any sum, and is priced like as many cents', () => {
    const lines = fc.array(
      fc.record({ yen: fc.nat(100_000), quantity: fc.integer({ min: 1, max: 20 }) }),
      { minLength: 1, maxLength: 6 },
    );
    const rates = fc.array(fc.nat(250_000), { maxLength: 3 });
    const percent = fc.nat(10_000);
    fc.assert(
      fc.property(lines, rates, percent, fc.nat(2_000), (goods, micros, value, shipping) => {
        const basketOf = (unit: number): Basket => ({
          lines: goods.map(({ yen, quantity }, index) => ({
            ...line(String(index), yen, quantity),
            unitPriceMinor: yen * unit,
          })),
          promotions: [promotion({ value })],
          taxes: micros.map((rate, index) => tax(rate, String(index))),
          shippingMinor: shipping * unit,
          unitMinor: unit,
        });
        const yen = totalsOf(basketOf(YEN));
        const cents = totalsOf(basketOf(1));
        expect(amountsIn(yen).filter(amount => amount % YEN !== 0)).toEqual([]);
        expect(amountsIn(yen)).toEqual(amountsIn(cents).map(amount => amount * YEN));
      }),
      RUNS,
    );
  });

  test('comes back in whole yen, and all of it', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 9 }),
        (net, tax, n) => {
          const sold = { key: 'a', quantity: n, netMinor: net * YEN, taxMinor: tax * YEN };
          const paid = sold.netMinor + sold.taxMinor;
          let refundedMinor = 0;
          for (let quantity = 0; quantity < n; quantity += 1) {
            const value = valueOfReturn({
              lines: [sold],
              totalMinor: paid,
              earlier: new Map(quantity === 0 ? [] : [['a', { quantity, refundedMinor }]]),
              earlierShippingMinor: 0,
              returning: [{ key: 'a', quantity: 1 }],
              leftMinor: paid - refundedMinor,
              unitMinor: YEN,
            });
            if (!value.ok) throw new Error('refused');
            expect(value.refundMinor % YEN).toBe(0);
            expect(value.lines.get('a')).toBe(value.refundMinor);
            refundedMinor += value.refundMinor;
          }
          expect(refundedMinor).toBe(paid);
        },
      ),
      RUNS,
    );
  });
});
