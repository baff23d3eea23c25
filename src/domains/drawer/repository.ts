import { type Insertable, type Selectable, sql } from 'kysely';
import type { DrawerOperations } from '../../platform/database/tables.js';
import type { Reader, Tx } from '../../platform/database/tx.js';

export type DrawerOperation = Selectable<DrawerOperations>;

export const insertOperation = (
  tx: Tx,
  row: Insertable<DrawerOperations>,
): Promise<DrawerOperation> =>
  tx.insertInto('drawer_operations').values(row).returningAll().executeTakeFirstOrThrow();

/** Newest first; ids are time-ordered. */
export const listOperations = (
  reader: Reader,
  storeIds: readonly string[] | undefined,
  beforeId: string | undefined,
  limit: number,
): Promise<DrawerOperation[]> => {
  let query = reader.selectFrom('drawer_operations').selectAll();
  if (storeIds) query = query.where('store_id', '=', sql<string>`any(${storeIds}::uuid[])`);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  return query.orderBy('id', 'desc').limit(limit).execute();
};
