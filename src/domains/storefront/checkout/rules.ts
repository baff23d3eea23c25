import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { type Minor, minor } from '../../../platform/money.js';
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
/** More tries to pay for one cart are somebody trying out cards. */
export const MAX_ATTEMPTS = 25;
/** Why an attempt ends that this process came too late to charge for. */
export const WAS_TOO_LATE = 'too_late';

/** Three times what a charge may take; a holder that lets it run out is dead or hopelessly slow. */
export const LEASE_SECONDS = 30;
/** How often an open challenge is looked at, in case the shopper closed the tab after it. */
export const CHALLENGE_LOOK_SECONDS = 60;
/** A processor that tells nothing of a charge this long after holds the goods up no longer. */
export const PATIENCE_MS = 15 * MINUTE_MS;

/** Waiting for a payer who may still come back with another card. */
export const isIdle = (status: CheckoutStatus): boolean =>
  status === 'checkout_initiated' || status === 'payment_failed';

/** An attempt is under way, and goods are held for it. */
export const isInPayment = (status: CheckoutStatus): boolean =>
  status === 'payment_processing' || status === 'payment_requires_action';

export const isExpired = (
  checkout: { status: CheckoutStatus; expires_at: Date },
  now: Date,
): boolean =>
  checkout.status === 'expired' || (checkout.status !== 'completed' && checkout.expires_at <= now);

/** The key of an attempt at the processor: however often it is sent, it is charged once. */
export const chargeKey = (checkoutId: string, attempt: number): string =>
  `${checkoutId}:${attempt}`;

/** A payment nobody has had the last word on. */
export const OPEN_PAYMENT: readonly PaymentStatus[] = ['pending', 'requires_action'];
/** A sale of ours that its own charge may still complete. */
export const awaitsCharge = (status: SaleStatus): boolean =>
  status === 'pending' || status === 'payment_requires_action';

/** How a checkout ends whose attempt took no money, or gave it back. */
export type Ending = 'payment_failed' | 'cancelled' | 'expired';

export type PaymentFailure = { code: string; message: string };

/** Money that a processor says it took. */
export type Paid = {
  kind: 'paid';
  processorPaymentId: string;
  amountMinor: Minor;
  currency: string;
};

/** It pays for what was asked in the same currency, to the cent. */
export const isExact = (paid: Paid, asked: { amount: string; currency: string }): boolean =>
  paid.amountMinor === minor(asked.amount) && paid.currency === asked.currency;

/** What is to be made of a processor's word. */
export type Verdict =
  | Paid
  | { kind: 'challenge'; processorPaymentId: string; clientSecret: string }
  /** `inDoubt`: money may have moved all the same, so somebody has to keep asking. */
  | ({ kind: 'failed'; inDoubt: boolean } & PaymentFailure);

export function verdictOf(outcome: Outcome): Verdict {
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
      return { kind: 'failed', inDoubt: false, code: outcome.code, message: outcome.message };
    case 'unknown':
      return unanswered(outcome.reason);
  }
}

/** Nobody knows. The shopper is told that it failed, so what was taken all the same goes back. */
export const unanswered = (code: string): Verdict & { kind: 'failed' } => ({
  kind: 'failed',
  inDoubt: true,
  code,
  message: 'The payment could not be completed.',
});

const FIRST_LOOK_MS = 10 * SECOND_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
/** No request is on its way for longer: a charge nobody has seen by then never happened. */
export const NEVER_SEEN_MS = 10 * MINUTE_MS;
/** After a week of silence it is a matter for people. */
export const GIVE_UP_MS = 7 * DAY_MS;

/** 10 s, 30 s, 90 s, … six hours: the pause after the given number of looks. */
export const pauseBeforeLookMs = (looks: number): number =>
  Math.min(FIRST_LOOK_MS * 3 ** Math.min(looks, 20), LONGEST_PAUSE_MS);

/** When the goods can be fetched, in the words of the store's own clock. */
export function pickupDisplay(at: Date, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    })
      .format(at)
      .replaceAll(/\s/gu, ' ');
  } catch {
    return at.toUTCString();
  }
}

/** The calendar day of a moment where the store is; Swedish writes dates as ISO 8601 does. */
export function dayAt(at: Date, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
  } catch {
    return at.toISOString().slice(0, 10);
  }
}
