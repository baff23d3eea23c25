import { record } from '../../../../platform/work/events/outbox.js';
import { movePayment, paymentSaved } from '../../../payments/index.js';
import { moveSale, saleUpdated } from '../../../transactions/index.js';
import { moveCheckout } from '../attempt/attempt-repository.js';
import { failAttempt } from '../attempt/fail-attempt.js';
import type { SettlementContext } from '../attempt/settlement-context.js';
import type { Checkout } from '../repository.js';
import { type AttemptOutcome, awaitsCharge, type ClosingStatus } from '../rules.js';

/**
 * Waits for the card holder's authentication. Stock stays reserved, and the queue of attempts checks
 * the challenge, because the shopper may not come back to confirm it.
 */
export async function openChallenge(
  context: SettlementContext,
  { processorPaymentId }: AttemptOutcome & { kind: 'challenge' },
  closingStatus: ClosingStatus,
): Promise<Checkout> {
  const { tx, checkout, sale, payment, now } = context;
  const challenged =
    payment.status === 'pending'
      ? await movePayment(tx, payment.id, ['pending'], {
          status: 'requires_action',
          processorTransactionId: processorPaymentId,
        })
      : payment;
  if (challenged === undefined) throw new Error('locked payment changed its status');
  if (closingStatus !== 'payment_failed' || !awaitsCharge(sale.status)) {
    // Cancelling failed at the processor, so the charge is tracked as uncertain.
    return failAttempt(
      { ...context, payment: challenged },
      { code: 'canceled', message: 'The payment was canceled.', isUncertain: true },
      closingStatus,
    );
  }
  if (payment.status !== 'pending') return checkout;
  await moveSale(tx, sale.id, 'payment_requires_action');
  await record(
    tx,
    paymentSaved(challenged),
    saleUpdated(sale, {
      status: 'payment_requires_action',
      change_due: sale.change_due,
      source_system: sale.source_system,
    }),
  );
  return moveCheckout(tx, checkout, { status: 'payment_requires_action', updated_at: now });
}
