import type { Minor } from '../../platform/money.js';

export type Tender = { dueMinor: Minor; tenderedMinor: Minor; kind: 'cash' | 'other' };

export type TenderRefusal = 'NO_CHANGE_FOR_CARD' | 'NOTHING_TENDERED';

export type Settlement =
  | { ok: true; acceptedMinor: Minor; changeMinor: Minor; remainingMinor: Minor }
  | { ok: false; code: TenderRefusal };

/**
 * Less than the amount due is a partial payment. Only cash may exceed it and give change. Zero is
 * accepted only for a sale that costs nothing.
 */
export function settleTender({ dueMinor, tenderedMinor, kind }: Tender): Settlement {
  for (const amount of [dueMinor, tenderedMinor]) {
    if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new TypeError('a tender is a whole number of minor units, not negative');
    }
  }
  if (tenderedMinor === 0 && dueMinor > 0) return { ok: false, code: 'NOTHING_TENDERED' };
  if (tenderedMinor > dueMinor && kind !== 'cash') return { ok: false, code: 'NO_CHANGE_FOR_CARD' };
  const acceptedMinor = Math.min(tenderedMinor, dueMinor);
  return {
    ok: true,
    acceptedMinor,
    changeMinor: tenderedMinor - acceptedMinor,
    remainingMinor: dueMinor - acceptedMinor,
  };
}
