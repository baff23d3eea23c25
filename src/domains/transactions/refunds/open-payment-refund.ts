import type { Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import { refuseFractions } from '../../../platform/http/refuse-fractions.js';
import { isUuid } from '../../../platform/ids.js';
import { minor } from '../../../platform/money.js';
import { can, maySee, type Staff } from '../../access/index.js';
import { consumeApproval } from '../../approvals/index.js';
import { openRefund, paymentById, type Refund } from '../../payments/index.js';
import { drawerFor } from '../../shifts/index.js';
import { lockSale } from '../repository.js';

export type RefundRequest = {
  payment: string;
  /** Unset: the rest of the payment. */
  amount?: string | number;
  reason: string;
  approvalRequestId?: string;
  /** The open shift that pays cash back. */
  shiftId?: string;
};

/** Opens a refund of a payment in the caller's transaction; the caller finishes it afterwards. */
export async function openPaymentRefund(
  tx: Tx,
  caller: Staff,
  request: RefundRequest,
  now: Date,
): Promise<Refund> {
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
  refuseFractions(payment.currency, { amount: request.amount });
  const { currency } = payment;
  const amountMinor =
    request.amount === undefined
      ? minor(payment.amount, currency) - minor(payment.refund_total, currency)
      : minor(request.amount, currency);
  if (!can(caller, 'refund.issue')) {
    await consumeApproval(tx, {
      requestId: request.approvalRequestId,
      subjects: { refund: { saleId: sale.id } },
      amountMinor,
      currency,
      storeId: payment.store_id,
      usedBy: caller.userId,
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
