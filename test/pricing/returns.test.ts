import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EarlierReturn,
  type Refund,
  type RefundRequest,
  refundFor,
  type SoldLine,
  totalsOf,
} from '../../src/domains/pricing/index.js';
import { runs } from '../support/runs.js';
import { RUNS, someLines, somePromotions, someRates, sum } from './baskets.js';

const sold = (key: string, quantity: number, netMinor: number, taxMinor = 0): SoldLine => ({
  key,
  quantity,
  netMinor,
  taxMinor,
});

const accepted = (refund: Refund) => {
  if (!refund.ok) throw new Error(`refused: ${JSON.stringify(refund.problems)}`);
  return refund;
};

/** Takes the steps in order, each with the refunds of the earlier ones. */
function inSteps(
  request: Pick<RefundRequest, 'soldLines' | 'shipping'>,
  steps: readonly RefundRequest['returning'][],
) {
  const alreadyReturned = new Map<string, EarlierReturn>();
  return steps.map(returning => {
    const refund = accepted(refundFor({ ...request, alreadyReturned, returning }));
    for (const { key, quantity, refundMinor } of refund.lines) {
      const earlier = alreadyReturned.get(key) ?? { quantity: 0, refundedMinor: 0 };
      alreadyReturned.set(key, {
        quantity: earlier.quantity + quantity,
        refundedMinor: earlier.refundedMinor + refundMinor,
      });
    }
    return refund;
  });
}

describe('a return', () => {
  test.each<[string, SoldLine, number[], number[]]>([
    ['10.00 for three units, one by one', sold('a', 3, 1000), [1, 1, 1], [333, 334, 333]],
    ['10.00 for three units, two and one', sold('a', 3, 1000), [2, 1], [667, 333]],
    ['all at once', sold('a', 3, 1000, 83), [3], [1083]],
    ['net and tax rounded separately', sold('a', 2, 1125, 93), [1, 1], [610, 608]],
    ['one cent for three units', sold('a', 3, 1), [1, 1, 1], [0, 1, 0]],
    ['a free line', sold('a', 2, 0), [1, 1], [0, 0]],
  ])('%s', (_, line, quantities, expected) => {
    const steps = quantities.map(quantity => [{ key: 'a', quantity }]);
    const refunds = inSteps({ soldLines: [line] }, steps);
    expect(refunds.map(({ refundMinor }) => refundMinor)).toEqual(expected);
  });

  test('lists the refund of each line, net and tax separately', () => {
    const refund = refundFor({
      soldLines: [sold('a', 2, 1125, 93), sold('b', 1, 4500, 371)],
      alreadyReturned: new Map([['a', { quantity: 1, refundedMinor: 610 }]]),
      returning: [
        { key: 'b', quantity: 1 },
        { key: 'a', quantity: 1 },
      ],
    });
    expect(refund).toEqual({
      ok: true,
      lines: [
        { key: 'a', quantity: 1, netMinor: 562, taxMinor: 46, refundMinor: 608 },
        { key: 'b', quantity: 1, netMinor: 4500, taxMinor: 371, refundMinor: 4871 },
      ],
      shippingMinor: 0,
      refundMinor: 5479,
      complete: true,
    });
  });

  test('refunds shipping with the last unit of the sale only', () => {
    const request = {
      soldLines: [sold('a', 2, 1000), sold('b', 1, 500)],
      shipping: { paidMinor: 541, refundedMinor: 41 },
    };
    const refunds = inSteps(request, [
      [{ key: 'a', quantity: 2 }],
      [],
      [{ key: 'b', quantity: 1 }],
    ]);
    expect(refunds.map(refund => [refund.refundMinor, refund.shippingMinor])).toEqual([
      [1000, 0],
      [0, 0],
      [1000, 500],
    ]);
    expect(refunds.map(({ complete }) => complete)).toEqual([false, false, true]);
  });

  test('that is empty after a full return does not refund shipping again', () => {
    const refund = refundFor({
      soldLines: [sold('a', 1, 1000)],
      alreadyReturned: new Map([['a', { quantity: 1, refundedMinor: 1000 }]]),
      returning: [],
      shipping: { paidMinor: 500, refundedMinor: 0 },
    });
    expect(refund).toEqual({
      ok: true,
      lines: [],
      shippingMinor: 0,
      refundMinor: 0,
      complete: false,
    });
  });

  test('refunds no more than the remainder after a generous refund, and never a negative amount', () => {
    const second = (refundedMinor: number) =>
      accepted(
        refundFor({
          soldLines: [sold('a', 2, 1000, 100)],
          alreadyReturned: new Map([['a', { quantity: 1, refundedMinor }]]),
          returning: [{ key: 'a', quantity: 1 }],
          shipping: { paidMinor: 5, refundedMinor: 9 },
        }),
      );
    expect(second(990)).toMatchObject({
      refundMinor: 110,
      lines: [{ netMinor: 100, taxMinor: 10, refundMinor: 110 }],
    });
    expect(second(1200).refundMinor).toBe(0);
    // The amount withheld at the first return is not added to the second.
    expect(second(0).refundMinor).toBe(550);
  });

  test('adds up both quantities of a line named twice', () => {
    const request = { soldLines: [sold('a', 3, 1000)], alreadyReturned: new Map() };
    const one = { key: 'a', quantity: 1 };
    const two = { key: 'a', quantity: 2 };
    expect(refundFor({ ...request, returning: [one, one] })).toEqual(
      refundFor({ ...request, returning: [two] }),
    );
    expect(refundFor({ ...request, returning: [two, two] })).toEqual({
      ok: false,
      problems: [
        { key: 'a', code: 'MORE_THAN_LEFT', leftQuantity: 3 },
        { key: 'a', code: 'MORE_THAN_LEFT', leftQuantity: 3 },
      ],
    });
  });

  test('is refused with every problem at once', () => {
    const refund = refundFor({
      soldLines: [sold('a', 3, 1000), sold('b', 1, 1000), sold('c', 1, 1), sold('d', 2, 1)],
      alreadyReturned: new Map([
        ['a', { quantity: 2, refundedMinor: 667 }],
        ['b', { quantity: 1, refundedMinor: 1000 }],
      ]),
      returning: [
        { key: 'a', quantity: 2 },
        { key: 'b', quantity: 1 },
        { key: 'c', quantity: 0 },
        { key: 'd', quantity: 1.5 },
        { key: 'stranger', quantity: 1 },
      ],
    });
    expect(refund).toEqual({
      ok: false,
      problems: [
        { key: 'a', code: 'MORE_THAN_LEFT', leftQuantity: 1 },
        { key: 'b', code: 'MORE_THAN_LEFT', leftQuantity: 0 },
        { key: 'c', code: 'BAD_QUANTITY', leftQuantity: 1 },
        { key: 'd', code: 'BAD_QUANTITY', leftQuantity: 2 },
        { key: 'stranger', code: 'NOT_SOLD', leftQuantity: 0 },
      ],
    });
  });

  test('of a sale with a duplicate key is a bug and throws', () => {
    const soldLines = [sold('a', 1, 1), sold('a', 1, 2)];
    expect(() => refundFor({ soldLines, alreadyReturned: new Map(), returning: [] })).toThrow(
      TypeError,
    );
  });
});

describe('any sale that is returned step by step', () => {
  const fewOfEach = someLines.map(lines =>
    lines.map(line => ({ ...line, quantity: 1 + (line.quantity % 7) })),
  );
  const sale = fc.record({
    lines: fewOfEach,
    promotions: somePromotions,
    taxes: someRates,
    shippingMinor: fc.integer({ min: 0, max: 3_000 }),
    shippingTaxable: fc.boolean(),
  });
  /** Every unit once, in random order and random steps. */
  const returned = sale.chain(basket => {
    const units = basket.lines.flatMap(line => Array<string>(line.quantity).fill(line.key));
    return fc.record({
      basket: fc.constant(basket),
      units: fc.shuffledSubarray(units, { minLength: units.length }),
      sizes: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 }),
    });
  });

  function steps(units: readonly string[], sizes: readonly number[]) {
    const cut: { key: string; quantity: number }[][] = [];
    for (let start = 0; start < units.length; ) {
      const size = sizes[cut.length % sizes.length] ?? 1;
      cut.push(units.slice(start, start + size).map(key => ({ key, quantity: 1 })));
      start += size;
    }
    return cut;
  }

  test('refunds exactly the amount paid, and never a negative amount or too much on the way', () => {
    fc.assert(
      fc.property(returned, ({ basket, units, sizes }) => {
        const totals = totalsOf(basket);
        const shippingPaid = totals.shippingMinor + totals.shippingTaxMinor;
        const refunds = inSteps(
          { soldLines: totals.lines, shipping: { paidMinor: shippingPaid, refundedMinor: 0 } },
          steps(units, sizes),
        );
        expect(sum(refunds.map(({ refundMinor }) => refundMinor))).toBe(totals.totalMinor);
        for (const line of totals.lines) {
          const parts = refunds.flatMap(({ lines }) => lines.filter(({ key }) => key === line.key));
          expect(sum(parts.map(({ netMinor }) => netMinor))).toBe(line.netMinor);
          expect(sum(parts.map(({ taxMinor }) => taxMinor))).toBe(line.taxMinor);
          expect(parts.filter(part => part.netMinor < 0 || part.taxMinor < 0)).toEqual([]);
          expect(sum(parts.map(({ refundMinor }) => refundMinor))).toBe(line.totalMinor);
        }
        expect(refunds.map(({ complete }) => complete)).toEqual(
          refunds.map((_, index) => index === refunds.length - 1),
        );
      }),
      { ...RUNS, numRuns: runs(500) },
    );
  });

  test('refunds each step within a cent of its exact share', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      netMinor: fc.integer({ min: 0, max: 100_000 }),
    });
    const step = line.chain(({ quantity, netMinor }) =>
      fc.record({
        line: fc.constant(sold('a', quantity, netMinor)),
        earlier: fc.integer({ min: 0, max: quantity - 1 }),
      }),
    );
    fc.assert(
      fc.property(step, ({ line: { quantity, netMinor }, earlier }) => {
        const before = Math.floor((2 * netMinor * earlier + quantity) / (2 * quantity));
        const refund = accepted(
          refundFor({
            soldLines: [sold('a', quantity, netMinor)],
            alreadyReturned: new Map([['a', { quantity: earlier, refundedMinor: before }]]),
            returning: [{ key: 'a', quantity: 1 }],
          }),
        );
        const off = refund.refundMinor * quantity - netMinor;
        expect(Math.abs(off)).toBeLessThanOrEqual(quantity);
      }),
      RUNS,
    );
  });
});
