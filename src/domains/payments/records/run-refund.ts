import { MINUTE_MS } from '../../../platform/clock.js';
import { atomically, brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { defineQueue, type Queue } from '../../../platform/work/queues/queue.js';
import { claimOne } from '../../../platform/work/queues/repository.js';
import { refundGivenUp } from '../events.js';
import { ProcessorError } from '../processors/errors.js';
import type { RefundOutcome } from '../processors/processor.js';
import { processorFor } from '../processors/registry.js';
import { abandonRefund, type Refund, refundById, reopenFailedRefund } from './refund-repository.js';
import { type Payment, paymentById } from './repository.js';
import { refundBackOff, refundKey } from './rules.js';
import { recordSettlement, withSaleNumber } from './settle-attempt.js';

/** Longer than any call to a processor, so an expired lease means a dead worker. */
const LEASE_MS = MINUTE_MS;

/** Refunds that the processor has not confirmed yet. */
export const refundQueue: Queue<Refund> = defineQueue<Refund>({
  name: 'payments:refunds',
  table: 'refunds',
  key: ['id'],
  due: 'next_attempt_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'claims',
  error: 'last_error',
  // A refund that needs a person has no processor to ask.
  open: "q.status <> 'succeeded' and q.given_up_at is null and q.action_required is null",
  parked: "q.status <> 'succeeded' and q.given_up_at is not null",
  park: now => `given_up_at = ${now}`,
  reopen: 'given_up_at = null',
  // The request that opens a refund makes the first attempt right after its commit.
  early: 'q.attempts = 0',
  clock: 'database',
  leaseMs: LEASE_MS,
  backOff: refundBackOff,
  batch: 1,
  concurrency: 4,
  handle: async (platform, refunds) => {
    for (const refund of refunds) await attempt(platform, refund);
  },
});

/**
 * Sends a refund to its processor and stores the result. Safe to call in parallel: one caller
 * claims the refund, the others read its current state.
 */
export async function runRefund(platform: Platform, refundId: string): Promise<Refund> {
  const { db, clock } = platform;
  const claimed = await claimOne(db, refundQueue, clock, [refundId]);
  if (claimed !== undefined) await attempt(platform, claimed);
  const refund = await refundById(db, refundId);
  if (refund === undefined) throw notFound('Refund');
  return refund;
}

async function attempt(platform: Platform, claimed: Refund): Promise<void> {
  const { db } = platform;
  const payment = await paymentById(db, claimed.payment_id);
  if (payment === undefined) throw new Error('the payment of a refund is missing');
  if (!(await reopenIfFailed(platform, claimed))) return;
  const outcome = await payOut(platform, { refund: claimed, payment });
  await atomically(db, tx => recordSettlement(tx, claimed, outcome));
}

/** The last error of a refund after which nothing is owed: the customer has the whole payment back. */
export const SUPERSEDED = 'superseded: the payment has no money left for it';

/**
 * A failed refund counts towards the payment's ceiling again before any money moves. If other
 * refunds have used up the payment meanwhile, this one is given up.
 */
async function reopenIfFailed({ db }: Platform, refund: Refund): Promise<boolean> {
  if (refund.status !== 'failed') return true;
  try {
    return await atomically(db, tx => reopenFailedRefund(tx, refund));
  } catch (error) {
    if (brokenConstraint(error) !== 'refund_ceiling') throw error;
  }
  await atomically(db, async tx => {
    const abandoned = await abandonRefund(tx, refund.id, await supersededBy(tx, refund));
    if (abandoned === undefined) return;
    await record(tx, refundGivenUp(await withSaleNumber(tx, abandoned)));
  });
  return false;
}

/** Other refunds have left too little, or nothing: only then does nobody owe anything any more. */
async function supersededBy(tx: Tx, { payment_id: id }: Refund): Promise<string> {
  const payment = await paymentById(tx, id);
  if (payment === undefined) throw new Error('the payment of a refund is missing');
  const { amount, refund_total: refunded, currency } = payment;
  const leftMinor = minor(amount, currency) - minor(refunded, currency);
  if (leftMinor === 0) return SUPERSEDED;
  return `superseded in part: other refunds have left ${formatMoney(leftMinor, currency)} of the payment`;
}

type Attempt = { refund: Refund; payment: Payment };

async function payOut(platform: Platform, attempt: Attempt): Promise<RefundOutcome> {
  const { refund } = attempt;
  try {
    return await refundAtProcessor(platform, attempt);
  } catch (error) {
    // Money may have moved, as after a lost response.
    platform.log.error(
      { err: error, refund: refund.refund_id },
      'refund request failed; will retry',
    );
    const reason = error instanceof ProcessorError ? error.code : 'unexpected_error';
    return { outcome: 'unknown', reason };
  }
}

/**
 * Processors keep an idempotency key for a limited time, some for only a day. Every attempt after
 * the first therefore looks for an existing refund before it requests one.
 */
async function refundAtProcessor(
  platform: Platform,
  { refund, payment }: Attempt,
): Promise<RefundOutcome> {
  const processor = processorFor(platform, payment.processor_type ?? 'primary');
  const paymentId = payment.processor_transaction_id;
  if (paymentId === null) throw new Error('a refund without a processor id is in the queue');
  const idempotencyKey = refundKey(refund);
  if (refund.attempts > 1) {
    const found = await processor.findRefund({
      paymentId,
      idempotencyKey,
      refundId: refund.processor_refund_id,
      since: refund.created_at,
      lastSentAt: refund.updated_at,
    });
    if (found !== null) return found;
  }
  return processor.refund({
    paymentId,
    amountMinor: minor(refund.amount, payment.currency) + minor(refund.tip, payment.currency),
    currency: payment.currency,
    idempotencyKey,
    reason: refund.reason,
  });
}
