import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Fulfillments, Shipments } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { SaleStatus } from '../transactions/index.js';
import type { FulfillmentStatus, FulfillmentType, Item, Sent, ShipmentStatus } from './rules.js';

export type ShippingAddress = {
  firstName?: string;
  lastName?: string;
  company?: string;
  address?: string;
  apartment?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
  phone?: string;
};

export type Fulfillment = Omit<
  Selectable<Fulfillments>,
  'status' | 'fulfillment_type' | 'shipping_address' | 'billing_address'
> & {
  status: FulfillmentStatus;
  fulfillment_type: FulfillmentType;
  shipping_address: ShippingAddress | null;
  /** Set for a web order whose bill goes to another address. */
  billing_address: ShippingAddress | null;
} & SaleOfFulfillment;

/** The part of the sale that decides what is still to be paid. */
export type SaleOfFulfillment = {
  transaction_number: string;
  sale_status: SaleStatus;
  currency: string;
  total_amount: string;
  total_paid: string;
};

export type Shipment = Omit<Selectable<Shipments>, 'status' | 'items'> & {
  status: ShipmentStatus;
  items: Item[];
};

const withSale = (reader: Reader) =>
  reader
    .selectFrom('fulfillments')
    .innerJoin('transactions', 'transactions.id', 'fulfillments.transaction_id')
    .selectAll('fulfillments')
    .select([
      'transactions.transaction_number',
      'transactions.status as sale_status',
      'transactions.currency',
      'transactions.total_amount',
      'transactions.total_paid',
    ])
    .$castTo<Fulfillment>();

export const fulfillmentById = (reader: Reader, id: string): Promise<Fulfillment | undefined> =>
  withSale(reader).where('fulfillments.id', '=', id).executeTakeFirst();

/** The fulfillments of one sale, oldest first. */
export const fulfillmentsOf = (reader: Reader, saleId: string): Promise<Fulfillment[]> =>
  withSale(reader)
    .where('fulfillments.transaction_id', '=', saleId)
    .orderBy('fulfillments.id')
    .execute();

export type FulfillmentFilter = {
  /** Undefined means all stores. */
  stores: readonly string[] | undefined;
  saleId?: string;
  status?: FulfillmentStatus;
  type?: FulfillmentType;
};

/** Sorts a list by age; `afterId` continues it. */
export type FulfillmentOrder = { isOldestFirst: boolean; afterId: string | undefined };

export function listFulfillments(
  reader: Reader,
  { stores, saleId, status, type }: FulfillmentFilter,
  { isOldestFirst, afterId }: FulfillmentOrder,
  limit: number,
): Promise<Fulfillment[]> {
  let query = withSale(reader);
  if (stores) {
    query = query.where('fulfillments.store_id', '=', sql<string>`any(${stores}::uuid[])`);
  }
  if (saleId !== undefined) query = query.where('fulfillments.transaction_id', '=', saleId);
  if (status !== undefined) query = query.where('fulfillments.status', '=', status);
  if (type !== undefined) query = query.where('fulfillments.fulfillment_type', '=', type);
  if (afterId !== undefined) {
    query = query.where('fulfillments.id', isOldestFirst ? '>' : '<', afterId);
  }
  return query
    .orderBy('fulfillments.id', isOldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

/** How many fulfillments have each of these statuses; a status without any is missing. */
export const countByStatus = (
  reader: Reader,
  stores: readonly string[] | undefined,
  statuses: readonly FulfillmentStatus[],
): Promise<{ status: FulfillmentStatus; count: number }[]> =>
  statement(
    reader,
    `select status, count(*)::int as count from fulfillments
     where status = any($1::text[]) ${stores ? 'and store_id = any($2::uuid[])' : ''}
     group by status`,
    stores ? [statuses, stores] : [statuses],
  );

/** Orders of a store whose goods are to be picked, oldest first. */
export const fulfillmentsToPick = (
  reader: Reader,
  storeId: string,
  limit: number,
): Promise<Fulfillment[]> =>
  withSale(reader)
    .where('fulfillments.store_id', '=', storeId)
    .where('fulfillments.status', 'in', ['pending', 'processing'])
    .where('fulfillments.fulfillment_type', '<>', 'digital')
    .orderBy('fulfillments.id')
    .limit(limit)
    .execute();

export const insertFulfillment = async (
  tx: Tx,
  row: Insertable<Fulfillments>,
): Promise<Omit<Fulfillment, keyof SaleOfFulfillment>> =>
  (await tx
    .insertInto('fulfillments')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as Omit<Fulfillment, keyof SaleOfFulfillment>;

export const updateFulfillment = (tx: Tx, id: string, change: Updateable<Fulfillments>) =>
  tx.updateTable('fulfillments').set(change).where('id', '=', id).execute();

/** True for the first caller only, so that the customer gets one mail. */
export async function claimReadyNotice(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('fulfillments')
    .set({ ready_notified_at: now })
    .where('id', '=', id)
    .where('ready_notified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The parcel, for the first caller with this tracking number only. */
export const claimTrackingNotice = (tx: Tx, id: string): Promise<Shipment | undefined> =>
  tx
    .updateTable('shipments')
    .set(eb => ({ mailed_tracking_number: eb.ref('tracking_number') }))
    .where('id', '=', id)
    .where('tracking_number', '<>', '')
    .where(sql<boolean>`mailed_tracking_number is distinct from tracking_number`)
    .returningAll()
    .$castTo<Shipment>()
    .executeTakeFirst();

export const shipmentsOf = async (
  reader: Reader,
  fulfillmentIds: readonly string[],
): Promise<Shipment[]> =>
  (await reader
    .selectFrom('all_shipments')
    .selectAll()
    .where('fulfillment_id', '=', sql<string>`any(${fulfillmentIds}::uuid[])`)
    .orderBy('id')
    .execute()) as unknown as Shipment[];

/** Shipped items of a sale, over all its fulfillments. */
export const itemsSent = (reader: Reader, saleId: string): Promise<Sent[]> =>
  statement<Sent>(
    reader,
    `select item.sku, sum(item.quantity)::int as quantity,
       coalesce(max((s.given_back->>item.sku)::int), 0) as given_back
     from shipments s join fulfillments f on f.id = s.fulfillment_id,
       jsonb_to_recordset(s.items) as item (sku text, quantity integer)
     where f.transaction_id = $1 and s.status in ('shipped', 'delivered')
     group by item.sku`,
    [saleId],
  );

export const insertShipment = (
  tx: Tx,
  row: Omit<Insertable<Shipments>, 'items'> & { items: readonly Item[] },
) =>
  tx
    .insertInto('shipments')
    .values({ ...row, items: JSON.stringify(row.items) })
    .execute();

export type Parcel = {
  carrierName: string;
  trackingNumber: string;
  items: readonly Item[];
  /** Items of the whole sale that were returned without being shipped. */
  returnedUnshipped: readonly Item[];
};

/** JSON object of quantities by SKU, for the column `given_back`. */
export const countsOf = (items: readonly Item[]): string =>
  JSON.stringify(Object.fromEntries(items.map(({ sku, quantity }) => [sku, quantity])));

/** Gives the shipment of an unpacked fulfillment its row; does nothing for any other. */
const packShipment = (tx: Tx, fulfillmentId: string) =>
  statement(
    tx,
    `with packed as (
       update fulfillments set is_unpacked = false where id = $1 and is_unpacked returning id
     )
     insert into shipments (id, fulfillment_id, items, created_at)
     select parcel.id, parcel.fulfillment_id, parcel.items, parcel.created_at
     from packed join all_shipments parcel
       on parcel.fulfillment_id = packed.id and parcel.status = 'pending'`,
    [fulfillmentId],
  );

/** Marks the pending shipment as shipped. */
export async function sendShipment(
  tx: Tx,
  { id, fulfillment_id }: Pick<Shipment, 'id' | 'fulfillment_id'>,
  parcel: Parcel,
  now: Date,
): Promise<void> {
  await packShipment(tx, fulfillment_id);
  await tx
    .updateTable('shipments')
    .set({
      status: 'shipped',
      carrier_name: parcel.carrierName,
      tracking_number: parcel.trackingNumber,
      items: JSON.stringify(parcel.items),
      given_back: countsOf(parcel.returnedUnshipped),
      shipped_at: now,
    })
    .where('id', '=', id)
    .execute();
}

export const updateShipment = (
  tx: Tx,
  id: string,
  change: { carrier_name: string; tracking_number: string },
) => tx.updateTable('shipments').set(change).where('id', '=', id).execute();

export const deliverShipments = (tx: Tx, fulfillmentId: string, now: Date) =>
  tx
    .updateTable('shipments')
    .set({ status: 'delivered', delivered_at: now })
    .where('fulfillment_id', '=', fulfillmentId)
    .where('status', '=', 'shipped')
    .execute();

export async function cancelOpenShipments(tx: Tx, fulfillmentId: string): Promise<void> {
  await packShipment(tx, fulfillmentId);
  await tx
    .updateTable('shipments')
    .set({ status: 'cancelled' })
    .where('fulfillment_id', '=', fulfillmentId)
    .where('status', '=', 'pending')
    .execute();
}
