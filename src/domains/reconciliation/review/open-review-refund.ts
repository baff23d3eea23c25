import type { Tx } from '../../../platform/database/tx.js';
import { minor } from '../../../platform/money.js';
import type { Staff } from '../../access/index.js';
import { movePayment, openRefund, type Payment, type Refund } from '../../payments/index.js';
import { openPaymentRefund } from '../../transactions/index.js';

/** The longest reason that a refund takes. */
const MAX_REASON = 500;

/**
 * Refunds the rest of a payment. Money that the processor took for a payment booked as failed never
 * counted as paid: the payment becomes a voided one that is refunded in full.
 */
export async function openReviewRefund(
  tx: Tx,
  caller: Staff,
  payment: Payment,
  { note, now }: { note: string; now: Date },
): Promise<Refund> {
  const reason = [...`Payment review: ${note}`].slice(0, MAX_REASON).join('');
  if (payment.status !== 'failed') {
    return openPaymentRefund(tx, caller, { payment: payment.id, reason }, now);
  }
  await movePayment(tx, payment.id, ['failed'], { status: 'voided', processedAt: now });
  return openRefund(tx, {
    paymentId: payment.id,
    amountMinor: minor(payment.amount, payment.currency),
    tipMinor: minor(payment.tip, payment.currency),
    cause: 'late_success',
    reason,
    requestedBy: caller.userId,
    now,
  });
}
