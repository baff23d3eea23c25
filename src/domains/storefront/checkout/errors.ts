import { Failure, forbidden } from '../../../platform/http/failure.js';
import type { PaymentFailure } from './rules.js';

/** The same answer for a foreign, an unknown and a malformed id, so it does not reveal which. */
export const notAuthorized = (code = 'NOT_AUTHORIZED'): Failure =>
  forbidden('Not authorized', code);

export const checkoutNotFound = (): Failure =>
  new Failure('not_found', 'CHECKOUT_NOT_FOUND', 'Checkout session not found');

/** The contract of cancel: 400 with this message. */
export const nothingToCancel = (): Failure =>
  new Failure('invalid', 'CHECKOUT_NOT_FOUND', 'checkout session not found');

export const cannotCancelCompleted = (): Failure =>
  new Failure('invalid', 'CHECKOUT_COMPLETED', 'cannot cancel completed checkout');

export const checkoutExpired = (): Failure =>
  new Failure('invalid', 'CHECKOUT_EXPIRED', 'Checkout session has expired');

export const checkoutCancelled = (): Failure =>
  new Failure('invalid', 'CHECKOUT_CANCELLED', 'Checkout session was cancelled');

export const nothingToConfirm = (): Failure =>
  new Failure('invalid', 'NOTHING_TO_CONFIRM', 'No payment waits for a confirmation.');

/** Another attempt on this cart is running; the client retries after 2 s. */
export const checkoutBusy = (): Failure =>
  new Failure('conflict', 'CHECKOUT_BUSY', 'A payment for this cart is being processed.', {
    retryAfterSeconds: 2,
  });

export const tooManyAttempts = (): Failure =>
  new Failure(
    'invalid',
    'TOO_MANY_ATTEMPTS',
    'This checkout has had too many failed payments; start a new one.',
  );

export const cartEmpty = (): Failure => new Failure('invalid', 'CART_EMPTY', 'The cart is empty.');

export const cartGone = (): Failure =>
  new Failure('invalid', 'CART_NOT_ACTIVE', 'The cart of this checkout is no longer active.');

export const notForSale = (skus: readonly string[]): Failure =>
  new Failure('invalid', 'PRODUCT_INACTIVE', `No longer sold: ${skus.slice(0, 5).join(', ')}.`, {
    details: { skus },
  });

/** The details hold the processor's code and message, never the shopper's input. */
export const paymentFailed = ({ code, message }: PaymentFailure): Failure =>
  new Failure('invalid', 'PAYMENT_FAILED', 'Payment failed', {
    details: { reason: code, message },
  });

export const processorAway = (): Failure =>
  new Failure('unavailable', 'PROCESSOR_UNAVAILABLE', 'The payment processor does not answer.', {
    retryAfterSeconds: 5,
  });
