import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField } from '../../platform/http/failure.js';
import type { Reply, Settle } from '../../platform/http/idempotency.js';
import { isUuid } from '../../platform/ids.js';
import { type Minor, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { can, maySee, type Staff } from '../access/index.js';
import { consumeApproval } from '../approvals/index.js';
import { finishRefunds, openRefund, paymentById, type Refund } from '../payments/index.js';
import { drawerFor } from '../shifts/index.js';
import { applyRefunds } from './apply-refunds.js';
import { refundView } from './payment-list-repository.js';
import { presentRefund } from './present-payment.js';
import { lockSale } from './repository.js';

type ShownRefund = ReturnType<typeof presentRefund>;

export type RefundRequest = {
  payment: string;
  /** Unset: the rest of the payment. */
  amountMinor?: Minor;
  reason: string;
  approvalRequestId?: string;
  /** The open shift that pays cash back. */
  shiftId?: string;
};

/**
 * Refunds a payment up to the rest of its amount. The transaction that opens the refund also stores
 * the idempotent response: if the process dies before the processor responds, a retry of the
 * request must not open a second refund.
 */
export async function refundPayment(
  platform: Platform,
  caller: Staff,
  request: RefundRequest,
  settle: Settle,
): Promise<Reply<ShownRefund>> {
  const { db } = platform;
  const respond = async (tx: Tx, refund: Refund) => {
    await applyRefunds(tx, refund.transaction_id);
    const view = await refundView(tx, 'id', refund.id);
    if (view === undefined) throw new Error('the new refund is missing');
    return settle(tx, 201, presentRefund(view, can(caller, 'refund.issue')));
  };
  const { refund, reply } = await atomically(db, async tx => {
    const refund = await open(tx, caller, request, platform.clock.now());
    return { refund, reply: await respond(tx, refund) };
  });
  if (refund.status !== 'pending' || refund.action_required !== null) return reply;
  await finishRefunds(platform, [refund.id]);
  return atomically(db, tx => respond(tx, refund));
}

async function open(tx: Tx, caller: Staff, request: RefundRequest, now: Date): Promise<Refund> {
  const found = isUuid(request.payment) ? await paymentById(tx, request.payment) : undefined;
  if (found === undefined || !maySee(caller, found.store_id)) {
    throw invalidField('payment', 'There is no such payment.');
  }
  const sale = await lockSale(tx, found.transaction_id);
  // Reads the payment again under the sale's lock: another refund may have reduced the rest.
  const payment = (await paymentById(tx, found.id)) ?? found;
  // A partially paid sale still owes its full amount, so only a void refunds it.
  if (sale?.status !== 'completed' && sale?.status !== 'partially_refunded') {
    throw conflict('INVALID_STATE', `A sale that is ${sale?.status} takes no refund.`, {
      status: sale?.status,
    });
  }
  const amountMinor = request.amountMinor ?? minor(payment.amount) - minor(payment.refund_total);
  if (!can(caller, 'refund.issue')) {
    await consumeApproval(tx, {
      requestId: request.approvalRequestId,
      requestTypes: ['refund'],
      amountMinor,
      storeId: payment.store_id,
      usedBy: caller.userId,
      subject: sale.transaction_number,
      usedFor: `refund of payment ${payment.id}`,
      now,
    });
  }
  return openRefund(tx, {
    paymentId: payment.id,
    amountMinor,
    cause: 'refund',
    reason: request.reason,
    requestedBy: caller.userId,
    ...(await drawerFor(tx, caller, payment, request.shiftId)),
    now,
  });
}
