import { atomically, brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import type { Reply, Settle } from '../../../platform/http/idempotency.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { maySee, type Staff } from '../../access/index.js';
import {
  finishRefunds,
  lockPayment,
  movePayment,
  PAYMENT_STATUSES,
  type Payment,
  type PaymentMove,
  paymentById,
  paymentSaved,
  type ReviewDecision,
} from '../../payments/index.js';
import { applyRefunds, lockSale } from '../../transactions/index.js';
import { paymentReviewed } from '../events.js';
import { closeReviewTask } from './close-review-task.js';
import { confirmCorrection } from './confirm-correction.js';
import { openReviewRefund } from './open-review-refund.js';
import { type ShownDecision, shownDecision } from './present.js';
import { type DecisionRow, decisionsOf, insertDecision, reviewState } from './repository.js';
import { needsReview, reasonOf } from './rules.js';

export type DecisionRequest = {
  paymentId: string;
  decision: ReviewDecision;
  note: string;
  processorTransactionId?: string;
  /** The slip number of a stand-alone terminal. */
  reference?: string;
};

/**
 * Decides about a payment in review, once: of two callers the second gets 409. The decision, its
 * effect on the payment, the refund and the idempotent answer are one transaction. The processor is
 * called before it (`correct`) or after it (`refund`).
 */
export async function decideReview(
  platform: Platform,
  caller: Staff,
  request: DecisionRequest,
  settle: Settle,
): Promise<Reply<ShownDecision>> {
  const { db, clock } = platform;
  const seen = await paymentById(db, request.paymentId);
  if (seen === undefined || !maySee(caller, seen.store_id)) throw notFound('Payment');
  if (!needsReview(seen)) throw await notInReview(db, seen);
  const move =
    request.decision === 'correct' ? await confirmCorrection(platform, seen, request) : {};
  const { row, reply } = await atomically(db, async tx => {
    const row = await decide(tx, caller, { seen, request, move, now: clock.now() });
    return { row, reply: await settle(tx, 200, await shownDecision(tx, row)) };
  });
  const { refund } = reply.body;
  if (refund?.status !== 'pending' || refund.action_required !== null) return reply;
  await finishRefunds(platform, [refund.id]);
  return atomically(db, async tx => {
    await applyRefunds(tx, seen.transaction_id, clock.now());
    return settle(tx, 200, await shownDecision(tx, row));
  });
}

type Decision = { seen: Payment; request: DecisionRequest; move: PaymentMove; now: Date };

/** Locks the sale first, in the order of refunds and voids. */
async function decide(
  tx: Tx,
  caller: Staff,
  { seen, request, move, now }: Decision,
): Promise<DecisionRow> {
  await lockSale(tx, seen.transaction_id);
  const payment = await lockPayment(tx, seen.id);
  if (payment === undefined) throw notFound('Payment');
  if (!needsReview(payment)) throw await notInReview(tx, payment);
  const { answer } = await reviewState(tx, payment.id);
  const refund =
    request.decision === 'refund'
      ? await openReviewRefund(tx, caller, payment, { note: request.note, now })
      : undefined;
  const row: DecisionRow = {
    id: newId(),
    payment_id: payment.id,
    store_id: payment.store_id,
    decision: request.decision,
    note: request.note,
    verification: payment.verification,
    reason: reasonOf(payment, answer),
    processor_transaction_id: payment.processor_transaction_id,
    reference: payment.reference,
    refund_id: refund?.id ?? null,
    decided_by: caller.userId,
    decided_by_name: caller.name,
    decided_at: now,
  };
  await insertDecision(tx, row);
  const moved = await moveReviewed(tx, payment, { ...move, reviewDecision: request.decision });
  await record(tx, paymentReviewed(row), paymentSaved(moved));
  if (refund !== undefined) await applyRefunds(tx, payment.transaction_id, now);
  await closeReviewTask(tx, payment.id, { userId: caller.userId, now });
  return row;
}

async function moveReviewed(tx: Tx, payment: Payment, move: PaymentMove): Promise<Payment> {
  try {
    return (await movePayment(tx, payment.id, PAYMENT_STATUSES, move)) ?? payment;
  } catch (error) {
    if (brokenConstraint(error) !== 'one_sale_per_processor_payment') throw error;
    throw conflict('PROCESSOR_PAYMENT_USED', 'This processor payment has already paid for a sale.');
  }
}

/** Tells the second of two callers what the first one decided. */
async function notInReview(reader: Parameters<typeof decisionsOf>[0], payment: Payment) {
  const last = (await decisionsOf(reader, payment.id)).at(-1);
  if (payment.review_decision === null || last === undefined) {
    return conflict('NOTHING_TO_REVIEW', 'This payment needs no review.');
  }
  return conflict('ALREADY_REVIEWED', `${last.decided_by_name} has decided about this payment.`, {
    decision: last.decision,
    decided_by: last.decided_by,
    decided_at: last.decided_at.toISOString(),
  });
}
