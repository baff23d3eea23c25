import type { Tx } from '../../../platform/database/tx.js';
import type { Static } from '../../../platform/http/schemas.js';
import { noteLateSale, type ShiftPlace, shiftPlaceAt, shiftRequired } from '../../shifts/index.js';
import { findStore } from '../../stores/index.js';
import { takePayment } from '../../transactions/index.js';
import { tenderFields } from '../create-sale.js';
import type { PaymentBody } from '../schemas.js';
import type { Work } from './entry-work.js';
import type { Flag } from './rules.js';

export type Payments = Static<typeof PaymentBody>[];

/** Where the money of a sale belongs, and how its payments are booked there. */
export async function placeMoney(tx: Tx, { caller, at, mayRefuse }: Work) {
  const { terminalId, storeId } = caller.till;
  const place = await shiftPlaceAt(tx, terminalId, at);
  // The money of an entry that is not paid yet can wait for a shift.
  if (mayRefuse && place.kind !== 'open' && (await findStore(tx, storeId))?.require_shift) {
    throw shiftRequired();
  }
  const booking = { outsideShift: place.kind !== 'open', keepsCodes: true, isTaken: !mayRefuse };
  return { place, booking };
}

/** Takes the payments that an entry names for a sale, and returns their ids. */
export async function takePayments(
  tx: Tx,
  { platform, caller }: Work,
  sale: string,
  payments: Payments,
  booking: Awaited<ReturnType<typeof placeMoney>>['booking'],
): Promise<string[]> {
  const ids: string[] = [];
  for (const payment of payments) {
    const { paymentId } = await takePayment(platform, tx, {
      ...tenderFields(payment),
      sale,
      operatorId: caller.userId,
      registerId: caller.till.terminalId,
      maySee: () => true,
      ...booking,
    });
    ids.push(paymentId);
  }
  return ids;
}

/** Money of a shift that is closed by now stands apart in the next Z report of its till. */
export async function noteIfLate(
  tx: Tx,
  { caller, at, receivedAt }: Work,
  place: ShiftPlace,
  sale: { id: string; currency: string },
  paymentIds: readonly string[],
): Promise<Flag[]> {
  if (place.kind !== 'late' || paymentIds.length === 0) return [];
  await noteLateSale(tx, {
    transactionId: sale.id,
    paymentIds,
    ...caller.till,
    shiftId: place.shiftId,
    currency: sale.currency,
    occurredAt: at,
    receivedAt,
  });
  return ['late'];
}
