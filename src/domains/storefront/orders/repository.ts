import { type Reader, statement } from '../../../platform/database/tx.js';
import type { Delivery } from './rules.js';

/**
 * Sales of a customer, newest first. Left out are baskets that nobody paid or ordered, such as a
 * declined attempt in the shop.
 */
export async function idsOfOrders(
  reader: Reader,
  customerId: string,
  beforeId: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select t.id from transactions t
     where t.customer_id = $1 and ($2::uuid is null or t.id < $2)
       and (t.completed_at is not null or t.status = 'partially_paid'
         or exists (select from fulfillments f where f.transaction_id = t.id))
     order by t.id desc limit $3`,
    [customerId, beforeId ?? null, limit],
  );
  return rows.map(row => row.id);
}

export type OrderRow = {
  id: string;
  transaction_number: string;
  source_system: 'pos' | 'web_commerce' | 'dashboard' | 'api';
  status: string;
  currency: string;
  total_amount: string;
  total_paid: string;
  created_at: Date;
  completed_at: Date | null;
  store_id: string;
  store_name: string;
  time_zone: string;
};

/** Newest first. */
export const ordersByIds = (reader: Reader, ids: readonly string[]): Promise<OrderRow[]> =>
  statement(
    reader,
    `select t.id, t.transaction_number, t.source_system, t.status, t.currency, t.total_amount,
       t.total_paid, t.created_at, t.completed_at, t.store_id, s.name as store_name, s.time_zone
     from transactions t join stores s on s.id = t.store_id
     where t.id = any($1::uuid[]) order by t.id desc`,
    [ids],
  );

export type DeliveryRow = Delivery & {
  id: string;
  transaction_id: string;
  scheduled_at: Date | null;
  parcels: { carrier_name: string; tracking_number: string; status: string }[];
};

/** How the goods of these sales reach the customer, with the parcels that have left. */
export const deliveriesOf = (reader: Reader, saleIds: readonly string[]): Promise<DeliveryRow[]> =>
  statement(
    reader,
    `select f.id, f.transaction_id, f.fulfillment_type, f.status, f.scheduled_at,
       (select coalesce(json_agg(json_build_object('carrier_name', s.carrier_name,
          'tracking_number', s.tracking_number, 'status', s.status) order by s.id), '[]'::json)
        from shipments s
        where s.fulfillment_id = f.id and s.status in ('shipped', 'delivered')) as parcels
     from fulfillments f where f.transaction_id = any($1::uuid[]) order by f.id`,
    [saleIds],
  );

/** Slugs of the products by the ids of these variants; without variants that are not on sale. */
export async function slugsOfVariants(
  reader: Reader,
  variantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await statement<{ id: string; slug: string }>(
    reader,
    `select v.id, p.slug from product_variants v join products p on p.id = v.product_id
     where v.id = any($1::uuid[]) and v.is_active and p.is_active`,
    [variantIds],
  );
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/**
 * The order of the shop with this number and mail address (in small letters). One statement for
 * both, so that a wrong number and a wrong address cost the same.
 */
export async function orderOfGuest(
  reader: Reader,
  order: { number: string; from: string; before: string },
  email: string,
): Promise<string | undefined> {
  const [row] = await statement<{ id: string }>(
    reader,
    `select t.id from transactions t
     where t.transaction_number = $1 and t.id >= $2 and t.id < $3
       and t.source_system = 'web_commerce'
       and exists (select from fulfillments f where f.transaction_id = t.id
         and lower(coalesce(f.customer_email, t.customer_email)) = $4)`,
    [order.number, order.from, order.before, email],
  );
  return row?.id;
}
