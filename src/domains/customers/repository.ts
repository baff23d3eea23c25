import { type Autocommit, type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { SaleStatus, Source } from '../transactions/index.js';

export type View = {
  id: string;
  customerId: string;
  viewerId: string;
  storeId: string | null;
  terminalId: string | null;
  kind: 'profile' | 'export';
  at: Date;
};

export async function insertView(writer: Autocommit, view: View): Promise<void> {
  await statement(
    writer,
    `insert into customer_views (id, customer_id, viewer_id, store_id, terminal_id, kind, viewed_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [view.id, view.customerId, view.viewerId, view.storeId, view.terminalId, view.kind, view.at],
  );
}

export type ListedView = {
  id: string;
  kind: 'profile' | 'export';
  viewer_id: string | null;
  viewer_name: string;
  store_id: string | null;
  terminal_id: string | null;
  viewed_at: Date;
};

/** Views at these stores, newest first; without a list at all stores. */
export const viewsOf = (
  reader: Reader,
  customerId: string,
  storeIds: readonly string[] | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<ListedView[]> =>
  statement(
    reader,
    `select v.id, v.kind, v.viewer_id, v.store_id, v.terminal_id, v.viewed_at,
       trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')) as viewer_name
     from customer_views v left join users u on u.id = v.viewer_id
     where v.customer_id = $1 and ($2::uuid[] is null or v.store_id = any($2))
       and ($3::uuid is null or v.id < $3)
     order by v.id desc limit $4`,
    [customerId, storeIds ?? null, beforeId ?? null, limit],
  );

export type Purchase = {
  transaction_number: string;
  store_id: string;
  store_name: string;
  source_system: Source;
  status: SaleStatus;
  total_amount: string;
  currency: string;
  created_at: Date;
};

/** Sales at these stores, newest first. */
export const purchasesOf = (
  reader: Reader,
  customerId: string,
  storeIds: readonly string[] | undefined,
  limit: number,
): Promise<Purchase[]> =>
  statement(
    reader,
    `select t.transaction_number, t.store_id, s.name as store_name, t.source_system, t.status,
       t.total_amount, t.currency, t.created_at
     from transactions t join stores s on s.id = t.store_id
     where t.customer_id = $1 and ($2::uuid[] is null or t.store_id = any($2))
     order by t.id desc limit $3`,
    [customerId, storeIds ?? null, limit],
  );

export type Spending = { currency: string; sales: number; total: string };

export const spendingOf = (
  reader: Reader,
  customerId: string,
  storeIds: readonly string[] | undefined,
): Promise<Spending[]> =>
  statement(
    reader,
    `select currency, count(*)::int as sales, sum(total_amount)::text as total
     from transactions
     where customer_id = $1 and completed_at is not null and status <> 'voided'
       and ($2::uuid[] is null or store_id = any($2))
     group by currency order by currency`,
    [customerId, storeIds ?? null],
  );

export const moveViews = (tx: Tx, from: string, into: string) =>
  statement(tx, 'update customer_views set customer_id = $2 where customer_id = $1', [from, into]);

/** Whether money is still owed for one of these sales. */
export async function hasPendingRefunds(
  reader: Reader,
  saleIds: readonly string[],
): Promise<boolean> {
  const rows = await statement(
    reader,
    `select from refunds where transaction_id = any($1::uuid[]) and status = 'pending' limit 1`,
    [saleIds],
  );
  return rows.length > 0;
}

/** Days for which each store keeps customers who stay away; stores that keep them are not listed. */
export async function retentionOfStores(reader: Reader): Promise<Map<string, number>> {
  const rows = await statement<{ id: string; days: number }>(
    reader,
    `select id, customer_retention_days as days from stores
     where customer_retention_days is not null order by id`,
  );
  return new Map(rows.map(row => [row.id, row.days]));
}

/** Whether other stores know one of these customers: by a sale, a balance or as their home. */
export async function isKnownElsewhere(
  reader: Reader,
  ids: readonly string[],
  stores: readonly string[],
): Promise<boolean> {
  const [row] = await statement<{ is_known: boolean }>(
    reader,
    `select exists (select from transactions where customer_id = any($1::uuid[])
         and store_id <> all($2::uuid[]))
       or exists (select from value_accounts where customer_id = any($1::uuid[])
         and store_id <> all($2::uuid[]))
       or exists (select from users where id = any($1::uuid[])
         and home_store_id <> all($2::uuid[])) as is_known`,
    [ids, stores],
  );
  return row?.is_known === true;
}
