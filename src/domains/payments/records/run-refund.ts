import { atomically, brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { ProcessorError } from '../processors/errors.js';
import type { RefundOutcome } from '../processors/processor.js';
import { processorFor } from '../processors/registry.js';
import {
  abandonRefund,
  leaseRefund,
  lockRefund,
  type Refund,
  refundById,
} from './refund-repository.js';
import { type Payment, paymentById } from './repository.js';
import { mayAttempt, refundKey, routeOf } from './rules.js';
import { type AttemptOutcome, recordSettlement, tell } from './settle-attempt.js';

/** Longer than any call to a processor; a holder that lets it run out is dead. */
const LEASE_SECONDS = 60;

type Attempt = { refund: Refund; payment: Payment; lastSentAt: Date };

/**
 * Asks the processor for a refund that was opened, and writes down what came of it. Any number of
 * callers may do so at once: one of them calls, the others get the refund as it stands.
 */
export async function runRefund(platform: Platform, refundId: string): Promise<Refund> {
  const { db } = platform;
  const attempt = await takeInHand(platform, refundId);
  if (attempt !== undefined) {
    const outcome = await ask(platform, attempt);
    await atomically(db, tx => recordSettlement(tx, attempt.refund, attempt.payment, outcome));
  }
  const refund = await refundById(db, refundId);
  if (refund === undefined) throw notFound('Refund');
  return refund;
}

async function takeInHand(platform: Platform, id: string): Promise<Attempt | undefined> {
  try {
    return await atomically(platform.db, tx => lease(tx, id));
  } catch (error) {
    if (brokenConstraint(error) !== 'refund_ceiling') throw error;
  }
  // It had failed, and since then its money went back another way: to pay it too would be too much.
  await atomically(platform.db, async tx => {
    const refund = await abandonRefund(tx, id, 'superseded: the payment has no money left for it');
    if (refund !== undefined) await tell(tx, 'refund.given_up', refund);
  });
  return undefined;
}

async function lease(tx: Tx, id: string): Promise<Attempt | undefined> {
  const found = await lockRefund(tx, id);
  if (found === undefined || !mayAttempt(found, found.at)) return undefined;
  const payment = await paymentById(tx, found.payment_id);
  if (payment === undefined) return undefined;
  const refund = await leaseRefund(tx, id, LEASE_SECONDS);
  return { refund, payment, lastSentAt: found.updated_at };
}

async function ask(platform: Platform, attempt: Attempt): Promise<AttemptOutcome> {
  const { refund, payment } = attempt;
  if (routeOf(refund.refund_to, payment) !== 'processor') {
    return { outcome: 'succeeded', refundId: null };
  }
  try {
    return await askProcessor(platform, attempt);
  } catch (error) {
    // Nothing is known about the money, so it is treated like an answer that was lost.
    platform.log.error({ err: error, refund: refund.refund_id }, 'a refund could not be asked for');
    const reason = error instanceof ProcessorError ? error.code : 'unexpected_error';
    return { outcome: 'unknown', reason };
  }
}

/**
 * A key protects from paying twice only as long as the processor remembers it, which may be a day.
 * So every try after the first looks before it asks.
 */
async function askProcessor(
  platform: Platform,
  { refund, payment, lastSentAt }: Attempt,
): Promise<RefundOutcome> {
  const processor = processorFor(platform, payment.processor_type ?? 'primary');
  const paymentId = payment.processor_transaction_id ?? '';
  const idempotencyKey = refundKey(refund);
  if (refund.attempts > 1) {
    const found = await processor.findRefund({
      paymentId,
      idempotencyKey,
      refundId: refund.processor_refund_id,
      since: refund.created_at,
      lastSentAt,
    });
    if (found !== null) return found;
  }
  return processor.refund({
    paymentId,
    amountMinor: minor(refund.amount),
    currency: payment.currency,
    idempotencyKey,
    reason: refund.reason,
  });
}
