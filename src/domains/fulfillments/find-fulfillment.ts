import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { isUuid } from '../../platform/ids.js';
import { maySee, type OrderActor, type Staff } from '../access/index.js';
import { findSale, listScope, parseSaleRef } from '../transactions/index.js';
import {
  countByStatus,
  type Fulfillment,
  fulfillmentById,
  listFulfillments,
} from './repository.js';
import { OPEN_STATUSES } from './rules.js';
import type { FulfillmentQuery } from './schemas.js';

/** Throws 404 if the id is unknown or the caller cannot access the store. */
export async function visibleFulfillment(
  reader: Reader,
  caller: OrderActor,
  id: string,
): Promise<Fulfillment> {
  const row = isUuid(id) ? await fulfillmentById(reader, id) : undefined;
  if (row === undefined || !maySee(caller, row.store_id)) throw notFound('Fulfillment');
  return row;
}

/** Lists fulfillments of the caller's stores; an unknown `transaction` yields an empty list. */
export async function findFulfillments(
  reader: Reader,
  caller: Staff,
  query: Static<typeof FulfillmentQuery>,
  afterId: string | undefined,
  limit: number,
): Promise<Fulfillment[]> {
  const { transaction, status, fulfillment_type: type, store } = query;
  const filter = { stores: await listScope(reader, caller, store), status, type };
  const order = { isOldestFirst: query.ordering === 'created_at', afterId };
  if (transaction === undefined) return listFulfillments(reader, filter, order, limit);
  const ref = parseSaleRef(transaction);
  const sale = ref && (await findSale(reader, ref));
  if (sale === undefined) return [];
  return listFulfillments(reader, { ...filter, saleId: sale.id }, order, limit);
}

/** The number of open fulfillments of the caller's stores by status. */
export async function countOpen(
  reader: Reader,
  caller: Staff,
  store: string | undefined,
): Promise<Record<(typeof OPEN_STATUSES)[number], number>> {
  const stores = await listScope(reader, caller, store);
  const counted = await countByStatus(reader, stores, OPEN_STATUSES);
  const none = { pending: 0, processing: 0, ready_for_pickup: 0, shipped: 0 };
  return { ...none, ...Object.fromEntries(counted.map(({ status, count }) => [status, count])) };
}
