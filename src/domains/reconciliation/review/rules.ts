import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Outcome, Payment } from '../../payments/index.js';

/** A payment gets this long to be confirmed by its processor's webhook before the job asks. */
export const ASK_AFTER_MS = 15 * MINUTE_MS;
/** A payment that is still in review then becomes a task of its store. */
export const TASK_AFTER_MS = DAY_MS;
/** After this time the processor is not asked any more; only a person can decide. */
export const ASK_UNTIL_MS = 30 * DAY_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;

/** 15, 30, 60, … minutes between two questions about one payment, at most six hours. */
export const pauseAfter = (asks: number): number =>
  Math.min(ASK_AFTER_MS * 2 ** Math.max(0, asks - 1), LONGEST_PAUSE_MS);

export const REASONS = [
  'not_confirmed',
  'not_found',
  'no_proof',
  'mismatch',
  'taken_after_failure',
] as const;
export type Reason = (typeof REASONS)[number];

export const ANSWERS = ['verified', 'mismatch', 'not_found', 'waiting', 'unavailable'] as const;
export type Answer = (typeof ANSWERS)[number];

type Reviewed = Pick<
  Payment,
  | 'status'
  | 'verification'
  | 'review_decision'
  | 'review_reason'
  | 'processed_at'
  | 'amount'
  | 'currency'
  | 'refund_total'
  | 'processor_transaction_id'
  | 'reference'
>;

/**
 * Whether a person should look at a payment: money that nobody has confirmed, that the processor
 * reports differently, or that it took for a payment booked as failed. An unverified payment that
 * was given back in full needs no decision. `NEEDS_REVIEW` in repository.ts is the same in SQL.
 */
export function needsReview(payment: Reviewed): boolean {
  if (payment.review_decision !== null) return false;
  if (payment.status === 'failed') {
    return payment.verification === 'confirmed' && payment.review_reason !== null;
  }
  const tookMoney =
    payment.status === 'succeeded' ||
    (payment.status === 'voided' && payment.processed_at !== null);
  if (!tookMoney) return false;
  if (payment.verification === 'mismatch') return true;
  const isLeft =
    minor(payment.refund_total, payment.currency) < minor(payment.amount, payment.currency);
  return payment.verification === 'unverified' && isLeft;
}

export function reasonOf(payment: Reviewed, answer: Answer | null): Reason {
  if (payment.status === 'failed') return 'taken_after_failure';
  if (payment.verification === 'mismatch') return 'mismatch';
  const { processor_transaction_id: id, reference } = payment;
  if (id === null && reference === null) return 'no_proof';
  return answer === 'not_found' ? 'not_found' : 'not_confirmed';
}

const SENTENCES: Record<Exclude<Reason, 'mismatch' | 'taken_after_failure'>, string> = {
  not_confirmed: 'The processor has not confirmed this payment yet.',
  not_found: 'The processor does not know this payment.',
  no_proof: 'The payment has neither a processor id nor a slip number.',
};

/** The reason in a sentence; a mismatch has the one that its report gave. */
export function explain(reason: Reason, payment: Pick<Payment, 'review_reason'>): string {
  if (reason !== 'mismatch' && reason !== 'taken_after_failure') return SENTENCES[reason];
  return payment.review_reason ?? 'The processor reports something else than is booked.';
}

/** What an answer of the processor means for a payment. */
export type Verdict = { answer: Answer; reviewReason: string | null };

export function compareAnswer(
  found: Outcome | null,
  booked: Pick<Payment, 'amount' | 'tip' | 'currency'>,
): Verdict {
  if (found === null) return { answer: 'not_found', reviewReason: null };
  switch (found.outcome) {
    case 'succeeded': {
      const isCurrency = found.currency === '' || found.currency === booked.currency;
      // The card is charged the part of the sale and the tip.
      const bookedMinor =
        minor(booked.amount, booked.currency) + minor(booked.tip, booked.currency);
      if (isCurrency && found.amountMinor === bookedMinor) {
        return { answer: 'verified', reviewReason: null };
      }
      const taken = `${formatMoney(found.amountMinor, found.currency || booked.currency)} ${found.currency || booked.currency}`;
      const reviewReason = `The processor reports ${taken}, but ${formatMoney(bookedMinor, booked.currency)} ${booked.currency} is booked.`;
      return { answer: 'mismatch', reviewReason };
    }
    case 'declined':
      return { answer: 'mismatch', reviewReason: 'The processor declined this payment.' };
    case 'requires_action':
      return { answer: 'waiting', reviewReason: null };
    case 'unknown':
      return { answer: 'unavailable', reviewReason: null };
  }
}

/** Once per payment, so that the same payment opens one task. */
export const taskIdOf = (paymentId: string): string => `payment-review-${paymentId}`;
