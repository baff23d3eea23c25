import type { Platform } from '../../../../platform/platform.js';
import { checkoutBusy, checkoutCancelled, checkoutExpired, paymentFailed } from '../errors.js';
import { type PlacedSale, presentChallenge, presentPlaced } from '../present.js';
import type { Checkout } from '../repository.js';
import type { AttemptOutcome } from '../rules.js';
import type { CompleteReply } from '../schemas.js';

const FAILED = { code: 'payment_failed', message: 'The payment could not be completed.' };

/** Response to the shopper after an attempt, by the status of the checkout. */
export async function answerAttempt(
  platform: Platform,
  checkout: Checkout | undefined,
  outcome: AttemptOutcome,
  sale?: PlacedSale,
): Promise<CompleteReply> {
  switch (checkout?.status) {
    case 'completed':
      return presentPlaced(platform, checkout, sale);
    case 'payment_requires_action':
      if (outcome.kind === 'challenge') return presentChallenge(platform, checkout, outcome);
      throw checkoutBusy();
    case 'cancelled':
      throw checkoutCancelled();
    case 'expired':
      throw checkoutExpired();
    default:
      throw paymentFailed(checkout?.failure ?? FAILED);
  }
}
