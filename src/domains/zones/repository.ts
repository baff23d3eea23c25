import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Zones } from '../../platform/database/tables.js';
import type { Reader, Tx } from '../../platform/database/tx.js';
import type { ZoneKind } from './rules.js';

export type Zone = Omit<Selectable<Zones>, 'kind'> & { kind: ZoneKind; store_code: string };

const zones = (reader: Reader) =>
  reader
    .selectFrom('zones')
    .innerJoin('stores', 'stores.id', 'zones.store_id')
    .selectAll('zones')
    .select('stores.code as store_code')
    .$castTo<Zone>();

export const zoneById = (reader: Reader, id: string): Promise<Zone | undefined> =>
  zones(reader).where('zones.id', '=', id).executeTakeFirst();

export type ZoneFilter = {
  /** Undefined means all stores; an empty list means none. */
  storeIds?: readonly string[];
  kind?: string;
  isActive?: boolean;
};

/** Sorted by `sort_order`, then `code`. */
export function listZones(
  reader: Reader,
  { storeIds, kind, isActive }: ZoneFilter,
  after: readonly unknown[] | undefined,
  limit: number,
): Promise<Zone[]> {
  let query = zones(reader);
  if (storeIds) query = query.where('zones.store_id', '=', sql<string>`any(${storeIds}::uuid[])`);
  if (kind !== undefined) query = query.where('zones.kind', '=', kind);
  if (isActive !== undefined) query = query.where('zones.is_active', '=', isActive);
  if (after !== undefined) {
    query = query.where(
      sql<boolean>`(zones.sort_order, zones.code, zones.id)
        > (${after[0]}::int, ${after[1]}::text, ${after[2]}::uuid)`,
    );
  }
  return query
    .orderBy('zones.sort_order')
    .orderBy('zones.code')
    .orderBy('zones.id')
    .limit(limit)
    .execute();
}

export const insertZone = (tx: Tx, row: Insertable<Zones>) =>
  tx.insertInto('zones').values(row).execute();

export const updateZone = (tx: Tx, id: string, change: Updateable<Zones>) =>
  tx
    .updateTable('zones')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteZone = (tx: Tx, id: string) =>
  tx.deleteFrom('zones').where('id', '=', id).execute();
