import type { Tx } from '../../../platform/database/tx.js';
import type { Static } from '../../../platform/http/schemas.js';
import { noteLateSale, type ShiftPlace, shiftPlaceAt } from '../../shifts/index.js';
import { takePayment } from '../../transactions/index.js';
import { tenderFields } from '../create-sale.js';
import type { PaymentBody } from '../schemas.js';
import type { Work } from './entry-work.js';
import type { Flag } from './rules.js';

export type Payments = Static<typeof PaymentBody>[];

/** Where the money of a sale belongs, and how its payments are booked there. */
type Placed = {
  /** Unset if the customer pays now. */
  place?: ShiftPlace;
  booking: {
    outsideShift: boolean;
    keepsCodes: boolean;
    isTaken: boolean;
    isApproved: boolean;
  };
};

/**
 * The payment of an entry that may be refused belongs to the open shift, as at the routes: the
 * statement that books it finds that shift, and refuses it if the store requires one.
 */
export async function placeMoney(
  tx: Tx,
  { caller, at, mayRefuse, isApproved = false }: Work,
): Promise<Placed> {
  const booking = {
    outsideShift: false,
    keepsCodes: true,
    isTaken: mayRefuse !== true,
    isApproved,
  };
  if (mayRefuse) return { booking };
  const place = await shiftPlaceAt(tx, caller.till.terminalId, at);
  return { place, booking: { ...booking, outsideShift: place.kind !== 'open' } };
}

/** Takes the payments that an entry names for a sale, and returns their ids. */
export async function takePayments(
  tx: Tx,
  { platform, caller }: Work,
  sale: string,
  payments: Payments,
  booking: Placed['booking'],
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
  place: ShiftPlace | undefined,
  sale: { id: string; currency: string },
  paymentIds: readonly string[],
): Promise<Flag[]> {
  if (place?.kind !== 'late' || paymentIds.length === 0) return [];
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
