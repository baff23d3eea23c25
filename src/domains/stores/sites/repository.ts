import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Sites } from '../../../platform/database/tables.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';

export type Site = Selectable<Sites>;

export const listSites = (
  reader: Reader,
  after: string | undefined,
  limit: number,
): Promise<Site[]> =>
  reader
    .selectFrom('sites')
    .selectAll()
    .$if(after !== undefined, query => query.where('code', '>', after ?? ''))
    .orderBy('code')
    .limit(limit)
    .execute();

export const siteById = (reader: Reader, id: string): Promise<Site | undefined> =>
  reader.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst();

export const insertSite = (tx: Tx, row: Insertable<Sites>) =>
  tx.insertInto('sites').values(row).execute();

export const updateSite = (tx: Tx, id: string, change: Updateable<Sites>) =>
  tx
    .updateTable('sites')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteSite = (tx: Tx, id: string) =>
  tx.deleteFrom('sites').where('id', '=', id).execute();
