import type { Platform } from '../../../../platform/platform.js';
import {
  checkoutBusy,
  checkoutCancelled,
  checkoutExpired,
  nothingToConfirm,
  paymentFailed,
} from '../errors.js';
import type { Payer } from '../payer.js';
import { presentPlaced } from '../present.js';
import type { Checkout } from '../repository.js';
import type { CompleteReply } from '../schemas.js';
import { checkChallenge } from './check-challenge.js';

/**
 * Finishes a payment after the card holder's challenge. The outcome comes from the processor,
 * because a caller could claim anything. Idempotent: repeated calls get the same answer.
 */
export async function confirmPayment(
  platform: Platform,
  payer: Payer,
  checkout: Checkout,
  intentId: string | null,
): Promise<CompleteReply> {
  switch (checkout.status) {
    case 'payment_requires_action':
      return checkChallenge(platform, payer, checkout, 'confirm', intentId);
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
