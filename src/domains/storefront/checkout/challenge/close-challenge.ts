import { addMs } from '../../../../platform/clock.js';
import type { Platform } from '../../../../platform/platform.js';
import { processorFor } from '../../../payments/index.js';
import { settlePayment } from '../attempt/settle-payment.js';
import type { PaymentToSettle } from '../attempt/write-draft.js';
import type { Checkout } from '../repository.js';
import { attemptOutcomeOf, OUTCOME_WAIT_MS, uncertainOutcome } from '../rules.js';

/**
 * Cancels an open challenge at the processor and releases its stock. If the card holder finished the
 * challenge first, an expired checkout becomes an order and a cancelled one is refunded. Undefined
 * if the processor did not answer and the checkout stays open.
 */
export async function closeChallenge(
  platform: Platform,
  checkout: Checkout,
  payment: PaymentToSettle,
  closingStatus: 'cancelled' | 'expired',
): Promise<Checkout | undefined> {
  const known = { ...payment, checkoutId: checkout.id };
  const processor = processorFor(platform, payment.processor_type ?? 'primary');
  const outcome = await processor.cancel(payment.processor_transaction_id ?? '');
  if (outcome.outcome !== 'unknown') {
    return settlePayment(platform, known, attemptOutcomeOf(outcome), closingStatus);
  }
  const isWithinWait = platform.clock.now() < addMs(checkout.expires_at, OUTCOME_WAIT_MS);
  if (closingStatus === 'expired' && isWithinWait) return undefined;
  return settlePayment(platform, known, uncertainOutcome(outcome.reason), closingStatus);
}
