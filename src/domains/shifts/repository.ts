import { type Insertable, type Selectable, sql } from 'kysely';
import type { CashMovements, ShiftCounts, Shifts } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { MovementKind, ShiftStatus } from './rules.js';

export type ShiftColumns = Omit<Selectable<Shifts>, 'status'> & { status: ShiftStatus };

/** A shift with the names of its store, its last count and its Z report number. */
export type Shift = ShiftColumns & {
  store_code: string;
  store_name: string;
  counts: number;
  last_count: string | null;
  z_number: number | null;
};

export type Movement = Omit<Selectable<CashMovements>, 'kind'> & { kind: MovementKind };
export type StoredCount = Omit<Selectable<ShiftCounts>, 'denominations'> & {
  denominations: { value: string; quantity: number }[];
};

const shifts = (reader: Reader) =>
  reader
    .selectFrom('shifts')
    .innerJoin('stores', 'stores.id', 'shifts.store_id')
    .leftJoin('z_reports', 'z_reports.shift_id', 'shifts.id')
    .selectAll('shifts')
    .select([
      'stores.code as store_code',
      'stores.name as store_name',
      'z_reports.number as z_number',
      sql<number>`(select count(*) from shift_counts where shift_id = shifts.id)`.as('counts'),
      sql<string | null>`(select amount from shift_counts where shift_id = shifts.id
        order by id desc limit 1)`.as('last_count'),
    ])
    .$castTo<Shift>();

export const shiftById = (reader: Reader, id: string): Promise<Shift | undefined> =>
  shifts(reader).where('shifts.id', '=', id).executeTakeFirst();

export const openShiftAt = (reader: Reader, terminalId: string): Promise<Shift | undefined> =>
  shifts(reader)
    .where('shifts.terminal_id', '=', terminalId)
    .where('shifts.status', '=', 'open')
    .executeTakeFirst();

/** Blocks payments and refunds of the shift until the end of the transaction. */
export const lockShift = (tx: Tx, id: string): Promise<ShiftColumns | undefined> =>
  tx
    .selectFrom('shifts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .$castTo<ShiftColumns>()
    .executeTakeFirst();

/** The open shift of a till, and the closed one that it had at this moment; locked against closing. */
export const shiftsAround = (tx: Tx, terminalId: string, at: Date) =>
  statement<{ id: string; status: ShiftStatus; opened_at: Date }>(
    tx,
    `select id, status, opened_at from shifts where terminal_id = $1
       and (status = 'open' or (opened_at <= $2 and closed_at > $2))
     order by id desc for share`,
    [terminalId, at],
  );

/** Keeps the shift from closing until the end of the transaction; payments go on. */
export const shareShift = (tx: Tx, id: string): Promise<ShiftColumns | undefined> =>
  tx
    .selectFrom('shifts')
    .selectAll()
    .where('id', '=', id)
    .forShare()
    .$castTo<ShiftColumns>()
    .executeTakeFirst();

/** Whether tills of the store take and pay money only with an open shift. */
export async function requiresShift(reader: Reader, storeId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('stores')
    .select('require_shift')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return row.require_shift;
}

/** A store whose tills have opened a shift within four weeks works with shifts, required or not. */
export async function usesShifts(
  reader: Reader,
  storeIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const rows = await statement(
    reader,
    `select 1 from stores s where s.id = any($1::uuid[]) and (s.require_shift
       or exists (select from shifts where store_id = s.id
         and (status = 'open' or opened_at > $2::timestamptz - interval '28 days')))
     limit 1`,
    [storeIds, now],
  );
  return rows.length > 0;
}

export async function hasOpenShift(reader: Reader, terminalId: string): Promise<boolean> {
  const rows = await statement(
    reader,
    `select 1 from shifts where terminal_id = $1 and status = 'open'`,
    [terminalId],
  );
  return rows.length > 0;
}

/** `storeIds` null means all stores. */
export async function uncountedShifts(
  reader: Reader,
  storeIds: readonly string[] | null,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from shifts
     where status = 'open' and ($1::uuid[] is null or store_id = any($1))
       and not exists (select from shift_counts where shift_id = shifts.id)`,
    [storeIds],
  );
  return rows.map(row => row.id);
}

/**
 * Finds the open shift of a till and share-locks it, so that it cannot close before the commit and
 * its Z report contains the booking. Null without a till, or if the store or the currency differs.
 * A till payment uses `holdShiftSql` instead.
 */
export async function holdOpenShift(
  tx: Tx,
  terminalId: string | undefined,
  money: { store_id: string; currency: string },
): Promise<string | null> {
  if (terminalId === undefined) return null;
  const [row] = await statement<{ id: string }>(
    tx,
    `select id from shifts where terminal_id = $1 and status = 'open'
       and store_id = $2 and currency = $3 for share`,
    [terminalId, money.store_id, money.currency],
  );
  return row?.id ?? null;
}

/**
 * Part of the statement that books a till payment. Selects the open shift of the till and
 * share-locks it until the commit, so that a closing waits for it.
 */
export const holdShiftSql = (values: {
  terminalId: string;
  storeId: string;
  currency: string;
}): string =>
  `select id from shifts where terminal_id = ${values.terminalId} and status = 'open'
    and store_id = ${values.storeId} and currency = ${values.currency} for share`;

export type ShiftFilter = {
  /** Undefined means all stores, an empty list none. */
  storeIds?: readonly string[];
  terminalId?: string;
  status?: string;
  dateFrom?: string;
  dateTo?: string;
  /** Only shifts that this user opened or that belong to the till of the login. */
  visibleTo?: { userId: string; terminalId: string | null };
};

/** Newest first. */
export function listShifts(
  reader: Reader,
  filter: ShiftFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<Shift[]> {
  const { storeIds, terminalId, status, dateFrom, dateTo, visibleTo } = filter;
  let query = shifts(reader);
  if (storeIds) query = query.where('shifts.store_id', '=', sql<string>`any(${storeIds}::uuid[])`);
  if (terminalId !== undefined) query = query.where('shifts.terminal_id', '=', terminalId);
  if (status !== undefined) query = query.where('shifts.status', '=', status);
  if (dateFrom !== undefined) query = query.where('shifts.business_date', '>=', dateFrom);
  if (dateTo !== undefined) query = query.where('shifts.business_date', '<=', dateTo);
  if (visibleTo !== undefined) {
    query = query.where(eb =>
      eb.or([
        eb('shifts.opened_by', '=', visibleTo.userId),
        eb('shifts.terminal_id', '=', visibleTo.terminalId),
      ]),
    );
  }
  if (beforeId !== undefined) query = query.where('shifts.id', '<', beforeId);
  return query.orderBy('shifts.id', 'desc').limit(limit).execute();
}

export type NewShift = {
  id: string;
  terminalId: string;
  storeId: string;
  openingFloat: string;
  openedBy: string;
  openedAt: Date;
};

/**
 * Takes currency and calendar day from the store. Inserts nothing if the till no longer belongs to
 * the store, and locks till and store until the end of the transaction.
 */
export const insertShift = (tx: Tx, shift: NewShift): Promise<unknown> =>
  statement(
    tx,
    `insert into shifts (id, store_id, terminal_id, business_date, currency, opening_float, opened_by, opened_at)
     select $1, stores.id, terminals.id, ($5::timestamptz at time zone stores.time_zone)::date,
       stores.currency, $3, $4, $5
     from terminals join stores on stores.id = terminals.store_id
     where terminals.id = $2 and stores.id = $6 for share of terminals, stores`,
    [shift.id, shift.terminalId, shift.openingFloat, shift.openedBy, shift.openedAt, shift.storeId],
  );

export type Closing = {
  expected: string;
  counted: string;
  reason: string;
  closedBy: string;
  closedAt: Date;
};

export const closeShiftRow = (tx: Tx, id: string, closing: Closing) =>
  tx
    .updateTable('shifts')
    .set({
      status: 'closed',
      expected_amount: closing.expected,
      counted_amount: closing.counted,
      variance_reason: closing.reason,
      closed_by: closing.closedBy,
      closed_at: closing.closedAt,
    })
    .where('id', '=', id)
    .execute();

export const insertMovement = (tx: Tx, row: Insertable<CashMovements>) =>
  tx.insertInto('cash_movements').values(row).execute();

export const movementsOf = (reader: Reader, shiftId: string): Promise<Movement[]> =>
  reader
    .selectFrom('cash_movements')
    .selectAll()
    .where('shift_id', '=', shiftId)
    .orderBy('id')
    .$castTo<Movement>()
    .execute();

export const insertCount = (tx: Tx, row: Insertable<ShiftCounts>) =>
  tx.insertInto('shift_counts').values(row).execute();

export const countsOf = (reader: Reader, shiftId: string): Promise<StoredCount[]> =>
  reader
    .selectFrom('shift_counts')
    .selectAll()
    .where('shift_id', '=', shiftId)
    .orderBy('id')
    .$castTo<StoredCount>()
    .execute();

export async function movementLimitOf(reader: Reader, storeId: string): Promise<string> {
  const row = await reader
    .selectFrom('stores')
    .select('cash_movement_limit')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return row.cash_movement_limit;
}

export async function toleranceOf(reader: Reader, storeId: string): Promise<string> {
  const row = await reader
    .selectFrom('stores')
    .select('cash_variance_tolerance')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return row.cash_variance_tolerance;
}
