import { minor } from '../../../../platform/money.js';
import { record } from '../../../../platform/work/events/outbox.js';
import { movePayment, openRefund, type Payment, paymentSaved } from '../../../payments/index.js';
import { type Checkout, convertCart } from '../repository.js';
import {
  type ClosingStatus,
  isExactAmount,
  type PaidOutcome,
  type PaymentFailure,
} from '../rules.js';
import { closeUncertainCharge } from '../uncertain/repository.js';
import { moveCheckout } from './attempt-repository.js';
import { closeSale } from './fail-attempt.js';
import { releaseHeld } from './held-payments.js';
import type { SettlementContext } from './settlement-context.js';

/** Refunds a payment whose order cannot be placed, and closes the attempt. */
export async function refundAndClose(
  context: SettlementContext,
  outcome: PaidOutcome,
  failure: PaymentFailure,
  closingStatus: ClosingStatus = 'payment_failed',
): Promise<Checkout> {
  const { tx, checkout, sale, payment, now } = context;
  await recordAndRefund(context, payment, outcome, failure.message);
  await releaseHeld(tx, sale, now);
  await closeSale(context, closingStatus, failure);
  // Paid at a till meanwhile: the customer has the order, so the checkout is completed.
  const isPaidAtTill = sale.status === 'completed' || sale.status === 'partially_paid';
  if (isPaidAtTill) await convertCart(tx, checkout.cart_id, now);
  return moveCheckout(tx, checkout, {
    status: isPaidAtTill ? 'completed' : closingStatus,
    failure,
    updated_at: now,
  });
}

/** Refunds a payment that succeeded after its attempt was closed; the order is not reopened. */
export const refundLatePayment = (
  context: Omit<SettlementContext, 'checkout'>,
  payment: Payment,
  outcome: PaidOutcome,
): Promise<void> =>
  recordAndRefund(context, payment, outcome, 'The payment came after the order was given up.');

async function recordAndRefund(
  { tx, now, refundIds }: Pick<SettlementContext, 'tx' | 'now' | 'refundIds'>,
  payment: Payment,
  paid: PaidOutcome,
  reason: string,
): Promise<void> {
  const { processorPaymentId, amountMinor } = paid;
  const requestedMinor = minor(payment.amount, payment.currency);
  const isExpectedAmount = isExactAmount(paid, payment);
  const taken = await movePayment(tx, payment.id, [payment.status], {
    status: 'voided',
    processorTransactionId: processorPaymentId,
    processedAt: now,
    verification: isExpectedAmount ? 'confirmed' : 'mismatch',
    reviewReason: isExpectedAmount ? null : 'The processor took another amount than was asked for.',
  });
  if (taken === undefined) throw new Error('locked payment changed its status');
  const refund = await openRefund(tx, {
    paymentId: payment.id,
    // Without an amount from the processor, the requested amount counts.
    amountMinor: amountMinor > 0 ? Math.min(amountMinor, requestedMinor) : requestedMinor,
    cause: 'late_success',
    reason,
    requestedBy: null,
    now,
  });
  refundIds.push(refund.id);
  await closeUncertainCharge(tx, payment.id, 'refunded');
  await record(tx, paymentSaved(taken));
}
