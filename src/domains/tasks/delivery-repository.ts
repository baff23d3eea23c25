import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DeliverySchedules } from '../../platform/database/tables.js';
import type { Reader, Tx } from '../../platform/database/tx.js';

type DeliveryColumns = Selectable<DeliverySchedules>;

/** A delivery with its store's code and name, and its lateness. */
export type Delivery = DeliveryColumns & {
  store_code: string;
  store_name: string;
  is_late: boolean;
  minutes_late: number;
};

/**
 * The scheduled time in the store's time zone. A time in the hour skipped in spring moves one hour
 * later; a time in the hour repeated in autumn is the second one.
 */
const due = sql<Date>`((delivery_schedules.scheduled_date + delivery_schedules.scheduled_time)
  at time zone stores.time_zone)`;

const isLate = sql<boolean>`coalesce(delivery_schedules.actual_arrival > ${due}, false)`;

const minutesLate = sql<number>`greatest(0, coalesce(
  floor(extract(epoch from delivery_schedules.actual_arrival - ${due}) / 60), 0))::bigint`;

const deliveries = (reader: Reader) =>
  reader
    .selectFrom('delivery_schedules')
    .innerJoin('stores', 'stores.id', 'delivery_schedules.store_id')
    .selectAll('delivery_schedules')
    .select([
      'stores.code as store_code',
      'stores.name as store_name',
      isLate.as('is_late'),
      minutesLate.as('minutes_late'),
    ]);

export const deliveryByDeliveryId = (
  reader: Reader,
  deliveryId: string,
): Promise<Delivery | undefined> =>
  deliveries(reader).where('delivery_schedules.delivery_id', '=', deliveryId).executeTakeFirst();

export const deliveryById = (reader: Reader, id: string): Promise<Delivery | undefined> =>
  deliveries(reader).where('delivery_schedules.id', '=', id).executeTakeFirst();

export const lockDelivery = (tx: Tx, deliveryId: string): Promise<DeliveryColumns | undefined> =>
  tx
    .selectFrom('delivery_schedules')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .forUpdate()
    .executeTakeFirst();

export type DeliveryFilter = {
  /** Undefined: every store. Empty: none. */
  storeIds?: readonly string[];
  status?: string;
  dateFrom?: string;
  dateTo?: string;
  late?: boolean;
};

/** Latest schedule first. */
export function listDeliveries(
  reader: Reader,
  filter: DeliveryFilter,
  after: readonly unknown[] | undefined,
  limit: number,
): Promise<Delivery[]> {
  const { storeIds, status, dateFrom, dateTo, late } = filter;
  let query = deliveries(reader);
  if (storeIds) {
    query = query.where('delivery_schedules.store_id', '=', sql<string>`any(${storeIds}::uuid[])`);
  }
  if (status !== undefined) query = query.where('delivery_schedules.status', '=', status);
  if (dateFrom !== undefined) {
    query = query.where('delivery_schedules.scheduled_date', '>=', dateFrom);
  }
  if (dateTo !== undefined) query = query.where('delivery_schedules.scheduled_date', '<=', dateTo);
  if (late !== undefined) query = query.where(isLate, '=', late);
  if (after !== undefined) {
    const [date, time, id] = after;
    query = query.where(
      sql<boolean>`(delivery_schedules.scheduled_date, delivery_schedules.scheduled_time,
        delivery_schedules.id) < (${date}::date, ${time}::time, ${id}::uuid)`,
    );
  }
  return query
    .orderBy('delivery_schedules.scheduled_date', 'desc')
    .orderBy('delivery_schedules.scheduled_time', 'desc')
    .orderBy('delivery_schedules.id', 'desc')
    .limit(limit)
    .execute();
}

export const insertDelivery = (tx: Tx, row: Insertable<DeliverySchedules>) =>
  tx.insertInto('delivery_schedules').values(row).execute();

export const updateDelivery = (tx: Tx, id: string, change: Updateable<DeliverySchedules>) =>
  tx
    .updateTable('delivery_schedules')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteDelivery = (tx: Tx, id: string) =>
  tx.deleteFrom('delivery_schedules').where('id', '=', id).execute();
