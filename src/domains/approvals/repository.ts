import { type Insertable, type Selectable, sql } from 'kysely';
import type { Approvals } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { type DecidedStatus, REACHED_FROM, type Status } from './rules.js';

export type Approval = Omit<Selectable<Approvals>, 'status'> & { status: Status };

const narrowed = <T extends Selectable<Approvals> | undefined>(row: T) =>
  row as T extends undefined ? Approval | undefined : Approval;

export const insertApproval = async (tx: Tx, row: Insertable<Approvals>): Promise<Approval> =>
  narrowed(await tx.insertInto('approvals').values(row).returningAll().executeTakeFirstOrThrow());

export const approvalById = async (reader: Reader, id: string): Promise<Approval | undefined> =>
  narrowed(
    await reader.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst(),
  );

export type Decision = {
  status: DecidedStatus | 'cancelled';
  decided_by: string;
  decided_at: Date;
  decision_note: string;
};

/** Returns undefined if the request is no longer pending, e.g. after a concurrent decision. */
export const decide = async (
  tx: Tx,
  id: string,
  decision: Decision,
): Promise<Approval | undefined> =>
  narrowed(
    await tx
      .updateTable('approvals')
      .set(decision)
      .where('id', '=', id)
      .where('status', '=', REACHED_FROM[decision.status])
      .where('expires_at', '>', decision.decided_at)
      .returningAll()
      .executeTakeFirst(),
  );

const isFreeFor = (usedFor: string) => sql<boolean>`coalesce(kept_for, ${usedFor}) = ${usedFor}`;

/** False if the approval was consumed meanwhile, or is kept for something else. */
export const keep = async (tx: Tx, id: string, usedFor: string): Promise<boolean> => {
  const kept = await tx
    .updateTable('approvals')
    .set({ kept_for: usedFor })
    .where('id', '=', id)
    .where('status', '=', REACHED_FROM.consumed)
    .where(isFreeFor(usedFor))
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
};

/** Returns undefined if the approval was already consumed or is too old. */
export const consume = async (
  tx: Tx,
  id: string,
  use: { usedFor: string; now: Date; decidedAfter: Date },
): Promise<Approval | undefined> =>
  narrowed(
    await tx
      .updateTable('approvals')
      .set({ status: 'consumed', consumed_at: use.now, consumed_for: use.usedFor })
      .where('id', '=', id)
      .where('status', '=', REACHED_FROM.consumed)
      .where(isFreeFor(use.usedFor))
      .where('decided_at', '>', use.decidedAfter)
      .returningAll()
      .executeTakeFirst(),
  );

export const hasOverdue = async (reader: Reader, now: Date): Promise<boolean> => {
  const rows = await statement(
    reader,
    `select 1 as found from approvals where status = 'pending' and expires_at <= $1 limit 1`,
    [now],
  );
  return rows.length > 0;
};

/** Skips rows that another node is expiring. */
export const expireOverdue = (tx: Tx, now: Date, limit: number): Promise<Approval[]> =>
  statement<Approval>(
    tx,
    `update approvals set status = 'expired'
     where status = 'pending' and id = any(array(
       select id from approvals where status = 'pending' and expires_at <= $1
       order by expires_at limit $2 for update skip locked))
     returning *`,
    [now, limit],
  );

export const expireOne = async (tx: Tx, id: string, now: Date): Promise<Approval | undefined> =>
  narrowed(
    await tx
      .updateTable('approvals')
      .set({ status: 'expired' })
      .where('id', '=', id)
      .where('status', '=', REACHED_FROM.expired)
      .where('expires_at', '<=', now)
      .returningAll()
      .executeTakeFirst(),
  );

export type ApprovalFilter = {
  storeIds?: readonly string[];
  requestedBy?: string;
  /** As shown: an approval that was decided by `lapsedBefore` counts as expired. */
  status?: Status;
  lapsedBefore: Date;
};

const hasStatus = (status: Status, lapsedBefore: Date) => {
  switch (status) {
    // A literal instead of a parameter, so that the partial index on pending requests applies.
    case 'pending':
      return sql<boolean>`status = 'pending'`;
    case 'approved':
      return sql<boolean>`status = 'approved' and decided_at > ${lapsedBefore}`;
    case 'expired':
      return sql<boolean>`(status = 'expired' or status = 'approved' and decided_at <= ${lapsedBefore})`;
    default:
      return sql<boolean>`status = ${status}`;
  }
};

/** Newest first; ids are time-ordered. */
export const listApprovals = async (
  reader: Reader,
  { storeIds, requestedBy, status, lapsedBefore }: ApprovalFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<Approval[]> => {
  let query = reader.selectFrom('approvals').selectAll();
  if (storeIds) query = query.where('store_id', '=', sql<string>`any(${storeIds}::uuid[])`);
  if (requestedBy !== undefined) query = query.where('requested_by', '=', requestedBy);
  if (status !== undefined) query = query.where(hasStatus(status, lapsedBefore));
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(narrowed);
};
