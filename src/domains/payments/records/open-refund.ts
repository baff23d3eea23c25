import { MINUTE_MS } from '../../../platform/clock.js';
import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, Failure, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import { insertPendingRefund, type Refund } from './refund-repository.js';
import { lockPayment, type Payment } from './repository.js';
import { heldMoney, type RefundCause, type RefundDestination, routeOf } from './rules.js';
import { recordSettlement } from './settle-attempt.js';

/** Longer than any request takes: after it the queue makes the first attempt. */
const GRACE_MS = 2 * MINUTE_MS;

export type OpenRefundRequest = {
  paymentId: string;
  amountMinor: Minor;
  cause: RefundCause;
  reason: string;
  requestedBy: string | null;
  now: Date;
  /** `store_credit`: the caller issues the credit. `cash`: paid from the drawer. */
  to?: RefundDestination;
  /** The shift that books the refund; the caller has locked it. */
  shiftId?: string | null;
};

/**
 * First half of a refund, in the caller's transaction: from here on the amount counts as refunded.
 * A refund that needs no processor is settled at once. The caller runs any other after the commit;
 * if the caller crashes, the queue does.
 */
export async function openRefund(tx: Tx, request: OpenRefundRequest): Promise<Refund> {
  const payment = await lockPayment(tx, request.paymentId);
  if (payment === undefined) throw notFound('Payment');
  if (!heldMoney(payment)) {
    throw conflict('NOTHING_TO_REFUND', 'This payment never took any money.', {
      status: payment.status,
    });
  }
  const leftMinor = minor(payment.amount) - minor(payment.refund_total);
  if (request.amountMinor < 1 || request.amountMinor > leftMinor) throw exceeds(leftMinor);
  const refund = await insert(tx, payment, request, leftMinor);
  if (routeOf(refund.refund_to, payment) === 'processor') return refund;
  return (
    (await recordSettlement(tx, refund, payment, { outcome: 'succeeded', refundId: null })) ??
    refund
  );
}

async function insert(
  tx: Tx,
  payment: Payment,
  request: OpenRefundRequest,
  leftMinor: Minor,
): Promise<Refund> {
  try {
    return await insertPendingRefund(tx, {
      id: newId(),
      paymentId: payment.id,
      transactionId: payment.transaction_id,
      storeId: payment.store_id,
      amount: formatMoney(request.amountMinor),
      cause: request.cause,
      reason: request.reason,
      refundTo: request.to ?? 'original',
      shiftId: request.shiftId ?? null,
      requestedBy: request.requestedBy,
      openedAt: request.now,
      graceMs: GRACE_MS,
    });
  } catch (error) {
    if (brokenConstraint(error) === 'refund_ceiling') throw exceeds(leftMinor);
    throw error;
  }
}

const exceeds = (leftMinor: Minor): Failure => {
  const left = formatMoney(Math.max(leftMinor, 0));
  const message = `A refund must be at least 0.01 and at most the rest of the payment: ${left}.`;
  return new Failure('invalid', 'REFUND_EXCEEDS_PAYMENT', `amount: ${message}`, {
    fields: { amount: [message] },
    details: { refundable: left },
  });
};
