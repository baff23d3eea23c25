import { type Selectable, sql } from 'kysely';
import type { Refunds } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type {
  RefundAction,
  RefundCause,
  RefundDestination,
  RefundStatus,
  RefundWay,
} from './rules.js';

export type Refund = Omit<
  Selectable<Refunds>,
  'status' | 'cause' | 'refund_to' | 'way' | 'action_required'
> & {
  status: RefundStatus;
  cause: RefundCause;
  refund_to: RefundDestination;
  way: RefundWay | null;
  action_required: RefundAction | null;
};

/** A refund with the code of the store credit that received it. */
export type RefundWithCode = Refund & { store_credit_code: string | null };

export type NewRefund = {
  id: string;
  paymentId: string;
  transactionId: string;
  storeId: string;
  amount: string;
  /** Cash paid beyond `amount`; may be negative. */
  rounding: string;
  /** Paid back beyond `amount` and `rounding`. */
  tip: string;
  cause: RefundCause;
  reason: string;
  refundTo: RefundDestination;
  /** Set: the refund succeeds at once. */
  way: RefundWay | null;
  actionRequired: RefundAction | null;
  shiftId: string | null;
  terminalId: string | null;
  /** The till that makes it, whatever way the money goes. */
  tillId: string | null;
  /** The stored value that the money goes to. */
  accountId: string | null;
  requestedBy: string | null;
  openedAt: Date;
  /** The caller makes the first attempt; after this time the queue makes it. */
  graceMs: number;
};

/** Counts towards the ceiling from here on, also while it is pending. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<Refund> {
  const [row] = await statement<Refund>(
    tx,
    `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, amount, cause, reason,
       refund_to, requested_by, created_at, shift_id, next_attempt_at, way, action_required,
       terminal_id, value_account_id, status, processed_at, rounding, tip, till_id)
     values ($1, next_transaction_number('REF', $2), $3, $4, $5, $6, $7, $8, $9, $10, $2, $12,
       now() + make_interval(secs => $11::float8 / 1000), $13, $14, $15, $16,
       case when $13::text is null then 'pending' else 'succeeded' end,
       case when $13::text is not null then now() end, $17, $18, $19)
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
      refund.way,
      refund.actionRequired,
      refund.terminalId,
      refund.accountId,
      refund.rounding,
      refund.tip,
      refund.tillId,
    ],
  );
  if (row === undefined) throw new Error('a refund was not written');
  return row;
}

const refunds = (reader: Reader) =>
  reader
    .selectFrom('refunds')
    .leftJoin('value_accounts', 'value_accounts.id', 'refunds.value_account_id')
    .selectAll('refunds')
    .select('value_accounts.code as store_credit_code')
    .$castTo<RefundWithCode>();

export const refundById = (reader: Reader, id: string): Promise<RefundWithCode | undefined> =>
  refunds(reader).where('refunds.id', '=', id).executeTakeFirst();

export const refundsOfPayments = (
  reader: Reader,
  paymentIds: readonly string[],
): Promise<RefundWithCode[]> =>
  refunds(reader)
    .where('refunds.payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('refunds.id')
    .execute();

export const refundsOfTransaction = (reader: Reader, saleId: string): Promise<RefundWithCode[]> =>
  refunds(reader).where('refunds.transaction_id', '=', saleId).orderBy('refunds.id').execute();

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

/** Stores the result of an attempt at the processor, unless another worker has claimed the refund since. */
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
       way = case when $3 = 'succeeded' then 'processor' end,
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
       and status <> 'succeeded' and action_required is null and (lease_until is null or lease_until < now())`,
    [id],
  );

export type HandSettlement = { by: string; at: Date } & (
  | { way: 'external'; reference: string }
  | { way: 'cash'; shiftId: string | null; terminalId: string }
);

/** Settles a refund that waited for a person. Undefined if it no longer waits. */
export async function settleByHand(
  tx: Tx,
  id: string,
  action: RefundAction,
  settlement: HandSettlement,
): Promise<Refund | undefined> {
  const isCash = settlement.way === 'cash';
  const [row] = await statement<Refund>(
    tx,
    `update refunds set status = 'succeeded', way = $3, action_required = null, reference = $4,
       shift_id = coalesce($5, shift_id), terminal_id = coalesce($6, terminal_id),
       till_id = coalesce($6, till_id), confirmed_by = $7, confirmed_at = $8, processed_at = $8, updated_at = now()
     where id = $1 and status = 'pending' and action_required = $2
     returning *`,
    [
      id,
      action,
      settlement.way,
      isCash ? null : settlement.reference,
      isCash ? settlement.shiftId : null,
      isCash ? settlement.terminalId : null,
      settlement.by,
      settlement.at,
    ],
  );
  return row;
}
