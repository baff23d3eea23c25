import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyPromotions,
  checkClaim,
  grossOf,
  type PricedLine,
  quantityFor,
  refundFor,
  totalsOf,
} from '../../src/domains/pricing/index.js';
import { parseThousandths, shownQuantity, stepsOf } from '../../src/platform/quantity.js';
import { line, promotion, RUNS } from './baskets.js';

const CHEESE = { stepsPerUnit: 1000 };
const TAX = [{ jurisdictionId: 'city', code: 'C', name: 'City', rateMicros: 82_500 }];

const measuredLines: fc.Arbitrary<PricedLine[]> = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 9_999_000 }),
      unitPriceMinor: fc.integer({ min: 0, max: 99_999 }),
      stepsPerUnit: fc.constantFrom(1, 1000),
      isTaxExempt: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map(lines =>
    lines.map(fields => ({
      ...fields,
      quantity: Math.ceil(fields.quantity / (fields.stepsPerUnit === 1 ? 10_000 : 1)),
    })),
  )
  .map(lines => lines.map((fields, index) => ({ ...line(`l${index}`, 0), ...fields })));

describe('goods sold by measure', () => {
  it.each([
    [1290, 432, 557],
    [1290, 1, 1],
    [100, 5, 1],
    [100, 4, 0],
    [1, 499, 0],
    [1, 500, 1],
    [999_999, 9_999_000, 9_998_990_001],
  ])('%i cents × %i thousandths are %i cents', (price, quantity, gross) => {
    expect(grossOf(line('a', price, quantity, CHEESE))).toBe(gross);
  });

  it('adds up to the receipt, line by line', () => {
    fc.assert(
      fc.property(measuredLines, lines => {
        const totals = totalsOf({ lines, taxes: TAX });
        const sum = (read: (one: (typeof totals.lines)[number]) => number) =>
          totals.lines.reduce((all, one) => all + read(one), 0);
        expect(sum(one => one.grossMinor)).toBe(totals.subtotalMinor);
        expect(sum(one => one.taxMinor)).toBe(totals.taxMinor);
        expect(sum(one => one.totalMinor)).toBe(totals.totalMinor);
        const claim = {
          lines: lines.map((one, index) => ({
            quantity: one.quantity,
            stepsPerUnit: one.stepsPerUnit,
            unitPrice: one.unitPriceMinor,
            subtotal: totals.lines[index]?.grossMinor ?? -1,
          })),
          subtotal: totals.subtotalMinor,
          taxAmount: totals.taxMinor,
          totalAmount: totals.totalMinor,
        };
        expect(checkClaim(claim)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('refunds what was paid, in whatever parts the goods come back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 0, max: 99_999 }),
        fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 6 }),
        (sold, paid, parts) => {
          let quantity = 0;
          let refundedMinor = 0;
          for (const part of [...parts, sold]) {
            const returning = Math.min(part, sold - quantity);
            if (returning === 0) break;
            const refund = refundFor({
              soldLines: [{ key: 'a', quantity: sold, netMinor: paid, taxMinor: 0 }],
              alreadyReturned: new Map([['a', { quantity, refundedMinor }]]),
              returning: [{ key: 'a', quantity: returning }],
            });
            if (!refund.ok) throw new Error('refused');
            quantity += returning;
            refundedMinor += refund.refundMinor;
          }
          expect(refundedMinor).toBe(paid);
        },
      ),
      RUNS,
    );
  });

  it('takes the price that a label prints, and no other within a step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 99_999 }),
        (printed, unitPrice) => {
          const quantity = quantityFor(printed, unitPrice, 1000);
          if (quantity === 0) return;
          const sums = { subtotal: printed, taxAmount: 0, totalAmount: printed };
          const priced = { quantity, stepsPerUnit: 1000, unitPrice, subtotal: printed };
          expect(checkClaim({ lines: [priced], ...sums })).toEqual([]);
          const far = printed + Math.ceil(unitPrice / 1000) + 1;
          const wrong = { ...priced, subtotal: far };
          const contradictions = checkClaim({
            lines: [wrong],
            subtotal: far,
            taxAmount: 0,
            totalAmount: far,
          });
          expect(contradictions.map(({ field }) => field)).toContain('line_items.0.subtotal');
        },
      ),
      RUNS,
    );
  });

  it('does not take a printed price for pieces', () => {
    const one = { quantity: 1, unitPrice: 5000, subtotal: 5001 };
    const found = checkClaim({ lines: [one], subtotal: 5001, taxAmount: 0, totalAmount: 5001 });
    expect(found[0]).toEqual({ field: 'line_items.0.subtotal', sent: '50.01', expected: '50.00' });
  });

  it('counts for a percentage, but not as pieces of a buy-x-get-y offer', () => {
    const lines = [line('cheese', 1000, 3000, CHEESE), line('mug', 500, 3)];
    const offer = promotion('b', { kind: 'buy_x_get_y', buyQuantity: 2, getQuantity: 1 });
    expect(applyPromotions(lines, [offer]).lines.map(one => one.discountMinor)).toEqual([0, 500]);
    expect(applyPromotions(lines, [promotion('p')]).lines.map(one => one.discountMinor)).toEqual([
      300, 150,
    ]);
  });
});

describe('a quantity', () => {
  it.each([
    [0.432, 432],
    ['0.432', 432],
    ['1.5', 1500],
    [2, 2000],
    ['1,5', undefined],
    [1e-9, undefined],
    [1e21, undefined],
    [0.0005, undefined],
    ['1.2345', undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    ['NaN', undefined],
    ['', undefined],
    [' 1', undefined],
    [null, undefined],
  ])('%j is %j thousandths', (input, expected) => {
    expect(parseThousandths(input)).toBe(expected);
  });

  it('is a whole JSON number for pieces', () => {
    expect(stepsOf(2, 'piece')).toBe(2);
    expect(stepsOf('2', 'piece')).toBeUndefined();
    expect(stepsOf(0.5, 'piece')).toBeUndefined();
    expect(stepsOf(-2, 'piece')).toBe(-2);
    expect(stepsOf(-0.25, 'kg')).toBe(-250);
  });

  it('prints as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), steps => {
        const shown = shownQuantity(steps, 'kg');
        expect(parseThousandths(shown)).toBe(steps);
      }),
      RUNS,
    );
  });
});
