import { addMs } from '../../../../platform/clock.js';
import type { Platform } from '../../../../platform/platform.js';
import { type Payment, processorFor } from '../../../payments/index.js';
import { settlePayment } from '../attempt/settle-payment.js';
import type { Checkout } from '../repository.js';
import { PATIENCE_MS, unanswered, verdictOf } from '../rules.js';

/**
 * Calls an open challenge off at the processor, so that no money can move, and lets the goods go.
 * If the card holder was faster, an expired checkout becomes an order after all, and a cancelled
 * one gets its money back. Undefined when nothing could be decided yet.
 */
export async function closeChallenge(
  platform: Platform,
  checkout: Checkout,
  payment: Payment,
  ending: 'cancelled' | 'expired',
): Promise<Checkout | undefined> {
  const processor = processorFor(platform, payment.processor_type ?? 'primary');
  const outcome = await processor.cancel(payment.processor_transaction_id ?? '');
  if (outcome.outcome !== 'unknown') {
    return settlePayment(platform, payment, verdictOf(outcome), ending);
  }
  const isPatient = platform.clock.now() < addMs(checkout.expires_at, PATIENCE_MS);
  if (ending === 'expired' && isPatient) return undefined;
  return settlePayment(platform, payment, unanswered(outcome.reason), ending);
}
