import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/language.js';
import { formatsFor } from '../../../platform/local-formats.js';
import { type Minor, minor } from '../../../platform/money.js';
import { exponential } from '../../../platform/work/queues/back-off.js';
import type { Outcome, PaymentStatus } from '../../payments/index.js';
import type { SaleStatus } from '../../transactions/index.js';

export const CHECKOUT_STATUSES = [
  'checkout_initiated',
  'payment_processing',
  'payment_requires_action',
  'payment_failed',
  'completed',
  'cancelled',
  'expired',
] as const;
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number];

export const FULFILLMENT_METHODS = ['ship', 'pickup', 'digital'] as const;
export type FulfillmentMethod = (typeof FULFILLMENT_METHODS)[number];

export const CHECKOUT_MS = 30 * MINUTE_MS;
export const PAY_AT_STORE_MS = 72 * HOUR_MS;
export const RECEIPT_TOKEN_MS = 90 * DAY_MS;
/** More attempts on one checkout indicate card testing. */
export const MAX_ATTEMPTS = 25;
/** Failure code of an attempt whose lease was half over before the charge was sent. */
export const CHARGE_TOO_LATE = 'too_late';

/** Three times the timeout of a charge: after it the process is dead or stalled. */
export const LEASE_SECONDS = 30;
/** Pause between two checks of an open challenge by its queue: the shopper may have closed the tab. */
export const CHALLENGE_CHECK_SECONDS = 60;
/** How long stock stays reserved while the processor does not report the outcome of a charge. */
export const OUTCOME_WAIT_MS = 15 * MINUTE_MS;

/** No attempt is running; the shopper may start one. */
export const isIdle = (status: CheckoutStatus): boolean =>
  status === 'checkout_initiated' || status === 'payment_failed';

/** An attempt is running, and stock is reserved for it. */
export const isInPayment = (status: CheckoutStatus): boolean =>
  status === 'payment_processing' || status === 'payment_requires_action';

export const isExpired = (
  checkout: { status: CheckoutStatus; expires_at: Date },
  now: Date,
): boolean =>
  checkout.status === 'expired' || (checkout.status !== 'completed' && checkout.expires_at <= now);

/** Idempotency key of an attempt at the processor: repeated requests charge once. */
export const chargeKey = (checkoutId: string, attempt: number): string =>
  `${checkoutId}:${attempt}`;

/** Payments whose outcome is not final. */
export const OPEN_PAYMENT_STATUSES: readonly PaymentStatus[] = ['pending', 'requires_action'];
/** Sales that the charge of their checkout may still complete. */
export const awaitsCharge = (status: SaleStatus): boolean =>
  status === 'pending' || status === 'payment_requires_action';

/** Status of a checkout after an attempt that took no money or refunded it. */
export type ClosingStatus = 'payment_failed' | 'cancelled' | 'expired';

export type PaymentFailure = { code: string; message: string };

/** The processor took this amount. */
export type PaidOutcome = {
  kind: 'paid';
  processorPaymentId: string;
  amountMinor: Minor;
  currency: string;
};

/** Same currency and same amount to the cent. */
export const isExactAmount = (
  paid: PaidOutcome,
  requested: { amount: string; currency: string },
): boolean =>
  paid.amountMinor === minor(requested.amount, requested.currency) &&
  paid.currency === requested.currency;

/** Result of an attempt, derived from the outcome that the processor reports. */
export type AttemptOutcome =
  | PaidOutcome
  | { kind: 'challenge'; processorPaymentId: string; clientSecret: string }
  /** `isUncertain`: money may have moved, so the queue of uncertain charges checks the charge. */
  | ({ kind: 'failed'; isUncertain: boolean } & PaymentFailure);

export function attemptOutcomeOf(outcome: Outcome): AttemptOutcome {
  switch (outcome.outcome) {
    case 'succeeded':
      return {
        kind: 'paid',
        processorPaymentId: outcome.paymentId,
        amountMinor: outcome.amountMinor,
        currency: outcome.currency,
      };
    case 'requires_action':
      return {
        kind: 'challenge',
        processorPaymentId: outcome.paymentId,
        clientSecret: outcome.clientSecret,
      };
    case 'declined':
      return { kind: 'failed', isUncertain: false, code: outcome.code, message: outcome.message };
    case 'unknown':
      return uncertainOutcome(outcome.reason);
  }
}

/** The shopper gets a failure, so money that was taken after all is refunded. */
export const uncertainOutcome = (code: string): AttemptOutcome & { kind: 'failed' } => ({
  kind: 'failed',
  isUncertain: true,
  code,
  message: 'The payment could not be completed.',
});

/** An uncertain charge is checked for the first time after this. */
export const FIRST_CHECK_DELAY_MS = 10 * SECOND_MS;
/** A request cannot arrive later than this: a charge unknown to the processor was not made. */
export const NOT_CHARGED_AFTER_MS = 10 * MINUTE_MS;
/** After a week without an outcome, staff get an alert. */
export const GIVE_UP_MS = 7 * DAY_MS;

/** 30 s, 90 s, … up to 6 h after a check without an outcome. */
export const uncertainBackOff = exponential({
  firstMs: 3 * FIRST_CHECK_DELAY_MS,
  factor: 3,
  longestMs: 6 * HOUR_MS,
});

/** Pickup time as text in the store's time zone. */
export function pickupDisplay(
  at: Date,
  timeZone: string,
  language: Language = DEFAULT_LANGUAGE,
): string {
  try {
    return formatsFor(language, '').appointment(at, timeZone);
  } catch {
    return at.toUTCString();
  }
}

/** Calendar day in the store's time zone; the Swedish locale formats dates as ISO 8601. */
export function dayAt(at: Date, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
  } catch {
    return at.toISOString().slice(0, 10);
  }
}
