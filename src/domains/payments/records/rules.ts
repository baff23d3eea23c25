import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.js';
import { type Minor, roundToStep } from '../../../platform/money.js';
import { exponential } from '../../../platform/work/queues/back-off.js';
import { paysByHashedCode } from '../../stored-value/index.js';
import type { MethodType } from '../methods/rules.js';

export const PAYMENT_STATUSES = [
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'voided',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Payments that hold no money yet; a later charge may still settle them. */
export const UNSETTLED_STATUSES = [
  'pending',
  'requires_action',
  'failed',
] as const satisfies readonly PaymentStatus[];

export const VERIFICATIONS = ['not_needed', 'unverified', 'confirmed', 'mismatch'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** The same states by their names in the API. */
export const SHOWN_VERIFICATIONS = ['not_needed', 'unverified', 'verified', 'mismatch'] as const;
export type ShownVerification = (typeof SHOWN_VERIFICATIONS)[number];

export const showVerification = (state: Verification): ShownVerification =>
  state === 'confirmed' ? 'verified' : state;

export const readVerification = (shown: ShownVerification): Verification =>
  shown === 'verified' ? 'confirmed' : shown;

export const REVIEW_DECISIONS = ['accept', 'refund', 'correct'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const REFUND_CAUSES = ['void', 'return', 'refund', 'late_success'] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];

export const REFUND_DESTINATIONS = ['original', 'cash', 'store_credit'] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];

/** A voided payment took money if and only if it has `processed_at`. */
export const heldMoney = (payment: { status: PaymentStatus; processed_at: Date | null }): boolean =>
  payment.status === 'succeeded' || (payment.status === 'voided' && payment.processed_at !== null);

/** How the money of a succeeded refund went back. */
export const REFUND_WAYS = ['processor', 'cash', 'store_credit', 'gift_card', 'external'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** What a person has to do before a pending refund succeeds. */
export const REFUND_ACTIONS = ['confirm_on_terminal', 'pay_out_cash'] as const;
export type RefundAction = (typeof REFUND_ACTIONS)[number];

type Taken = {
  method_type: MethodType;
  processor_type: string | null;
  processor_transaction_id: string | null;
  value_account_id: string | null;
};

/**
 * How a refund has to go back: through the processor if the payment has a processor id, onto the
 * stored value that paid, in cash, or on the separate terminal that took the card.
 */
export function wayOf(to: RefundDestination, payment: Taken): RefundWay {
  if (to !== 'original') return to;
  if (payment.value_account_id !== null) {
    return paysByHashedCode(payment.method_type) ? 'gift_card' : 'store_credit';
  }
  const hasCharge = payment.processor_type !== null && payment.processor_transaction_id !== null;
  if (hasCharge) return 'processor';
  return payment.method_type === 'cash' ? 'cash' : 'external';
}

/**
 * The idempotency key sent to the processor. It stays the same while the outcome is uncertain, so
 * that a retry finds the earlier refund. It changes only after a definite refusal.
 */
export const refundKey = (refund: { refund_id: string; refusals: number }): string =>
  refund.refusals === 0 ? refund.refund_id : `${refund.refund_id}:${refund.refusals}`;

/** With the back-off below, the last attempt is about 17 hours after the first. */
export const MAX_REFUND_ATTEMPTS = 12;

/** 1, 2, 4, … minutes, at most four hours. */
export const refundBackOff = exponential({
  firstMs: MINUTE_MS,
  factor: 2,
  longestMs: 4 * HOUR_MS,
  maxAttempts: MAX_REFUND_ATTEMPTS,
});

export type CashRefund = {
  amountMinor: Minor;
  /** What refunds before this one have left of the payment's amount. */
  leftMinor: Minor;
  /** The payment with its rounding, and its refunds with theirs. */
  paidMinor: Minor;
  givenMinor: Minor;
  wasCash: boolean;
  /** The store's cash rounding; 0 is none. */
  stepMinor: Minor;
};

/**
 * What a cash refund pays beyond its amount. The last refund of a cash payment gives back the rest
 * of what was handed over: 13.95 for a sale of 13.93. Any other rounds its own amount half up, and
 * the cash of all refunds never exceeds what was paid: a card payment counts as rounded.
 */
export function cashRefundRounding(refund: CashRefund): Minor {
  const { amountMinor, leftMinor, paidMinor, givenMinor, wasCash, stepMinor } = refund;
  const isPayable = (cashMinor: Minor): boolean => stepMinor === 0 || cashMinor % stepMinor === 0;
  const restMinor = (wasCash ? paidMinor : roundToStep(paidMinor, stepMinor)) - givenMinor;
  const givesRest = wasCash && amountMinor === leftMinor && restMinor >= 0;
  // A payment that no coins make up was taken before the store rounded, or in another system.
  if (givesRest && (isPayable(restMinor) || !isPayable(paidMinor))) return restMinor - amountMinor;
  const mostMinor = stepMinor === 0 ? restMinor : restMinor - (restMinor % stepMinor);
  return Math.max(Math.min(roundToStep(amountMinor, stepMinor), mostMinor), 0) - amountMinor;
}
