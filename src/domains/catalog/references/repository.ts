import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Brands, Categories, Collections } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { isUuid } from '../../../platform/ids.js';
import type { ReferenceTable } from './kinds.js';

/** Only categories have `parent_id`, `sort_order` and `requires_kyc`, only collections `is_automatic`. */
export type Reference = Selectable<Brands> &
  Partial<Selectable<Categories> & Pick<Selectable<Collections>, 'is_automatic'>>;
type Columns = Brands & Partial<Pick<Categories, 'parent_id' | 'sort_order' | 'requires_kyc'>>;

// The four tables share the columns of `brands`, so one typed statement serves them all.
const as = (table: ReferenceTable): 'brands' => table as 'brands';

export const listReferences = (
  reader: Reader,
  table: ReferenceTable,
  after: string | undefined,
  limit: number,
): Promise<Reference[]> =>
  reader
    .selectFrom(as(table))
    .selectAll()
    .$if(after !== undefined, query => query.where('slug', '>', after ?? ''))
    .orderBy('slug')
    .limit(limit)
    .execute();

export const findReference = (
  reader: Reader,
  table: ReferenceTable,
  ref: string,
): Promise<Reference | undefined> =>
  reader
    .selectFrom(as(table))
    .selectAll()
    .where(isUuid(ref) ? 'id' : 'slug', '=', ref)
    .executeTakeFirst();

/** Regardless of case; a category only below `parent`. The oldest if several have the name. */
export async function findReferenceByName(
  reader: Reader,
  table: ReferenceTable,
  name: string,
  parent: string | null,
): Promise<string | undefined> {
  const isBelow = table === 'categories' ? 'and parent_id is not distinct from $2::uuid' : '';
  const [found] = await statement<{ id: string }>(
    reader,
    `select id from ${table} where lower(name) = lower($1) ${isBelow} order by id limit 1`,
    isBelow === '' ? [name] : [name, parent],
  );
  return found?.id;
}

export const insertReference = (tx: Tx, table: ReferenceTable, row: Insertable<Columns>) =>
  tx.insertInto(as(table)).values(row).returningAll().executeTakeFirstOrThrow();

export const updateReference = (
  tx: Tx,
  table: ReferenceTable,
  id: string,
  change: Updateable<Columns>,
) =>
  tx
    .updateTable(as(table))
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteReference = (tx: Tx, table: ReferenceTable, id: string) =>
  tx.deleteFrom(as(table)).where('id', '=', id).execute();

export const takenSlugs = async (
  reader: Reader,
  table: ReferenceTable,
  slugs: string[],
): Promise<string[]> =>
  (await reader.selectFrom(as(table)).select('slug').where('slug', 'in', slugs).execute()).map(
    row => row.slug,
  );

/** Serialises moves: two concurrent moves could form a cycle that neither of them sees. */
export const lockCategoryTree = (tx: Tx) =>
  statement(tx, 'lock table categories in share row exclusive mode');

/** Whether `id` is `ancestor` or one of its descendants. */
export async function isSameOrBelow(
  reader: Reader,
  id: string,
  ancestor: string,
): Promise<boolean> {
  const rows = await statement(
    reader,
    `with recursive up as (
       select id, parent_id from categories where id = $1
       union select c.id, c.parent_id from categories c join up on c.id = up.parent_id)
     select 1 from up where id = $2`,
    [id, ancestor],
  );
  return rows.length > 0;
}
