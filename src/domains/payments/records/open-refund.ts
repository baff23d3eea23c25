import { MINUTE_MS } from '../../../platform/clock.js';
import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, Failure, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import { insertPendingRefund, type Refund } from './refund-repository.js';
import { lockPayment, type Payment } from './repository.js';
import { heldMoney, type RefundCause, type RefundDestination, routeOf } from './rules.js';
import { recordSettlement } from './settle-attempt.js';

/** Longer than a request can take: by then the request that opened the refund has died. */
const GRACE_MS = 2 * MINUTE_MS;

export type RefundWish = {
  paymentId: string;
  amountMinor: Minor;
  cause: RefundCause;
  reason: string;
  requestedBy: string | null;
  now: Date;
  /** `store_credit` for a credit that the caller issues, `cash` from the drawer. */
  to?: RefundDestination;
  /** The shift it is booked in, held by the caller until the commit; unset: none. */
  shiftId?: string | null;
};

/**
 * First half of a refund, in the caller's transaction: the amount counts as refunded from here on.
 * A refund that needs no processor is settled at once. The others are run by the caller after the
 * commit, and by the queue if the caller dies.
 */
export async function openRefund(tx: Tx, wish: RefundWish): Promise<Refund> {
  const payment = await lockPayment(tx, wish.paymentId);
  if (payment === undefined) throw notFound('Payment');
  if (!heldMoney(payment)) {
    throw conflict('NOTHING_TO_REFUND', 'This payment never took any money.', {
      status: payment.status,
    });
  }
  const leftMinor = minor(payment.amount) - minor(payment.refund_total);
  if (wish.amountMinor < 1 || wish.amountMinor > leftMinor) throw exceeds(leftMinor);
  const refund = await insert(tx, payment, wish, leftMinor);
  if (routeOf(refund.refund_to, payment) === 'processor') return refund;
  return (
    (await recordSettlement(tx, refund, payment, { outcome: 'succeeded', refundId: null })) ??
    refund
  );
}

async function insert(
  tx: Tx,
  payment: Payment,
  wish: RefundWish,
  leftMinor: Minor,
): Promise<Refund> {
  try {
    return await insertPendingRefund(tx, {
      id: newId(),
      paymentId: payment.id,
      transactionId: payment.transaction_id,
      storeId: payment.store_id,
      amount: formatMoney(wish.amountMinor),
      cause: wish.cause,
      reason: wish.reason,
      refundTo: wish.to ?? 'original',
      shiftId: wish.shiftId ?? null,
      requestedBy: wish.requestedBy,
      openedAt: wish.now,
      graceMs: GRACE_MS,
    });
  } catch (error) {
    if (brokenConstraint(error) === 'refund_ceiling') throw exceeds(leftMinor);
    throw error;
  }
}

const exceeds = (leftMinor: Minor): Failure => {
  const left = formatMoney(Math.max(leftMinor, 0));
  const message = `A refund is more than nothing and at most what is left of the payment: ${left}.`;
  return new Failure('invalid', 'REFUND_EXCEEDS_PAYMENT', `amount: ${message}`, {
    fields: { amount: [message] },
    details: { refundable: left },
  });
};
