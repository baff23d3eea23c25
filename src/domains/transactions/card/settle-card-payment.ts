import { addMs } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import {
  finishRefunds,
  heldMoney,
  lockPayment,
  movePayment,
  paymentSaved,
  type ReaderOutcome,
  UNSETTLED_STATUSES,
} from '../../payments/index.js';
import { lockSale } from '../repository.js';
import { announce } from './announce.js';
import { type CardAttempt, lockAttempt, setCardHold, updateAttempt } from './attempt-repository.js';
import { bookCardPayment, type Locked, refundCardPayment } from './book-card-payment.js';
import {
  type CancelCause,
  type Ending,
  endingOf,
  isOpen,
  POLL_EVERY_MS,
  uncertainBackOff,
} from './rules.js';

export type Step = {
  /** Why the attempt is being canceled, if it is. */
  cause?: CancelCause | undefined;
  /** The reader has been asked to show the payment. */
  isStarted?: boolean;
};

type AttemptRef = Pick<CardAttempt, 'payment_id' | 'transaction_id'>;

/**
 * Stores what the processor says about an attempt. Money that was taken is booked once: onto the
 * sale, or, if the sale takes it no more, as a refund. Safe to repeat and to call in parallel.
 */
export async function settleCardPayment(
  platform: Platform,
  ref: AttemptRef,
  outcome: ReaderOutcome,
  step: Step = {},
): Promise<void> {
  const settle = (work: (locked: Locked) => Promise<string | undefined>) =>
    atomically(platform.db, async tx => work(await lockEverything(platform, tx, ref)));
  let refundId: string | undefined;
  try {
    refundId = await settle(locked => apply(locked, outcome, step));
  } catch (error) {
    if (outcome.outcome !== 'succeeded' || !(error instanceof Failure)) throw error;
    platform.log.warn({ err: error, payment: ref.payment_id }, 'a card payment came too late');
    refundId = await settle(locked => refundCardPayment(locked, outcome));
  }
  if (refundId !== undefined) await finishRefunds(platform, [refundId]);
}

/** The sale first, as payments and voids do. */
async function lockEverything(platform: Platform, tx: Tx, ref: AttemptRef): Promise<Locked> {
  const sale = await lockSale(tx, ref.transaction_id);
  const payment = await lockPayment(tx, ref.payment_id);
  const attempt = await lockAttempt(tx, ref.payment_id);
  if (!sale || !payment || !attempt) throw new Error('a card attempt has no payment');
  return { platform, tx, sale, payment, attempt, now: platform.clock.now() };
}

async function apply(
  locked: Locked,
  outcome: ReaderOutcome,
  step: Step,
): Promise<string | undefined> {
  if (outcome.outcome === 'succeeded') {
    if (heldMoney(locked.payment)) return endAsBooked(locked);
    return isOpen(locked.attempt.status)
      ? bookCardPayment(locked, outcome)
      : refundCardPayment(locked, outcome);
  }
  if (!isOpen(locked.attempt.status)) return undefined;
  if (outcome.outcome === 'in_progress' || outcome.outcome === 'unknown') {
    return keepOpen(locked, outcome, step);
  }
  return end(locked, endingOf(outcome, step.cause));
}

/** Another request has booked the charge already, for example from the processor's webhook. */
async function endAsBooked({ tx, attempt, now }: Locked): Promise<undefined> {
  if (!isOpen(attempt.status)) return;
  await setCardHold(tx, attempt.transaction_id, '0.00');
  const done = { status: 'succeeded', attempts: 0, nextAttemptAt: now, now } as const;
  await updateAttempt(tx, attempt.payment_id, done);
  await announce(tx, attempt.payment_id);
}

async function keepOpen(
  { tx, attempt, now }: Locked,
  outcome: Extract<ReaderOutcome, { outcome: 'in_progress' | 'unknown' }>,
  { isStarted = false }: Step,
): Promise<undefined> {
  const isUnknown = outcome.outcome === 'unknown';
  const isGivenBack = attempt.status === 'uncertain' && attempt.cancel_requested_at !== null;
  const status = isUnknown || isGivenBack ? 'uncertain' : 'in_progress';
  // The customer may pay another way; a card that was charged nevertheless gets its money back.
  if (status === 'uncertain' && attempt.cancel_requested_at !== null) {
    await setCardHold(tx, attempt.transaction_id, '0.00');
  }
  const attempts = isUnknown ? attempt.attempts + 1 : 0;
  const pauseMs = isUnknown ? uncertainBackOff(attempts) : POLL_EVERY_MS;
  await updateAttempt(tx, attempt.payment_id, {
    status,
    isStarted,
    lastError: isUnknown ? outcome.reason : null,
    message: isUnknown ? 'The processor does not answer; it will be asked again.' : null,
    attempts,
    nextAttemptAt: addMs(now, pauseMs ?? 0),
    isGivenUp: pauseMs === undefined,
    now,
  });
  if (status !== attempt.status || isStarted) await announce(tx, attempt.payment_id);
}

async function end({ tx, attempt, payment, now }: Locked, ending: Ending): Promise<undefined> {
  const failed = await movePayment(tx, payment.id, UNSETTLED_STATUSES, {
    status: 'failed',
    failureCode: ending.failureCode,
  });
  if (failed !== undefined) await record(tx, paymentSaved(failed));
  await setCardHold(tx, attempt.transaction_id, '0.00');
  await updateAttempt(tx, attempt.payment_id, {
    ...ending,
    attempts: attempt.attempts,
    nextAttemptAt: now,
    now,
  });
  await announce(tx, attempt.payment_id);
}
