import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PriceLists } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { isUuid } from '../../../platform/ids.js';

export type ListRow = Selectable<PriceLists>;

const lists = (reader: Reader) => reader.selectFrom('price_lists').selectAll();

export const listById = (reader: Reader, id: string): Promise<ListRow | undefined> =>
  lists(reader).where('id', '=', id).executeTakeFirst();

/** By id or code. */
export const findList = (reader: Reader, ref: string): Promise<ListRow | undefined> =>
  lists(reader)
    .where(isUuid(ref) ? 'id' : 'code', '=', ref)
    .executeTakeFirst();

/** Locked before its prices are looked at, so that none is written in the old currency meanwhile. */
export const lockList = (tx: Tx, id: string): Promise<ListRow | undefined> =>
  lists(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** By id or code. Its currency cannot change before a price in it is committed. */
export const holdList = (tx: Tx, ref: string): Promise<ListRow | undefined> =>
  lists(tx)
    .where(isUuid(ref) ? 'id' : 'code', '=', ref)
    .forShare()
    .executeTakeFirst();

export const holdListOfCode = (tx: Tx, code: string): Promise<ListRow | undefined> =>
  lists(tx).where('code', '=', code).forShare().executeTakeFirst();

export const holdLists = (tx: Tx, refs: readonly string[]): Promise<ListRow[]> =>
  lists(tx)
    .where(sql<boolean>`id::text = any(${refs}::text[]) or code = any(${refs}::text[])`)
    .orderBy('id')
    .forShare()
    .execute();

export type ListFilter = { currency?: string; store?: { id: string; currency: string } };

/** Sorted by code, which is unique. */
export function listLists(
  reader: Reader,
  { currency, store }: ListFilter,
  after: string | undefined,
  limit: number,
): Promise<ListRow[]> {
  let query = lists(reader);
  if (currency !== undefined) query = query.where('currency', '=', currency);
  if (store !== undefined) {
    query = query
      .where('currency', '=', store.currency)
      .where(sql<boolean>`(store_ids = '{}' or ${store.id}::uuid = any(store_ids))`);
  }
  if (after !== undefined) query = query.where('code', '>', after);
  return query.orderBy('code').limit(limit).execute();
}

/** Two writers at once would not see each other's list, so they take turns. */
export const lockLists = (tx: Tx) =>
  statement(tx, 'lock table price_lists in share row exclusive mode', []);

export const listsOfPriority = (
  reader: Reader,
  currency: string,
  priority: number,
): Promise<ListRow[]> =>
  lists(reader).where('currency', '=', currency).where('priority', '=', priority).execute();

export const insertList = (tx: Tx, row: Insertable<PriceLists>) =>
  tx.insertInto('price_lists').values(row).execute();

export const updateList = (tx: Tx, id: string, change: Updateable<PriceLists>) =>
  tx
    .updateTable('price_lists')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export async function deleteList(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.deleteFrom('price_lists').where('id', '=', id).returning('id').execute();
  return rows.length > 0;
}

/** Whether some price of the list has more digits than the currency of the list allows. */
export async function amountsOf(reader: Reader, listId: string): Promise<string[]> {
  const rows = await statement<{ amount: string }>(
    reader,
    `select distinct amount::text from prices where price_list_id = $1 and amount <> trunc(amount)`,
    [listId],
  );
  return rows.map(row => row.amount);
}

export async function storesOfCurrency(reader: Reader, currency: string): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    'select id from stores where currency = $1',
    [currency],
  );
  return rows.map(row => row.id);
}
