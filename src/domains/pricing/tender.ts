import { type Minor, roundToStep } from '../../platform/money.js';

export type Tender = {
  dueMinor: Minor;
  tenderedMinor: Minor;
  kind: 'cash' | 'other';
  /** The store's cash rounding; 0 or unset is none. */
  stepMinor?: Minor;
};

export type TenderRefusal = 'NO_CHANGE_FOR_CARD' | 'NOTHING_TENDERED';

export type Settlement =
  | {
      ok: true;
      /** What the tender settles of the sale, exact. */
      acceptedMinor: Minor;
      /** Positive: the customer pays this much more in cash. */
      roundingMinor: Minor;
      changeMinor: Minor;
      remainingMinor: Minor;
    }
  | { ok: false; code: TenderRefusal };

/** What is due in cash: 13.93 in steps of 0.05 is 13.95. */
export const cashDueOf = (dueMinor: Minor, stepMinor: Minor): Minor =>
  roundToStep(dueMinor, stepMinor);

/**
 * Less than the amount due is a partial payment. Only cash may exceed it and give change. Zero is
 * accepted only for a sale that costs nothing, in cash also for one that is rounded to nothing.
 * Cash is rounded by the tender that reaches the rounded amount: it settles the sale, and change is
 * counted from there. A smaller tender settles what it is worth without rounding, also if it is
 * the exact amount.
 */
export function settleTender({ dueMinor, tenderedMinor, kind, stepMinor = 0 }: Tender): Settlement {
  for (const amount of [dueMinor, tenderedMinor, stepMinor]) {
    if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new TypeError('a tender is a whole number of minor units, not negative');
    }
  }
  const payableMinor = kind === 'cash' ? cashDueOf(dueMinor, stepMinor) : dueMinor;
  if (tenderedMinor === 0 && payableMinor > 0) return { ok: false, code: 'NOTHING_TENDERED' };
  if (tenderedMinor > dueMinor && kind !== 'cash') return { ok: false, code: 'NO_CHANGE_FOR_CARD' };
  if (tenderedMinor >= payableMinor) {
    return {
      ok: true,
      acceptedMinor: dueMinor,
      roundingMinor: payableMinor - dueMinor,
      changeMinor: tenderedMinor - payableMinor,
      remainingMinor: 0,
    };
  }
  const acceptedMinor = Math.min(tenderedMinor, dueMinor);
  return {
    ok: true,
    acceptedMinor,
    roundingMinor: 0,
    changeMinor: tenderedMinor - acceptedMinor,
    remainingMinor: dueMinor - acceptedMinor,
  };
}
