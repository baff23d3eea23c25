import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { BarcodePatterns } from '../../../platform/database/tables.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import type { LabelPattern } from '../../../platform/label-codes.js';

export type Pattern = Omit<Selectable<BarcodePatterns>, 'value_kind'> & LabelPattern;

/** By store and prefix; `after` is the last row of the previous page. */
export async function listPatterns(
  reader: Reader,
  stores: readonly string[] | undefined,
  after: { store: string; prefix: string } | undefined,
  limit: number,
): Promise<Pattern[]> {
  let query = reader.selectFrom('barcode_patterns').selectAll();
  if (stores) query = query.where('store_id', '=', sql<string>`any(${stores}::uuid[])`);
  if (after) {
    query = query.where(sql<boolean>`(store_id, prefix) > (${after.store}::uuid, ${after.prefix})`);
  }
  const rows = await query.orderBy('store_id').orderBy('prefix').limit(limit).execute();
  return rows as Pattern[];
}

export async function patternById(reader: Reader, id: string): Promise<Pattern | undefined> {
  const row = await reader
    .selectFrom('barcode_patterns')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Pattern | undefined;
}

/** At most ten: one for each prefix. */
export async function patternsOfStore(reader: Reader, storeId: string): Promise<Pattern[]> {
  return listPatterns(reader, [storeId], undefined, 10);
}

export const insertPattern = (tx: Tx, row: Insertable<BarcodePatterns>) =>
  tx.insertInto('barcode_patterns').values(row).execute();

export const updatePattern = (tx: Tx, id: string, change: Updateable<BarcodePatterns>) =>
  tx
    .updateTable('barcode_patterns')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deletePattern = (tx: Tx, id: string) =>
  tx.deleteFrom('barcode_patterns').where('id', '=', id).execute();
