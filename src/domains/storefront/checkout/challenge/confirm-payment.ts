import { invalidField } from '../../../../platform/http/failure.js';
import type { Platform } from '../../../../platform/platform.js';
import { type Outcome, paymentById, processorFor } from '../../../payments/index.js';
import { answerAttempt } from '../attempt/answer-attempt.js';
import { noteOutcome } from '../attempt/card-testing.js';
import { settlePayment } from '../attempt/settle-payment.js';
import {
  checkoutBusy,
  checkoutCancelled,
  checkoutExpired,
  nothingToConfirm,
  paymentFailed,
  processorAway,
} from '../errors.js';
import type { Payer } from '../payer.js';
import { presentPlaced } from '../present.js';
import type { Checkout } from '../repository.js';
import { verdictOf } from '../rules.js';
import type { CompleteReply } from '../schemas.js';

/**
 * After the card holder's challenge. The processor is asked what became of it: what the caller
 * says proves nothing. Asked again, it gives the same answer.
 */
export async function confirmPayment(
  platform: Platform,
  payer: Payer,
  checkout: Checkout,
  intentId: string | null,
): Promise<CompleteReply> {
  switch (checkout.status) {
    case 'payment_requires_action':
      return lookAtChallenge(platform, payer, checkout, 'confirm', intentId);
    case 'completed':
      return presentPlaced(platform, checkout);
    case 'payment_processing':
      throw checkoutBusy();
    case 'payment_failed':
      throw checkout.failure === null ? nothingToConfirm() : paymentFailed(checkout.failure);
    case 'cancelled':
      throw checkoutCancelled();
    case 'expired':
      throw checkoutExpired();
    case 'checkout_initiated':
      throw nothingToConfirm();
  }
}

/** Asks after an open challenge; `confirm` also finishes what only waits for us. */
export async function lookAtChallenge(
  platform: Platform,
  payer: Payer,
  checkout: Checkout,
  ask: 'find' | 'confirm',
  expectedIntentId: string | null = null,
): Promise<CompleteReply> {
  const id = checkout.payment_id;
  const payment = id === null ? undefined : await paymentById(platform.db, id);
  const intentId = payment?.processor_transaction_id;
  if (!payment || !intentId) throw new Error('a challenge has no payment at the processor');
  if (expectedIntentId !== null && expectedIntentId !== intentId) {
    throw invalidField(
      'payment_intent_id',
      'This is not the payment of this checkout.',
      'PAYMENT_INTENT_MISMATCH',
    );
  }
  const processor = processorFor(platform, payment.processor_type ?? 'primary');
  const outcome: Outcome | null =
    ask === 'confirm'
      ? await processor.confirm(intentId)
      : await processor.find({ paymentId: intentId });
  // Nobody has told the shopper anything yet, so the challenge simply stays open.
  if (outcome === null || outcome.outcome === 'unknown') throw processorAway();
  const verdict = verdictOf(outcome);
  await noteOutcome(platform, payer, verdict);
  return answerAttempt(platform, await settlePayment(platform, payment, verdict), verdict);
}
