import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Payment, ReviewDecision } from '../../payments/index.js';
import type { Answer, Reason } from './rules.js';

/** Like `needsReview` in rules.ts; the first lines are the condition of the index. */
const NEEDS_REVIEW = `p.review_decision is null
  and (p.verification in ('unverified', 'mismatch') or p.review_reason is not null)
  and case p.status
    when 'failed' then p.verification = 'confirmed'
    when 'succeeded' then p.verification = 'mismatch'
      or (p.verification = 'unverified' and p.refund_total < p.amount)
    when 'voided' then p.processed_at is not null and (p.verification = 'mismatch'
      or (p.verification = 'unverified' and p.refund_total < p.amount))
    else false end`;

/** What is known about a payment in review beside the payment itself. */
export type ReviewState = {
  payment_id: string;
  asks: number;
  asked_at: Date | null;
  answer: Answer | null;
  task_opened_at: Date | null;
};

const STATE = `p.id as payment_id, coalesce(r.asks, 0) as asks, r.asked_at, r.answer, r.task_opened_at`;

/** Oldest first: version 7 ids are in the order of creation. */
export const listReviews = (
  reader: Reader,
  stores: readonly string[] | undefined,
  afterId: string | undefined,
  limit: number,
): Promise<ReviewState[]> =>
  statement<ReviewState>(
    reader,
    `select ${STATE} from payments p left join payment_reviews r on r.payment_id = p.id
     where ${NEEDS_REVIEW} and ($1::uuid[] is null or p.store_id = any($1::uuid[]))
       and ($2::uuid is null or p.id > $2)
     order by p.id limit $3`,
    [stores ?? null, afterId ?? null, limit],
  );

export async function reviewState(reader: Reader, paymentId: string): Promise<ReviewState> {
  const [row] = await statement<ReviewState>(
    reader,
    `select ${STATE} from payments p left join payment_reviews r on r.payment_id = p.id
     where p.id = $1`,
    [paymentId],
  );
  if (row === undefined) throw new Error('a reviewed payment is missing');
  return row;
}

/** Unverified payments between both times whose processor can be asked now. */
export const paymentsToAsk = (
  reader: Reader,
  { before, since, now }: { before: Date; since: Date; now: Date },
  limit: number,
): Promise<Payment[]> =>
  statement<Payment>(
    reader,
    `select p.* from payments p left join payment_reviews r on r.payment_id = p.id
     where ${NEEDS_REVIEW} and p.verification = 'unverified'
       and p.processor_transaction_id is not null
       and p.created_at <= $1 and p.created_at > $2
       and (r.next_ask_at is null or r.next_ask_at <= $3)
     order by r.next_ask_at nulls first, p.id limit $4`,
    [before, since, now, limit],
  );

export async function askCount(reader: Reader, paymentId: string): Promise<number> {
  const [row] = await statement<{ asks: number }>(
    reader,
    'select asks from payment_reviews where payment_id = $1',
    [paymentId],
  );
  return row?.asks ?? 0;
}

export const keepAnswer = (
  tx: Tx,
  payment: Pick<Payment, 'id' | 'store_id'>,
  { answer, askedAt, nextAskAt }: { answer: Answer; askedAt: Date; nextAskAt: Date },
): Promise<unknown> =>
  statement(
    tx,
    `insert into payment_reviews (payment_id, store_id, asks, asked_at, next_ask_at, answer)
     values ($1, $2, 1, $3, $4, $5)
     on conflict (payment_id) do update
     set asks = payment_reviews.asks + 1, asked_at = $3, next_ask_at = $4, answer = $5`,
    [payment.id, payment.store_id, askedAt, nextAskAt, answer],
  );

/** Payments in review since before `before` that have no task yet. */
export const paymentsWithoutTask = (
  reader: Reader,
  before: Date,
  limit: number,
): Promise<Payment[]> =>
  statement<Payment>(
    reader,
    `select p.* from payments p left join payment_reviews r on r.payment_id = p.id
     where ${NEEDS_REVIEW} and p.created_at <= $1 and r.task_opened_at is null
     order by p.id limit $2`,
    [before, limit],
  );

/** False if the payment has a task already. */
export async function claimTask(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'store_id'>,
  now: Date,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `insert into payment_reviews (payment_id, store_id, task_opened_at) values ($1, $2, $3)
     on conflict (payment_id) do update set task_opened_at = $3
     where payment_reviews.task_opened_at is null
     returning payment_id`,
    [payment.id, payment.store_id, now],
  );
  return rows.length === 1;
}

/** Payments with an open task that left the review; all of them, or those among `paymentIds`. */
export const settledWithTask = async (
  reader: Reader,
  paymentIds: readonly string[] | undefined,
  limit: number,
): Promise<string[]> => {
  const rows = await statement<{ payment_id: string }>(
    reader,
    `select r.payment_id from payment_reviews r join payments p on p.id = r.payment_id
     where r.task_opened_at is not null and r.task_closed_at is null
       and ($1::uuid[] is null or r.payment_id = any($1::uuid[])) and not (${NEEDS_REVIEW})
     order by r.payment_id limit $2`,
    [paymentIds ?? null, limit],
  );
  return rows.map(row => row.payment_id);
};

/** False if there is no open task. */
export async function markTaskClosed(tx: Tx, paymentId: string, now: Date): Promise<boolean> {
  const rows = await statement(
    tx,
    `update payment_reviews set task_closed_at = $2
     where payment_id = $1 and task_opened_at is not null and task_closed_at is null
     returning payment_id`,
    [paymentId, now],
  );
  return rows.length === 1;
}

export type DecisionRow = {
  id: string;
  payment_id: string;
  store_id: string;
  decision: ReviewDecision;
  note: string;
  verification: Payment['verification'];
  reason: Reason;
  processor_transaction_id: string | null;
  reference: string | null;
  refund_id: string | null;
  decided_by: string | null;
  decided_by_name: string;
  decided_at: Date;
};

export const insertDecision = (tx: Tx, row: DecisionRow): Promise<unknown> =>
  tx.insertInto('payment_review_decisions').values(row).execute();

/** In the order they were made. */
export const decisionsOf = async (reader: Reader, paymentId: string): Promise<DecisionRow[]> =>
  (await reader
    .selectFrom('payment_review_decisions')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('decided_at')
    .orderBy('id')
    .execute()) as DecisionRow[];
