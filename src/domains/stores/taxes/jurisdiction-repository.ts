import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { TaxJurisdictions } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';

export type Jurisdiction = Selectable<TaxJurisdictions>;
export type JurisdictionWithStores = Jurisdiction & { store_ids: string[] };

const withStores = (reader: Reader) =>
  reader
    .selectFrom('tax_jurisdictions')
    .selectAll('tax_jurisdictions')
    .select(
      sql<string[]>`array(select store_id from store_tax_jurisdictions
        where jurisdiction_id = tax_jurisdictions.id order by store_id)`.as('store_ids'),
    );

export const listJurisdictions = (
  reader: Reader,
  after: string | undefined,
  limit: number,
): Promise<JurisdictionWithStores[]> =>
  withStores(reader)
    .$if(after !== undefined, query => query.where('code', '>', after ?? ''))
    .orderBy('code')
    .limit(limit)
    .execute();

export const jurisdictionById = (
  reader: Reader,
  id: string,
): Promise<JurisdictionWithStores | undefined> =>
  withStores(reader).where('id', '=', id).executeTakeFirst();

export const insertJurisdiction = (tx: Tx, row: Insertable<TaxJurisdictions>) =>
  tx.insertInto('tax_jurisdictions').values(row).execute();

export const updateJurisdiction = (tx: Tx, id: string, change: Updateable<TaxJurisdictions>) =>
  tx
    .updateTable('tax_jurisdictions')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteJurisdiction = (tx: Tx, id: string) =>
  tx.deleteFrom('tax_jurisdictions').where('id', '=', id).execute();

export async function setJurisdictionStores(
  tx: Tx,
  id: string,
  storeIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('store_tax_jurisdictions').where('jurisdiction_id', '=', id).execute();
  await statement(
    tx,
    'insert into store_tax_jurisdictions (jurisdiction_id, store_id) select $1, unnest($2::uuid[])',
    [id, storeIds],
  );
}
