import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Suppliers } from '../../platform/database/tables.js';
import type { Reader, Tx } from '../../platform/database/tx.js';

export type Supplier = Selectable<Suppliers>;

export const findSupplier = (reader: Reader, id: string): Promise<Supplier | undefined> =>
  reader.selectFrom('suppliers').selectAll().where('id', '=', id).executeTakeFirst();

/** The supplier of this name, whatever its case, that is not archived. */
export const supplierNamed = (reader: Reader, name: string): Promise<Supplier | undefined> =>
  reader
    .selectFrom('suppliers')
    .selectAll()
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name.trim()})`)
    .where('is_archived', '=', false)
    .executeTakeFirst();

export type SupplierFilter = { q?: string; isArchived?: boolean };

/** By name; `after` is the name and id of the last one shown. */
export function listSuppliers(
  reader: Reader,
  { q, isArchived }: SupplierFilter,
  after: readonly unknown[] | undefined,
  limit: number,
): Promise<Supplier[]> {
  let query = reader.selectFrom('suppliers').selectAll();
  if (q !== undefined && q.trim() !== '') {
    query = query.where(sql<boolean>`strpos(lower(name), lower(${q.trim()})) > 0`);
  }
  if (isArchived !== undefined) query = query.where('is_archived', '=', isArchived);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(lower(name), id) > (lower(${after[0]}), ${after[1]}::uuid)`);
  }
  return query.orderBy(sql`lower(name)`).orderBy('id').limit(limit).execute();
}

export const insertSupplier = (tx: Tx, row: Insertable<Suppliers>) =>
  tx.insertInto('suppliers').values(row).execute();

export const updateSupplier = (tx: Tx, id: string, change: Updateable<Suppliers>) =>
  tx
    .updateTable('suppliers')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteSupplier = (tx: Tx, id: string) =>
  tx.deleteFrom('suppliers').where('id', '=', id).execute();
