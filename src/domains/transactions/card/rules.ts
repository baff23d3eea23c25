import { MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { exponential } from '../../../platform/work/queues/back-off.js';
import type { ReaderOutcome } from '../../payments/index.js';

export const CARD_STATUSES = [
  'in_progress',
  'succeeded',
  'declined',
  'timed_out',
  'uncertain',
  'canceled',
] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

/** Attempts that may still take money. */
export const OPEN_STATUSES = ['in_progress', 'uncertain'] as const satisfies readonly CardStatus[];

export const isOpen = (status: CardStatus): boolean =>
  status === 'in_progress' || status === 'uncertain';

/** The customer has this long to present a card; afterwards the attempt is canceled. */
export const EXPIRES_AFTER_MS = 2 * MINUTE_MS;
/** How often the processor is asked while the reader waits for a card. */
export const POLL_EVERY_MS = 2 * SECOND_MS;
/** Longer than the calls of one step, so an expired lease means a dead worker. */
export const LEASE_MS = 45 * SECOND_MS;

/** After a poll without an answer: 2, 4, 8, … s, at most ten minutes, for a week. */
export const uncertainBackOff = exponential({
  firstMs: POLL_EVERY_MS,
  factor: 2,
  longestMs: 10 * MINUTE_MS,
  maxAttempts: 1_000,
});

export type Ending = { status: CardStatus; failureCode: string | null; message: string | null };

/** Why an attempt is being canceled, the first that applies. */
export type CancelCause = 'requested' | 'expired' | 'not_started';

const CANCELED: Record<CancelCause, Ending> = {
  requested: {
    status: 'canceled',
    failureCode: 'canceled',
    message: 'The card payment was canceled.',
  },
  expired: {
    status: 'timed_out',
    failureCode: 'timed_out',
    message: 'No card was presented in time.',
  },
  not_started: {
    status: 'canceled',
    failureCode: 'not_started',
    message: 'The card payment did not reach the reader; start it again.',
  },
};

/** How an attempt that took no money ends. */
export function endingOf(
  outcome: Extract<ReaderOutcome, { outcome: 'declined' | 'timed_out' | 'canceled' }>,
  cause: CancelCause | undefined,
): Ending {
  if (outcome.outcome === 'declined') {
    return { status: 'declined', failureCode: outcome.code, message: outcome.message };
  }
  return CANCELED[outcome.outcome === 'timed_out' ? 'expired' : (cause ?? 'requested')];
}

type Attempt = {
  cancel_requested_at: Date | null;
  expires_at: Date;
  started_at: Date | null;
};

/** Undefined while the reader may wait for a card. */
export function cancelCause(attempt: Attempt, now: Date): CancelCause | undefined {
  if (attempt.cancel_requested_at !== null) return 'requested';
  if (attempt.expires_at <= now) return 'expired';
  return attempt.started_at === null ? 'not_started' : undefined;
}
