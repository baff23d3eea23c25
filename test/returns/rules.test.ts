import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACTIONS,
  isOpen,
  isReturnable,
  RETURN_STATUSES,
  type ReturnRequest,
  refundableOf,
  spread,
  totalOf,
  valueOfReturn,
  within,
} from '../../src/domains/returns/rules.js';
import { newCode, storedCreditCode } from '../../src/domains/stored-value/rules.js';
import { SALE_STATUSES } from '../../src/domains/transactions/rules.js';
import { runs } from '../support/runs.js';

const line = (key: string, quantity: number, netMinor: number, taxMinor = 0) => ({
  key,
  quantity,
  netMinor,
  taxMinor,
});

const request = (change: Partial<ReturnRequest>): ReturnRequest => ({
  lines: [line('a', 3, 1000)],
  totalMinor: 1000,
  earlier: new Map(),
  earlierShippingMinor: 0,
  returning: [{ key: 'a', quantity: 1 }],
  leftMinor: 1_000_000,
  ...change,
});

const worth = (change: Partial<ReturnRequest>) => {
  const value = valueOfReturn(request(change));
  if (!value.ok) throw new Error(JSON.stringify(value.problems));
  return value;
};

describe('the value of a return', () => {
  it('gives the last unit of a line exactly the remainder of the earlier ones', () => {
    const since = (quantity: number, refundedMinor: number) =>
      worth({ earlier: new Map([['a', { quantity, refundedMinor }]]) }).refundMinor;
    expect(worth({}).refundMinor).toBe(333);
    expect(since(1, 333)).toBe(334);
    expect(since(2, 667)).toBe(333);
    // The middle one of 3.33, 3.34 and 3.33 was rejected: the cent goes to the last unit.
    expect(since(2, 666)).toBe(334);
  });

  it('includes shipping with the last unit of the sale, not before', () => {
    const lines = [line('a', 1, 1000, 80), line('b', 1, 500, 40)];
    const first = worth({ lines, totalMinor: 2160 });
    expect(first).toMatchObject({ shippingMinor: 0, refundMinor: 1080 });
    const last = worth({
      lines,
      totalMinor: 2160,
      earlier: new Map([['a', { quantity: 1, refundedMinor: 1080 }]]),
      returning: [{ key: 'b', quantity: 1 }],
    });
    expect(last).toMatchObject({ shippingMinor: 540, refundMinor: 1080 });
  });

  it('never exceeds the remainder of the payments', () => {
    const value = worth({ returning: [{ key: 'a', quantity: 3 }], leftMinor: 250 });
    expect(value.refundMinor).toBe(250);
    expect(value.lines.get('a')).toBe(250);
    expect(worth({ leftMinor: -5 }).refundMinor).toBe(0);
  });

  it('names what cannot be returned', () => {
    const value = valueOfReturn(
      request({
        earlier: new Map([['a', { quantity: 2, refundedMinor: 667 }]]),
        returning: [
          { key: 'a', quantity: 2 },
          { key: 'z', quantity: 1 },
        ],
      }),
    );
    expect(value).toEqual({
      ok: false,
      problems: [
        { key: 'a', code: 'MORE_THAN_LEFT', leftQuantity: 1 },
        { key: 'z', code: 'NOT_SOLD', leftQuantity: 0 },
      ],
    });
  });

  it('adds up to everything in the end, whatever was rejected on the way', () => {
    const sale = fc.record({
      lines: fc.array(
        fc.record({
          quantity: fc.integer({ min: 1, max: 6 }),
          netMinor: fc.integer({ min: 0, max: 5_000 }),
          taxMinor: fc.integer({ min: 0, max: 500 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      beside: fc.integer({ min: 0, max: 900 }),
      /**
       * The line from which the next step takes a unit, and whether an earlier step is cancelled.
       */
      steps: fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.nat()), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(sale, ({ lines: shapes, beside, steps }) => {
        const lines = shapes.map((shape, index) => ({ key: String(index), ...shape }));
        const totalMinor = lines.reduce((sum, l) => sum + l.netMinor + l.taxMinor, beside);
        const kept: { key: string; lineMinor: number; shippingMinor: number }[] = [];
        const earlier = () => {
          const byKey = new Map<string, { quantity: number; refundedMinor: number }>();
          for (const { key, lineMinor } of kept) {
            const { quantity, refundedMinor } = byKey.get(key) ?? { quantity: 0, refundedMinor: 0 };
            byKey.set(key, { quantity: quantity + 1, refundedMinor: refundedMinor + lineMinor });
          }
          return byKey;
        };
        const paidBack = () => kept.reduce((sum, k) => sum + k.lineMinor + k.shippingMinor, 0);
        const take = (key: string): boolean => {
          const value = valueOfReturn({
            lines,
            totalMinor,
            earlier: earlier(),
            earlierShippingMinor: kept.reduce((sum, k) => sum + k.shippingMinor, 0),
            returning: [{ key, quantity: 1 }],
            leftMinor: totalMinor - paidBack(),
          });
          if (!value.ok) return false;
          const lineMinor = value.lines.get(key) ?? 0;
          kept.push({ key, lineMinor, shippingMinor: value.shippingMinor });
          expect(value.refundMinor).toBe(lineMinor + value.shippingMinor);
          expect(paidBack()).toBeLessThanOrEqual(totalMinor);
          return true;
        };
        for (const [which, isTakenBack, whom] of steps) {
          take(String(which % lines.length));
          if (isTakenBack && kept.length > 0) kept.splice(whom % kept.length, 1);
        }
        for (const { key } of lines) while (take(key));
        expect(paidBack()).toBe(totalMinor);
      }),
      { seed: 20_250_611, numRuns: runs(500) },
    );
  });
});

describe('the sources of a refund', () => {
  const payment = (id: string, amount: string, refund_total = '0.00', status = 'succeeded') => ({
    id,
    amount,
    refund_total,
    status,
    currency: 'USD',
  });
  const refund = (payment_id: string, status: string, amount: string, given_up_at?: Date) => ({
    payment_id,
    status,
    amount,
    given_up_at: given_up_at ?? null,
  });

  it('deducts refunds from a payment, including those still retried', () => {
    const left = refundableOf(
      [
        payment('p1', '20.00', '5.00'),
        payment('p2', '30.00'),
        payment('p3', '9.00', '0.00', 'failed'),
      ],
      [
        refund('p1', 'succeeded', '5.00'),
        refund('p2', 'failed', '10.00'),
        refund('p2', 'failed', '7.00', new Date()),
      ],
    );
    expect(left).toEqual([
      { paymentId: 'p1', amountMinor: 1500 },
      { paymentId: 'p2', amountMinor: 2000 },
    ]);
  });

  it('take the newest payment first and never more than its remainder', () => {
    const left = [
      { paymentId: 'p1', amountMinor: 2000 },
      { paymentId: 'p2', amountMinor: 0 },
      { paymentId: 'p3', amountMinor: 2500 },
    ];
    expect(spread(3000, left)).toEqual([
      { paymentId: 'p3', amountMinor: 2500 },
      { paymentId: 'p1', amountMinor: 500 },
    ]);
    expect(spread(0, left)).toEqual([]);
  });

  it('add up the remainder', () => {
    const shares = [
      { paymentId: 'a', amountMinor: 250 },
      { paymentId: 'b', amountMinor: 125 },
    ];
    expect(totalOf(shares)).toBe(375);
    expect(totalOf([])).toBe(0);
  });

  it('cut parts to a limit without losing a cent', () => {
    expect(within(300, [100, 200])).toEqual([100, 200]);
    expect(within(100, [40, 60])).toEqual([40, 60]);
    expect(within(99, [40, 60])).toEqual([40, 59]);
    expect(within(0, [40, 60])).toEqual([0, 0]);
  });
});

describe('the states of a return', () => {
  it('are open until goods and money have moved', () => {
    expect(RETURN_STATUSES.filter(isOpen)).toEqual(['pending', 'approved', 'received']);
  });

  it('are for sales that are paid and not fully returned', () => {
    expect(SALE_STATUSES.filter(isReturnable)).toEqual(['completed', 'partially_refunded']);
  });

  it('change only by the specified transitions', () => {
    const reached = new Set(['pending', ...Object.values(ACTIONS).map(({ to }) => to)]);
    expect([...reached].sort()).toEqual([...RETURN_STATUSES].sort());
    const ends = RETURN_STATUSES.filter(
      status => !Object.values(ACTIONS).some(({ from }) => from === status),
    );
    expect(ends).toEqual(['rejected', 'cancelled', 'completed']);
  });

  it('have credit codes without ambiguous characters', () => {
    const codes = new Set(Array.from({ length: 500 }, newCode));
    expect(codes.size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{16}$/);
  });

  it.each([
    ['7KQ2M9XAH4TR8WBN', '7KQ2M9XAH4TR8WBN'],
    [' 7kq2 m9xa-h4tr 8wbn ', '7KQ2M9XAH4TR8WBN'],
    ['SC-7KQ2-M9XA', 'SC-7KQ2-M9XA'],
    [' sc-7kq2-m9xa', 'SC-7KQ2-M9XA'],
  ])('find the credit typed as %j under %j', (typed, stored) => {
    expect(storedCreditCode(typed)).toBe(stored);
  });
});
