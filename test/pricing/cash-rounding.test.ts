import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cashRefundRounding } from '../../src/domains/payments/index.js';
import { settleTender } from '../../src/domains/pricing/index.js';

const RUNS = { numRuns: 2_000 };
const step = fc.constantFrom(0, 5, 10, 50, 100);
const amount = fc.integer({ min: 0, max: 1_000_000 });

describe('what is due in cash', () => {
  test.each<[number, number, number]>([
    [1393, 5, 1395],
    [1392, 5, 1390],
    [1390, 5, 1390],
    [1395, 10, 1400],
    [1394, 10, 1390],
    [1325, 50, 1350],
    [1324, 50, 1300],
    [1350, 100, 1400],
    [2, 5, 0],
    [1393, 0, 1393],
  ])('%i in steps of %i is %i', (dueMinor, stepMinor, cashMinor) => {
    expect(settleTender({ dueMinor, tenderedMinor: 2_000, kind: 'cash', stepMinor })).toEqual({
      ok: true,
      acceptedMinor: dueMinor,
      roundingMinor: cashMinor - dueMinor,
      changeMinor: 2_000 - cashMinor,
      remainingMinor: 0,
    });
  });

  test('a card part, the cash and the rounding make up the total, within half a step', () => {
    fc.assert(
      fc.property(amount, fc.nat(), amount, step, (total, part, more, stepMinor) => {
        const cardMinor = total === 0 ? 0 : part % (total + 1);
        const dueMinor = total - cardMinor;
        const rounded = settleTender({
          dueMinor,
          tenderedMinor: 10_000_000,
          kind: 'cash',
          stepMinor,
        });
        if (!rounded.ok) throw new Error(rounded.code);
        const cashDue = dueMinor + rounded.roundingMinor;
        if (stepMinor > 0) expect(cashDue % stepMinor).toBe(0);
        expect(Math.abs(rounded.roundingMinor)).toBeLessThanOrEqual(stepMinor / 2);
        const tenderedMinor = cashDue + more;
        const paid = settleTender({ dueMinor, tenderedMinor, kind: 'cash', stepMinor });
        if (!paid.ok) throw new Error(paid.code);
        expect(cardMinor + (tenderedMinor - paid.changeMinor)).toBe(total + paid.roundingMinor);
        expect(paid.remainingMinor).toBe(0);
      }),
      RUNS,
    );
  });

  test('any tender is worth what it settles, with its rounding and its change', () => {
    fc.assert(
      fc.property(amount, amount, step, (dueMinor, tenderedMinor, stepMinor) => {
        const paid = settleTender({ dueMinor, tenderedMinor, kind: 'cash', stepMinor });
        if (!paid.ok) return;
        const { acceptedMinor, roundingMinor, changeMinor, remainingMinor } = paid;
        expect(acceptedMinor + roundingMinor + changeMinor).toBe(tenderedMinor);
        expect(acceptedMinor + remainingMinor).toBe(dueMinor);
        expect(Math.min(acceptedMinor, changeMinor, remainingMinor)).toBeGreaterThanOrEqual(0);
        if (remainingMinor > 0) expect(roundingMinor).toBe(0);
      }),
      RUNS,
    );
  });
});

describe('cash refunds of a payment', () => {
  const parts = fc.array(fc.record({ share: fc.nat(), isCash: fc.boolean() }), { maxLength: 8 });

  test('never give more than was paid, and all of it if all goes back in cash', () => {
    fc.assert(
      fc.property(amount, step, fc.boolean(), parts, (amountMinor, stepMinor, wasCash, refunds) => {
        const settled = settleTender({
          dueMinor: amountMinor,
          tenderedMinor: 10_000_000,
          kind: 'cash',
          stepMinor,
        });
        if (!settled.ok) throw new Error(settled.code);
        const roundedMinor = amountMinor + settled.roundingMinor;
        const paidMinor = wasCash ? roundedMinor : amountMinor;
        let leftMinor = amountMinor;
        let givenMinor = 0;
        let cashMinor = 0;
        let isAllCash = true;
        const give = (part: number, isCash: boolean): void => {
          if (part === 0) return;
          const terms = { leftMinor, paidMinor, givenMinor, wasCash, stepMinor };
          const rounding = isCash ? cashRefundRounding({ ...terms, amountMinor: part }) : 0;
          expect(part + rounding).toBeGreaterThanOrEqual(0);
          if (isCash && stepMinor > 0) expect((part + rounding) % stepMinor).toBe(0);
          leftMinor -= part;
          givenMinor += part + rounding;
          if (isCash) cashMinor += part + rounding;
          else isAllCash = false;
        };
        for (const { share, isCash } of refunds) give(share % (leftMinor + 1), isCash);
        give(leftMinor, true);
        expect(cashMinor).toBeLessThanOrEqual(roundedMinor);
        if (isAllCash && wasCash) expect(givenMinor).toBe(paidMinor);
      }),
      RUNS,
    );
  });
});
