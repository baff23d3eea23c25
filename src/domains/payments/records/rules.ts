import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.js';

export const PAYMENT_STATUSES = [
  'pending',
  'requires_action',
  'succeeded',
  'failed',
  'voided',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const VERIFICATIONS = ['not_needed', 'unverified', 'confirmed', 'mismatch'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const REFUND_CAUSES = ['void', 'return', 'refund', 'late_success'] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];

export const REFUND_DESTINATIONS = ['original', 'cash', 'store_credit'] as const;
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number];

/** A voided payment once held money exactly if it was processed. */
export const heldMoney = (payment: { status: PaymentStatus; processed_at: Date | null }): boolean =>
  payment.status === 'succeeded' || (payment.status === 'voided' && payment.processed_at !== null);

type Taken = {
  processor_type: string | null;
  processor_transaction_id: string | null;
  store_credit_id: string | null;
};

export type RefundRoute = 'processor' | 'credit' | 'counter';

/**
 * Who pays a refund out. The processor, if it took the money under a number we know; the store
 * credit that paid; else people at the counter, in cash or on a card machine of their own.
 */
export function routeOf(to: RefundDestination, payment: Taken): RefundRoute {
  if (to !== 'original') return 'counter';
  if (payment.store_credit_id !== null) return 'credit';
  const isKnownThere = payment.processor_type !== null && payment.processor_transaction_id !== null;
  return isKnownThere ? 'processor' : 'counter';
}

/**
 * The key a processor sees. It stays the same as long as anything is uncertain, so that a lost
 * answer is found again; only after a definite no may the next try have another one.
 */
export const refundKey = (refund: { refund_id: string; refusals: number }): string =>
  refund.refusals === 0 ? refund.refund_id : `${refund.refund_id}:${refund.refusals}`;

/** With the pauses below the last try comes about 17 hours after the first. */
export const MAX_REFUND_ATTEMPTS = 12;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 4 * HOUR_MS;

/** 1, 2, 4, … minutes, at most four hours. */
export const pauseAfterMs = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (Math.max(attempts, 1) - 1), LONGEST_PAUSE_MS);

type Progress = {
  status: RefundStatus;
  attempts: number;
  lease_until: Date | null;
  next_attempt_at: Date;
  given_up_at: Date | null;
};

/** The first try may come at once, later ones when they are due; none while somebody is at it. */
export const mayAttempt = (refund: Progress, now: Date): boolean =>
  refund.status !== 'succeeded' &&
  refund.given_up_at === null &&
  (refund.lease_until === null || refund.lease_until < now) &&
  (refund.attempts === 0 || refund.next_attempt_at <= now);
