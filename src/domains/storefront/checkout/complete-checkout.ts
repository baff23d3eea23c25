import { SECOND_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { type Outcome, processorFor } from '../../payments/index.js';
import { answerAttempt } from './attempt/answer-attempt.js';
import { cardVerdict, noteOutcome } from './attempt/card-testing.js';
import { reached } from './attempt/crash-points.js';
import { openAttempt } from './attempt/open-attempt.js';
import { recoverOne } from './attempt/recover-attempts.js';
import { settlePayment } from './attempt/settle-payment.js';
import type { Attempt } from './attempt/write-attempt.js';
import { lookAtChallenge } from './challenge/confirm-payment.js';
import { checkoutBusy } from './errors.js';
import type { Payer } from './payer.js';
import { presentPlaced } from './present.js';
import type { Checkout } from './repository.js';
import { LEASE_SECONDS, verdictOf, WAS_TOO_LATE } from './rules.js';
import type { CompleteReply, CompleteRequest } from './schemas.js';

/**
 * Pays for a checkout, in three steps of which each may be the last one this process takes: write
 * the attempt down and hold the goods; charge, with no lock held; make of the answer what is to be
 * made of it. What is left lying in between is taken up by a job.
 */
export async function completeCheckout(
  platform: Platform,
  payer: Payer,
  found: Checkout,
  request: CompleteRequest,
): Promise<CompleteReply> {
  const cards = await cardVerdict(platform, payer);
  for (let round = 0; round < 2; round += 1) {
    const opening = await openAttempt(platform, payer, cards, found, request);
    switch (opening.kind) {
      case 'charge':
        return chargeAttempt(platform, payer, opening.attempt);
      case 'placed':
        return presentPlaced(platform, opening.checkout);
      case 'challenge':
        return lookAtChallenge(platform, payer, opening.checkout, 'find');
      case 'unattended':
        await recoverOne(platform, found.id);
    }
  }
  throw checkoutBusy();
}

async function chargeAttempt(
  platform: Platform,
  payer: Payer,
  attempt: Attempt,
): Promise<CompleteReply> {
  await reached('attempt_opened', attempt.checkoutId);
  const verdict = verdictOf(await charge(platform, attempt));
  await reached('charged', attempt.checkoutId);
  await noteOutcome(platform, payer, verdict);
  const checkout = await settlePayment(platform, attempt.payment, verdict);
  await reached('settled', attempt.checkoutId);
  return answerAttempt(platform, checkout, verdict, attempt.sale);
}

/** Half of the lease; the other half is for the charge itself. */
const CHARGE_WITHIN_MS = (LEASE_SECONDS * SECOND_MS) / 2;

async function charge(
  platform: Platform,
  { processorType, charge: request, payment, leasedAtMs }: Attempt,
): Promise<Outcome> {
  // A process that was frozen must not charge for goods that were given to others meanwhile.
  if (performance.now() - leasedAtMs > CHARGE_WITHIN_MS) {
    const message = 'The payment took too long to begin.';
    return { outcome: 'declined', paymentId: null, code: WAS_TOO_LATE, message };
  }
  try {
    return await processorFor(platform, processorType).charge(request);
  } catch (error) {
    // Nothing is known about the money, so it is treated like an answer that was lost.
    platform.log.error({ err: error, payment: payment.id }, 'a charge ended unexpectedly');
    return { outcome: 'unknown', reason: 'unexpected_error' };
  }
}
