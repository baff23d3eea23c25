import { atomically, type Tx } from '../../platform/database/tx.js';
import { conflict, invalidField } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import { type Minor, minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { can, maySee, type Staff } from '../access/index.js';
import { consumeApproval } from '../approvals/index.js';
import {
  finishRefunds,
  openRefund,
  paymentById,
  type Refund,
  type RefundView,
  refundView,
} from '../payments/index.js';
import { applyRefunds } from './apply-refunds.js';
import { lockSale } from './repository.js';

export type RefundRequest = {
  payment: string;
  /** Unset: all that is left of the payment. */
  amountMinor?: Minor;
  reason: string;
  approvalRequestId?: string;
};

/** Gives money of a payment back by hand, up to what is left of it. */
export async function refundPayment(
  platform: Platform,
  caller: Staff,
  request: RefundRequest,
): Promise<RefundView> {
  const { db } = platform;
  const opened = await atomically(db, tx => open(tx, caller, request, platform.clock.now()));
  const [refund = opened] =
    opened.status === 'pending' ? await finishRefunds(platform, [opened.id]) : [];
  await atomically(db, tx => applyRefunds(tx, refund.transaction_id));
  const view = await refundView(db, 'id', refund.id);
  if (view === undefined) throw new Error('a refund just made is gone');
  return view;
}

async function open(tx: Tx, caller: Staff, request: RefundRequest, now: Date): Promise<Refund> {
  const payment = isUuid(request.payment) ? await paymentById(tx, request.payment) : undefined;
  if (payment === undefined || !maySee(caller, payment.store_id)) {
    throw invalidField('payment', 'There is no such payment.');
  }
  const sale = await lockSale(tx, payment.transaction_id);
  if (
    sale === undefined ||
    !['completed', 'partially_refunded', 'partially_paid'].includes(sale.status)
  ) {
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
    now,
  });
}
