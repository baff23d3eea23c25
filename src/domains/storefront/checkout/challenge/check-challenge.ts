import { invalidField } from '../../../../platform/http/failure.js';
import type { Platform } from '../../../../platform/platform.js';
import { type Outcome, paymentById, processorFor } from '../../../payments/index.js';
import { answerAttempt } from '../attempt/answer-attempt.js';
import { recordDecline } from '../attempt/card-testing.js';
import { settlePayment } from '../attempt/settle-payment.js';
import { processorAway } from '../errors.js';
import type { Payer } from '../payer.js';
import type { Checkout } from '../repository.js';
import { attemptOutcomeOf } from '../rules.js';
import type { CompleteReply } from '../schemas.js';

/** Asks the processor about an open challenge; `confirm` also finishes an authenticated one. */
export async function checkChallenge(
  platform: Platform,
  payer: Payer,
  checkout: Checkout,
  request: 'find' | 'confirm',
  expectedIntentId: string | null = null,
): Promise<CompleteReply> {
  const id = checkout.payment_id;
  const payment = id === null ? undefined : await paymentById(platform.db, id);
  const intentId = payment?.processor_transaction_id;
  if (!payment || !intentId) throw new Error('challenge without a payment at the processor');
  if (expectedIntentId !== null && expectedIntentId !== intentId) {
    throw invalidField(
      'payment_intent_id',
      'This is not the payment of this checkout.',
      'PAYMENT_INTENT_MISMATCH',
    );
  }
  const processor = processorFor(platform, payment.processor_type ?? 'primary');
  const processorOutcome: Outcome | null =
    request === 'confirm'
      ? await processor.confirm(intentId)
      : await processor.find({ paymentId: intentId });
  // The shopper has no answer yet, so the challenge stays open.
  if (processorOutcome === null || processorOutcome.outcome === 'unknown') throw processorAway();
  const outcome = attemptOutcomeOf(processorOutcome);
  await recordDecline(platform, payer, outcome);
  const settled = await settlePayment(platform, { ...payment, checkoutId: checkout.id }, outcome);
  return answerAttempt(platform, settled, outcome);
}
