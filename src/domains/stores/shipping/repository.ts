import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ShippingZones } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { ZoneRate } from './rules.js';

export type StoredZone = Omit<Selectable<ShippingZones>, 'rates'> & { rates: ZoneRate[] };

const zones = (reader: Reader) =>
  reader.selectFrom('shipping_zones').selectAll().$castTo<StoredZone>();

export const shippingZoneById = (reader: Reader, id: string): Promise<StoredZone | undefined> =>
  zones(reader).where('id', '=', id).executeTakeFirst();

export const shippingZonesOf = (reader: Reader, storeId: string): Promise<StoredZone[]> =>
  zones(reader).where('store_id', '=', storeId).orderBy('id').execute();

/** In the order of their creation; all stores if `storeIds` is undefined. */
export const listShippingZones = (
  reader: Reader,
  storeIds: readonly string[] | undefined,
  afterId: string | undefined,
  limit: number,
): Promise<StoredZone[]> =>
  zones(reader)
    .$if(storeIds !== undefined, query =>
      query.where('store_id', '=', sql<string>`any(${storeIds ?? []}::uuid[])`),
    )
    .$if(afterId !== undefined, query => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Changes of the zones of one store follow each other. Sales that refer to the store go on. */
export const lockStoreOfZones = (tx: Tx, storeId: string) =>
  statement(tx, 'select id from stores where id = $1 for no key update', [storeId]);

export const insertShippingZone = (tx: Tx, row: Insertable<ShippingZones>) =>
  tx.insertInto('shipping_zones').values(row).execute();

export const updateShippingZone = (tx: Tx, id: string, change: Updateable<ShippingZones>) =>
  tx
    .updateTable('shipping_zones')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteShippingZone = (tx: Tx, id: string) =>
  tx.deleteFrom('shipping_zones').where('id', '=', id).execute();
