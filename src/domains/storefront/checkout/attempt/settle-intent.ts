import type { Platform } from '../../../../platform/platform.js';
import {
  findPaymentByProcessorId,
  type Outcome,
  type ProcessorType,
} from '../../../payments/index.js';
import { attemptOutcomeOf } from '../rules.js';
import { settlePayment } from './settle-payment.js';

/**
 * Applies an outcome that the processor reports by itself, for example in a webhook. Idempotent, and
 * safe in parallel with a confirmation. False if no payment has this intent or the outcome is not
 * final.
 */
export async function settleIntent(
  platform: Platform,
  report: { processorType: ProcessorType; paymentIntentId: string; outcome: Outcome },
): Promise<boolean> {
  const { processorType, paymentIntentId, outcome } = report;
  if (outcome.outcome !== 'succeeded' && outcome.outcome !== 'declined') return false;
  const payment = await findPaymentByProcessorId(platform.db, processorType, paymentIntentId);
  if (payment === undefined || payment.status === 'succeeded') return false;
  const checkout = await settlePayment(platform, payment, attemptOutcomeOf(outcome));
  return checkout !== undefined;
}
