import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ReturnLines, Returns } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Unit } from '../../platform/quantity.js';
import type { RefundDestination, RefundWithCode } from '../payments/index.js';
import { HASHED_KINDS } from '../stored-value/index.js';
import { OPEN_STATUSES, type ReturnStatus } from './rules.js';

export type ReturnRow = Omit<Selectable<Returns>, 'status' | 'refund_to' | 'announced'> & {
  /** What was announced, if less arrived. */
  announced: Announced[] | null;
  status: ReturnStatus;
  refund_to: RefundDestination | null;
  transaction_number: string;
  currency: string;
  /** The number of the sale that the goods were exchanged for. */
  exchange_number: string | null;
  /** The number of the return that waits for the rest of the goods. */
  rest_number: string | null;
};

export type Announced = { original_line_item: string; quantity: number };

export type ReturnLine = Selectable<ReturnLines> & {
  variant_id: string;
  sku: string;
  unit: Unit;
  product_id: number;
  /** Steps that were sold with the line. */
  sold: number;
  name: string;
  product_name: string;
  variant_name: string;
};

const returnsWithSale = (reader: Reader) =>
  reader
    .selectFrom('returns')
    .innerJoin('transactions', 'transactions.id', 'returns.transaction_id')
    .leftJoin('transactions as exchange', 'exchange.id', 'returns.exchange_transaction_id')
    .leftJoin('returns as rest', 'rest.id', 'returns.rest_return_id')
    .selectAll('returns')
    .select([
      'transactions.transaction_number',
      'transactions.currency',
      'exchange.transaction_number as exchange_number',
      'rest.return_number as rest_number',
    ])
    .$castTo<ReturnRow>();

/** Finds a return by UUID or by its RET number. */
export const returnBy = (
  reader: Reader,
  column: 'id' | 'return_number',
  value: string,
): Promise<ReturnRow | undefined> =>
  returnsWithSale(reader).where(`returns.${column}`, '=', value).executeTakeFirst();

/** The return whose value paid for this sale. */
export const returnOfExchange = (reader: Reader, saleId: string): Promise<ReturnRow | undefined> =>
  returnsWithSale(reader).where('returns.exchange_transaction_id', '=', saleId).executeTakeFirst();

export const linkExchange = (tx: Tx, returnId: string, saleId: string) =>
  updateReturn(tx, returnId, { exchange_transaction_id: saleId });

/** The payments of a sale that a gift card, or another code with a balance, made. */
export async function giftCardPayments(reader: Reader, saleId: string): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('payments')
    .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
    .select('payments.id')
    .where('payments.transaction_id', '=', saleId)
    .where('payment_methods.method_type', 'in', HASHED_KINDS)
    .execute();
  return new Set(rows.map(row => row.id));
}

type PaidWith = { name: string; method_type: string; card_last_four: string | null };

/** The method of each payment of a sale. */
export async function methodsOfPayments(
  reader: Reader,
  saleId: string,
): Promise<Map<string, PaidWith>> {
  const rows = await reader
    .selectFrom('payments')
    .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
    .select([
      'payments.id',
      'payments.card_last_four',
      'payment_methods.name',
      'payment_methods.method_type',
    ])
    .where('payments.transaction_id', '=', saleId)
    .execute();
  return new Map(rows.map(({ id, ...method }) => [id, method]));
}

export type ReturnFilter = {
  /** Undefined: every store. */
  stores: readonly string[] | undefined;
  saleId?: string;
  status?: ReturnStatus;
  /** Requested in the shop. */
  isOnline?: boolean;
  /** Days of the store on which it was completed, `2026-03-01`; both are included. */
  completedFrom?: string;
  completedTo?: string;
  productId?: number;
  currency?: string;
  /** As reports count: completed, of a sale that is not voided. */
  isCounted?: boolean;
};

/** The wider range of constants selects index entries; the exact day depends on the time zone. */
const completedOn = (day: string, isFirst: boolean) => {
  const local = sql`(returns.completed_at at time zone
    (select z.time_zone from stores z where z.id = returns.store_id))::date`;
  return isFirst
    ? sql<boolean>`returns.completed_at >= (${day}::date - 1)::timestamp at time zone 'UTC'
        and ${local} >= ${day}::date`
    : sql<boolean>`returns.completed_at < (${day}::date + 2)::timestamp at time zone 'UTC'
        and ${local} <= ${day}::date`;
};

const hasProduct = (productId: number) => sql<boolean>`exists (
  select from return_lines b
  join transaction_lines l on l.transaction_id = b.transaction_id and l.id = b.line_id
  where b.return_id = returns.id and l.transaction_id = returns.transaction_id
    and l.product_id = ${productId}::integer)`;

/** Newest first; `beforeId` is the last id of the previous page. */
export function listReturns(
  reader: Reader,
  filter: ReturnFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<ReturnRow[]> {
  const { stores, saleId, status, isOnline, completedFrom, completedTo, productId } = filter;
  let query = returnsWithSale(reader);
  if (stores) query = query.where('returns.store_id', '=', sql<string>`any(${stores}::uuid[])`);
  if (saleId !== undefined) query = query.where('returns.transaction_id', '=', saleId);
  if (status !== undefined) query = query.where('returns.status', '=', status);
  if (isOnline !== undefined) query = query.where('returns.requested_online', '=', isOnline);
  if (completedFrom !== undefined) query = query.where(completedOn(completedFrom, true));
  if (completedTo !== undefined) query = query.where(completedOn(completedTo, false));
  if (productId !== undefined) query = query.where(hasProduct(productId));
  if (filter.currency !== undefined) {
    query = query.where('transactions.currency', '=', filter.currency);
  }
  if (filter.isCounted) {
    query = query
      .where('returns.status', '=', 'completed')
      .where('transactions.completed_at', 'is not', null)
      .where('transactions.status', '!=', 'voided');
  }
  if (beforeId !== undefined) query = query.where('returns.id', '<', beforeId);
  return query.orderBy('returns.id', 'desc').limit(limit).execute();
}

/** All returns of a sale, oldest first. */
export const returnsOfSale = (reader: Reader, saleId: string): Promise<ReturnRow[]> =>
  returnsWithSale(reader)
    .where('returns.transaction_id', '=', saleId)
    .orderBy('returns.id')
    .execute();

/** True for the first caller with this status, so that the customer gets one mail about it. */
export async function claimNotice(tx: Tx, id: string, status: ReturnStatus): Promise<boolean> {
  const row = await tx
    .updateTable('returns')
    .set({ mailed_status: status })
    .where('id', '=', id)
    .where(sql<boolean>`mailed_status is distinct from ${status}`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const openReturnsOf = async (reader: Reader, saleId: string): Promise<ReturnRow[]> =>
  returnsWithSale(reader)
    .where('returns.transaction_id', '=', saleId)
    .where('returns.status', 'in', [...OPEN_STATUSES])
    .orderBy('returns.id')
    .execute();

/** The lines of several returns, in the order of the sale. */
export const linesOfReturns = (reader: Reader, ids: readonly string[]): Promise<ReturnLine[]> =>
  reader
    .selectFrom('return_lines as r')
    .innerJoin('transaction_lines as l', join =>
      join.onRef('l.transaction_id', '=', 'r.transaction_id').onRef('l.id', '=', 'r.line_id'),
    )
    .selectAll('r')
    .select([
      'l.variant_id',
      'l.sku',
      sql<Unit>`l.unit`.as('unit'),
      'l.product_id',
      'l.quantity as sold',
      'l.name',
      'l.product_name',
      'l.variant_name',
    ])
    .where('r.return_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('l.position')
    .execute();

export const refundsOfReturns = async (
  reader: Reader,
  ids: readonly string[],
): Promise<(RefundWithCode & { return_id: string })[]> =>
  (await reader
    .selectFrom('return_refunds')
    .innerJoin('refunds', 'refunds.id', 'return_refunds.refund_id')
    .leftJoin('value_accounts', 'value_accounts.id', 'refunds.value_account_id')
    .selectAll('refunds')
    .select(['return_refunds.return_id', 'value_accounts.code as store_credit_code'])
    .where('return_refunds.return_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('refunds.id')
    .execute()) as (RefundWithCode & { return_id: string })[];

export async function returnOfRefund(
  reader: Reader,
  refundId: string,
): Promise<ReturnRow | undefined> {
  return returnsWithSale(reader)
    .innerJoin('return_refunds', 'return_refunds.return_id', 'returns.id')
    .where('return_refunds.refund_id', '=', refundId)
    .executeTakeFirst();
}

export type EarlierReturns = {
  lines: { line_id: string; quantity: number; refunded: string }[];
  shipping: string;
  /** Total of open returns, which have not been refunded yet. */
  promised: string;
};

/**
 * Units and amounts, refunded or withheld, of the sale's returns that are neither rejected nor
 * cancelled; `except` is a return that does not count.
 */
export async function earlierReturns(
  reader: Reader,
  saleId: string,
  except: string | null = null,
): Promise<EarlierReturns> {
  const [row] = await statement<EarlierReturns>(
    reader,
    `with counted as (
       select id, status, refund_amount, shipping_refund from returns
       where transaction_id = $1 and status not in ('rejected', 'cancelled')
         and ($3::uuid is null or id <> $3)
     ), taken as (
       select l.line_id, sum(l.quantity)::int as quantity, sum(l.refund_amount + l.withheld)::text as refunded
       from return_lines l join counted on counted.id = l.return_id group by l.line_id
     )
     select (select coalesce(json_agg(taken), '[]'::json) from taken) as lines,
       amount_text(coalesce(sum(shipping_refund), 0)) as shipping,
       amount_text(coalesce(sum(refund_amount) filter (where status = any($2)), 0)) as promised
     from counted`,
    [saleId, [...OPEN_STATUSES], except],
  );
  return row ?? { lines: [], shipping: '0.00', promised: '0.00' };
}

export type NewReturn = Omit<Insertable<Returns>, 'return_number'>;
export type NewReturnLine = Omit<Insertable<ReturnLines>, 'return_id' | 'transaction_id'>;

/** Inserts a return with the next number, such as `RET-2026-000042`. */
export async function insertReturn(
  tx: Tx,
  row: NewReturn & { id: string },
  year: number,
  lines: readonly NewReturnLine[],
): Promise<void> {
  await tx
    .insertInto('returns')
    .values({ ...row, return_number: nextNumber(year) })
    .execute();
  await tx
    .insertInto('return_lines')
    .values(lines.map(line => ({ ...line, return_id: row.id, transaction_id: row.transaction_id })))
    .execute();
}

/** At least six digits; numbers from a million on are longer. */
export const nextNumber = (year: number) =>
  sql<string>`(select 'RET-' || ${year}::int || '-' || lpad(n, greatest(6, length(n)), '0')
    from (select nextval('return_numbers')::text as n) as next)`;

export const updateReturn = (tx: Tx, id: string, change: Updateable<Returns>) =>
  tx.updateTable('returns').set(change).where('id', '=', id).execute();

export async function updateLineAmounts(
  tx: Tx,
  id: string,
  lines: readonly { line_id: string; amount: string }[],
): Promise<void> {
  await statement(
    tx,
    `update return_lines l set refund_amount = paid.amount
     from unnest($2::uuid[], $3::numeric[]) as paid (line_id, amount)
     where l.return_id = $1 and l.line_id = paid.line_id`,
    [id, lines.map(line => line.line_id), lines.map(line => line.amount)],
  );
}

/** Replaces the lines of a return by those that arrived. */
export async function replaceLines(
  tx: Tx,
  { id, transaction_id }: Pick<ReturnRow, 'id' | 'transaction_id'>,
  lines: readonly NewReturnLine[],
): Promise<void> {
  await tx.deleteFrom('return_lines').where('return_id', '=', id).execute();
  await tx
    .insertInto('return_lines')
    .values(lines.map(line => ({ ...line, return_id: id, transaction_id })))
    .execute();
}

export const linkRefunds = (tx: Tx, returnId: string, refundIds: readonly string[]) =>
  tx
    .insertInto('return_refunds')
    .values(refundIds.map(refund_id => ({ refund_id, return_id: returnId })))
    .execute();

/** Keeps the money of a return. Later returns of the same lines do not refund it either. */
export async function withholdRefund(tx: Tx, id: string): Promise<void> {
  await statement(
    tx,
    `with kept as (
       update return_lines set withheld = refund_amount, refund_amount = 0.00 where return_id = $1
     )
     update returns set refund_amount = 0.00, shipping_refund = 0.00 where id = $1`,
    [id],
  );
}
