import { MINUTE_MS } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/events/outbox.js';
import { addJobs } from '../../../platform/jobs/queue.js';
import type { RefundOutcome } from '../processors/processor.js';
import { type Refund, type RefundSettlement, settleRefund } from './refund-repository.js';
import { giveBackStoreCredit, type Payment, saleNumber } from './repository.js';
import { MAX_REFUND_ATTEMPTS, pauseAfterMs, routeOf } from './rules.js';

export const RETRY_REFUND = 'payments:retry-refund';

/** What the processor has accepted settles in its own time; it is asked again after this. */
const ACCEPTED_PAUSE_MS = 15 * MINUTE_MS;

/** What came of an attempt; money that needs no processor has no refund id there. */
export type AttemptOutcome = RefundOutcome | { outcome: 'succeeded'; refundId: null };

/**
 * Second half of a refund: writes how an attempt ended, says so, and sees to the next one.
 * Undefined when another holder took over meanwhile and has the say now.
 */
export async function recordSettlement(
  tx: Tx,
  attempt: Refund,
  payment: Payment,
  outcome: AttemptOutcome,
): Promise<Refund | undefined> {
  const settlement = settlementOf(attempt, outcome);
  const refund = await settleRefund(tx, attempt, settlement);
  if (refund === undefined) return undefined;
  if (refund.status === 'succeeded') {
    if (payment.store_credit_id !== null && routeOf(refund.refund_to, payment) === 'credit') {
      await giveBackStoreCredit(tx, payment.store_credit_id, refund.amount);
    }
    await tell(tx, 'refund.succeeded', refund);
    return refund;
  }
  if (refund.status === 'failed') await tell(tx, 'refund.failed', refund);
  if (settlement.givenUp) await tell(tx, 'refund.given_up', refund);
  else await scheduleRetry(tx, refund);
  return refund;
}

function settlementOf(attempt: Refund, outcome: AttemptOutcome): RefundSettlement {
  const next =
    attempt.attempts >= MAX_REFUND_ATTEMPTS
      ? { givenUp: true }
      : { pauseMs: pauseAfterMs(attempt.attempts) };
  switch (outcome.outcome) {
    case 'succeeded':
      return { status: 'succeeded', processorRefundId: outcome.refundId };
    case 'pending':
      return {
        status: 'pending',
        processorRefundId: outcome.refundId,
        pauseMs: ACCEPTED_PAUSE_MS,
      };
    case 'failed': {
      const error = `${outcome.code}: ${outcome.message}`;
      return { status: 'failed', error, isRefusal: true, ...next };
    }
    case 'unknown':
      return { status: 'pending', error: outcome.reason, ...next };
  }
}

/** One job per refund that runs when the refund is due; a later one takes its place. */
export const scheduleRetry = (tx: Tx, refund: Refund): Promise<void> =>
  addJobs(tx, [
    {
      name: RETRY_REFUND,
      key: `refund:${refund.id}`,
      payload: { refund_id: refund.id },
      runAt: refund.next_attempt_at,
    },
  ]);

export type RefundEvent = 'refund.succeeded' | 'refund.failed' | 'refund.given_up';

export async function tell(tx: Tx, event: RefundEvent, refund: Refund): Promise<void> {
  await record(tx, {
    event,
    storeId: refund.store_id,
    subjectId: refund.id,
    data: {
      id: refund.id,
      refund_id: refund.refund_id,
      payment_id: refund.payment_id,
      sale_id: refund.transaction_id,
      transaction_id: await saleNumber(tx, refund.transaction_id),
      amount: refund.amount,
      status: refund.status,
      cause: refund.cause,
      ...(event !== 'refund.succeeded' && {
        attempts: refund.attempts,
        last_error: refund.last_error,
      }),
    },
  });
}
