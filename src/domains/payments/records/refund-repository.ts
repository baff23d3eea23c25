import { type Selectable, sql } from 'kysely';
import type { Refunds } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { RefundCause, RefundDestination, RefundStatus } from './rules.js';

export type Refund = Omit<Selectable<Refunds>, 'status' | 'cause' | 'refund_to'> & {
  status: RefundStatus;
  cause: RefundCause;
  refund_to: RefundDestination;
};

export type NewRefund = {
  id: string;
  paymentId: string;
  transactionId: string;
  storeId: string;
  amount: string;
  cause: RefundCause;
  reason: string;
  refundTo: RefundDestination;
  shiftId: string | null;
  requestedBy: string | null;
  openedAt: Date;
  /** The caller makes the first attempt; after this time the queue makes it. */
  graceMs: number;
};

/** Pending from the start, so that it counts towards the ceiling before a processor is called. */
export async function insertPendingRefund(tx: Tx, refund: NewRefund): Promise<Refund> {
  const [row] = await statement<Refund>(
    tx,
    `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, amount, cause, reason,
       refund_to, requested_by, created_at, shift_id, next_attempt_at)
     values ($1, next_transaction_number('REF', $2), $3, $4, $5, $6, $7, $8, $9, $10, $2, $12,
       now() + make_interval(secs => $11::float8 / 1000))
     returning *`,
    [
      refund.id,
      refund.openedAt,
      refund.paymentId,
      refund.transactionId,
      refund.storeId,
      refund.amount,
      refund.cause,
      refund.reason,
      refund.refundTo,
      refund.requestedBy,
      refund.graceMs,
      refund.shiftId,
    ],
  );
  if (row === undefined) throw new Error('a refund was not written');
  return row;
}

export const refundById = async (reader: Reader, id: string): Promise<Refund | undefined> =>
  (await reader.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()) as
    | Refund
    | undefined;

export const refundsOfPayments = async (
  reader: Reader,
  paymentIds: readonly string[],
): Promise<Refund[]> =>
  (await reader
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('id')
    .execute()) as Refund[];

export const refundsOfTransaction = async (reader: Reader, saleId: string): Promise<Refund[]> =>
  (await reader
    .selectFrom('refunds')
    .selectAll()
    .where('transaction_id', '=', saleId)
    .orderBy('id')
    .execute()) as Refund[];

/** False when another worker has claimed the refund since. */
export async function reopenFailedRefund(
  tx: Tx,
  { id, attempts }: Pick<Refund, 'id' | 'attempts'>,
): Promise<boolean> {
  const rows = await statement(
    tx,
    `update refunds set status = 'pending', updated_at = now()
     where id = $1 and attempts = $2 and status = 'failed' returning id`,
    [id, attempts],
  );
  return rows.length > 0;
}

export type RefundSettlement = {
  status: RefundStatus;
  processorRefundId?: string | null;
  error?: string | null;
  isRefusal?: boolean;
  /** The delay before the next attempt; unset if there is none. */
  pauseMs?: number;
  givenUp?: boolean;
};

/** Stores the result of an attempt, unless another worker has claimed the refund since. */
export async function settleRefund(
  tx: Tx,
  refund: Pick<Refund, 'id' | 'attempts'>,
  settlement: RefundSettlement,
): Promise<Refund | undefined> {
  const [row] = await statement<Refund>(
    tx,
    `update refunds set status = $3, lease_until = null, updated_at = now(),
       processor_refund_id = case when $5 then null else coalesce($4, processor_refund_id) end,
       refusals = refusals + case when $5 then 1 else 0 end, last_error = $6,
       next_attempt_at = now() + make_interval(secs => $7::float8 / 1000),
       processed_at = case when $3 = 'succeeded' then now() end,
       given_up_at = case when $8 then now() end
     where id = $1 and attempts = $2 and status = 'pending' and given_up_at is null
     returning *`,
    [
      refund.id,
      refund.attempts,
      settlement.status,
      settlement.processorRefundId ?? null,
      settlement.isRefusal ?? false,
      settlement.error ?? null,
      settlement.pauseMs ?? 0,
      settlement.givenUp ?? false,
    ],
  );
  return row;
}

/** Gives up a failed refund whose money was refunded another way. */
export async function abandonRefund(
  tx: Tx,
  id: string,
  error: string,
): Promise<Refund | undefined> {
  const [row] = await statement<Refund>(
    tx,
    `update refunds set given_up_at = now(), last_error = $2, updated_at = now(), lease_until = null,
       attempts = attempts - 1
     where id = $1 and status = 'failed' and given_up_at is null returning *`,
    [id, error],
  );
  return row;
}

/** Makes an unpaid refund due now, also one that was given up, unless a worker has leased it. */
export const reviveRefund = (tx: Tx, id: string): Promise<unknown> =>
  statement(
    tx,
    `update refunds set given_up_at = null, next_attempt_at = now() where id = $1
       and status <> 'succeeded' and (lease_until is null or lease_until < now())`,
    [id],
  );
