import { type Selectable, sql } from 'kysely';
import type { TransactionLines, Transactions } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { idRange } from '../../platform/ids.js';
import { GIFT_CARD_SKU } from '../pricing/index.js';
import type { Adjustment } from './adjustments.js';
import type { SaleRef } from './references.js';
import type { SaleStatus, Source } from './rules.js';

export type Sale = Omit<
  Selectable<Transactions>,
  'status' | 'attribution' | 'adjustments' | 'source_system' | 'exchange_of'
> & {
  exchange_of: ExchangeOf | null;
  status: SaleStatus;
  source_system: Source;
  attribution: Partial<Attribution>;
  adjustments: Adjustment[];
};
export type SaleLine = Selectable<TransactionLines>;

/** A number contains its day, so a search by number reads one month's partition. */
export const byRef = (ref: SaleRef) =>
  'id' in ref
    ? idBy(ref, 't.id')
    : 'tillNumber' in ref
      ? sql<boolean>`t.till_number = ${ref.tillNumber}`
      : sql<boolean>`t.transaction_number = ${ref.number} and ${idBy(ref, 't.id')}`;

/**
 * Restricts a column that holds a sale's id: to the id, or to the id range of the number's day. The
 * number of a till says nothing about the day.
 */
export const idBy = (ref: SaleRef, column: string) =>
  'id' in ref
    ? sql<boolean>`${sql.ref(column)} = ${ref.id}`
    : 'tillNumber' in ref
      ? sql<boolean>`true`
      : sql<boolean>`${sql.ref(column)} >= ${ref.from} and ${sql.ref(column)} < ${ref.before}`;

export async function findSale(reader: Reader, ref: SaleRef): Promise<Sale | undefined> {
  const row = await reader
    .selectFrom('transactions as t')
    .selectAll()
    .where(byRef(ref))
    .executeTakeFirst();
  return row as Sale | undefined;
}

/** Locks the sale's row until the transaction ends. */
export async function lockSale(tx: Tx, id: string): Promise<Sale | undefined> {
  const row = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as Sale | undefined;
}

export const linesOf = (reader: Reader, saleId: string): Promise<SaleLine[]> =>
  reader
    .selectFrom('transaction_lines')
    .selectAll()
    .where('transaction_id', '=', saleId)
    .orderBy('position')
    .execute();

/** The lines of several sales, in the order of their receipts. */
export const linesOfSales = (reader: Reader, saleIds: readonly string[]): Promise<SaleLine[]> =>
  statement(
    reader,
    `select * from transaction_lines
     where transaction_id = any($1::uuid[]) and transaction_id between $2 and $3
     order by transaction_id, position`,
    [saleIds, ...idRange(saleIds)],
  );

/** The currency of each of these sales. */
export async function currenciesOf(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await statement<{ id: string; currency: string }>(
    reader,
    'select id, currency from transactions where id = any($1::uuid[]) and id between $2 and $3',
    [ids, ...idRange(ids)],
  );
  return new Map(rows.map(row => [row.id, row.currency]));
}

export type Attribution = {
  applied_promotions: { promotion_id: string; amount: string }[];
  /** Web session and user, to which A/B tests assign variants. */
  subject_keys: string[];
};

export const updateNotes = (tx: Tx, id: string, notes: string) =>
  tx
    .updateTable('transactions')
    .set({ notes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const updateLabels = (
  tx: Tx,
  id: string,
  labels: { pickup_name?: string; note?: string },
  now: Date,
) =>
  tx
    .updateTable('transactions')
    .set({ ...labels, updated_at: now })
    .where('id', '=', id)
    .execute();

/** How long the goods of a layaway are kept. */
export const updateExpiry = (tx: Tx, id: string, expiresAt: Date, now: Date) =>
  tx
    .updateTable('transactions')
    .set({ expires_at: expiresAt, updated_at: now })
    .where('id', '=', id)
    .execute();

/** What the sale of an exchange came from. */
export type ExchangeOf = { return_id: string; return_number: string; transaction_id: string };

export const markExchange = (tx: Tx, id: string, origin: ExchangeOf) =>
  tx
    .updateTable('transactions')
    .set({ exchange_of: JSON.stringify(origin) })
    .where('id', '=', id)
    .execute();

export const updateCustomer = (tx: Tx, id: string, customerId: string | null, now: Date) =>
  tx
    .updateTable('transactions')
    .set({ customer_id: customerId, updated_at: now })
    .where('id', '=', id)
    .execute();

/** The tax of lines that are there already; it is spread anew when lines are added. */
export async function updateLineTaxes(
  tx: Tx,
  saleId: string,
  lines: readonly { position: number; tax: string }[],
): Promise<void> {
  await statement(
    tx,
    `update transaction_lines l set tax = changed.tax
     from unnest($2::integer[], $3::numeric[]) as changed(position, tax)
     where l.transaction_id = $1 and l.position = changed.position and l.tax <> changed.tax`,
    [saleId, lines.map(line => line.position), lines.map(line => line.tax)],
  );
}

export const updateTotals = (
  tx: Tx,
  id: string,
  totals: { subtotal: string; tax_amount: string; total_amount: string },
  now: Date,
) =>
  tx
    .updateTable('transactions')
    .set({ ...totals, updated_at: now })
    .where('id', '=', id)
    .execute();

/** Lines of the stores' sales or of one sale: newest sale first, lines in receipt order. */
export async function listLines(
  reader: Reader,
  filter: { stores: readonly string[] | undefined; saleId?: string },
  after: { saleId: string; position: number } | undefined,
  limit: number,
): Promise<(SaleLine & { transaction_number: string })[]> {
  const { stores, saleId } = filter;
  return reader
    .selectFrom('transaction_lines as l')
    .innerJoin('transactions as t', 't.id', 'l.transaction_id')
    .selectAll('l')
    .select('t.transaction_number')
    .$if(stores !== undefined, q => q.where('t.store_id', '=', sql<string>`any(${stores}::uuid[])`))
    .$if(saleId !== undefined, q => q.where('l.transaction_id', '=', saleId ?? ''))
    .$if(after !== undefined, q =>
      q.where(
        sql<boolean>`l.transaction_id <= ${after?.saleId}::uuid
          and (l.transaction_id < ${after?.saleId}::uuid or l.position > ${after?.position}::int)`,
      ),
    )
    .orderBy('l.transaction_id', 'desc')
    .orderBy('l.position')
    .limit(limit)
    .execute();
}

export type LineSold = { variant_id: string; quantity: number };

/** The lines of completed sales without gift cards, for the stock update of many sales at once. */
export async function soldLines(
  reader: Reader,
  saleIds: readonly string[],
): Promise<
  {
    id: string;
    store_id: string;
    terminal_id: string | null;
    employee_id: string | null;
    source_system: string;
    expires_at: Date | null;
    lines: LineSold[];
  }[]
> {
  return statement(
    reader,
    `select t.id, t.store_id, t.terminal_id, t.employee_id, t.source_system,
       t.expires_at, json_agg(json_build_object('variant_id', l.variant_id, 'quantity', l.quantity)) as lines
     from transactions t join transaction_lines l on l.transaction_id = t.id
       and l.transaction_id between $2 and $3
     where t.id = any($1::uuid[]) and t.id between $2 and $3 and l.sku <> $4 group by t.id`,
    [saleIds, ...idRange(saleIds), GIFT_CARD_SKU],
  );
}

/** The sales among these that sell gift cards. */
export async function salesWithGiftCards(
  reader: Reader,
  saleIds: readonly string[],
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select distinct transaction_id as id from transaction_lines
     where transaction_id = any($1::uuid[]) and transaction_id between $2 and $3 and sku = $4
     order by transaction_id`,
    [saleIds, ...idRange(saleIds), GIFT_CARD_SKU],
  );
  return rows.map(({ id }) => id);
}

/** The sales among these that have a customer. */
export async function salesOfCustomers(
  reader: Reader,
  saleIds: readonly string[],
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from transactions
     where id = any($1::uuid[]) and id between $2 and $3 and customer_id is not null order by id`,
    [saleIds, ...idRange(saleIds)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Adds to the returned quantities, or subtracts with sign -1. A check constraint keeps them between
 * zero and the quantity sold.
 */
export async function countReturned(
  tx: Tx,
  saleId: string,
  lines: readonly { line_id: string; quantity: number }[],
  sign: 1 | -1,
): Promise<void> {
  await statement(
    tx,
    `update transaction_lines l set returned_quantity = l.returned_quantity + $4 * back.quantity
     from unnest($2::uuid[], $3::int[]) as back (line_id, quantity)
     where l.transaction_id = $1 and l.id = back.line_id`,
    [saleId, lines.map(line => line.line_id), lines.map(line => line.quantity), sign],
  );
}

export const markVoided = (
  tx: Tx,
  id: string,
  change: { at: Date; reason: string; by: string | null },
) =>
  tx
    .updateTable('transactions')
    .set({
      status: 'voided',
      voided_at: change.at,
      void_reason: change.reason,
      voided_by: change.by,
      updated_at: change.at,
    })
    .where('id', '=', id)
    .execute();

/** The number that a till gives a sale which the service has booked already. */
export const numberSale = (tx: Tx, id: string, tillNumber: string, at: Date) =>
  tx
    .updateTable('transactions')
    .set({ till_number: tillNumber, updated_at: at })
    .where('id', '=', id)
    .where('till_number', 'is', null)
    .execute();

export const moveSale = (tx: Tx, id: string, status: SaleStatus) =>
  tx
    .updateTable('transactions')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** Longer than any sale stays open, so that the query skips older partitions. */
const MAX_OPEN_TIME = '4 days';

/** Sales completed in the last five minutes, by store code. */
export async function countRecentSales(reader: Reader): Promise<Record<string, number>> {
  const rows = await statement<{ code: string; sales: number }>(
    reader,
    `select s.code, count(t.id)::int as sales
     from stores s left join transactions t
       on t.store_id = s.id and t.completed_at > now() - interval '5 minutes'
         and t.id >= uuid_floor(now() - interval '${MAX_OPEN_TIME}')
     group by s.code`,
  );
  return Object.fromEntries(rows.map(row => [row.code, row.sales]));
}
