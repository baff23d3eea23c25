import type { Platform } from '../../../../platform/platform.js';
import {
  findPaymentByProcessorId,
  type Outcome,
  type ProcessorType,
} from '../../../payments/index.js';
import { verdictOf } from '../rules.js';
import { settlePayment } from './settle-payment.js';

/**
 * What a processor says of an intent by itself, in a webhook for instance. Safe beside a
 * confirmation of the same intent, and any number of times. False when no order knows the intent,
 * or when the processor had nothing final to say.
 */
export async function settleIntent(
  platform: Platform,
  said: { processorType: ProcessorType; paymentIntentId: string; outcome: Outcome },
): Promise<boolean> {
  const { processorType, paymentIntentId, outcome } = said;
  if (outcome.outcome !== 'succeeded' && outcome.outcome !== 'declined') return false;
  const payment = await findPaymentByProcessorId(platform.db, processorType, paymentIntentId);
  if (payment === undefined || payment.status === 'succeeded') return false;
  const checkout = await settlePayment(platform, payment, verdictOf(outcome));
  return checkout !== undefined;
}
