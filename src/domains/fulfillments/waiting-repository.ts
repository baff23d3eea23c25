import { type Reader, statement } from '../../platform/database/tx.js';
import type { OpenSaleLine, SaleStatus } from '../transactions/index.js';
import {
  COUNTER_TYPES,
  type FulfillmentStatus,
  type FulfillmentType,
  type OrderSearch,
  WAITING,
} from './rules.js';

export type WaitingOrder = {
  /** 0 for orders that are ready, 1 for the others. */
  rank: number;
  /** The agreed time as text with all its digits, `infinity` without one. */
  scheduled_key: string;
  fulfillment_id: string;
  fulfillment_type: FulfillmentType;
  status: FulfillmentStatus;
  transaction_number: string;
  sale_status: SaleStatus;
  source_system: string;
  currency: string;
  total_amount: string;
  total_paid: string;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string;
  scheduled_at: Date | null;
  scheduled_date: string | null;
  expires_at: Date | null;
  notes: string;
  created_at: Date;
  lines: (OpenSaleLine & { minimum_age: number | null })[];
};

/** The last order of the previous page. */
export type OrderKey = { rank: number; scheduledKey: string; id: string };

const quoted = (words: readonly string[]): string => words.map(word => `'${word}'`).join(', ');

/**
 * Orders that wait at the counter of a store: ready ones first, then by the agreed time. The words
 * of a search are compared with number, name and mail address, its digits with the phone number.
 * Lines show what is left after returns.
 */
export const waitingOrders = (
  reader: Reader,
  storeId: string,
  search: OrderSearch,
  after: OrderKey | undefined,
  limit: number,
): Promise<WaitingOrder[]> =>
  statement(
    reader,
    `with waiting as (
       select (f.status <> 'ready_for_pickup')::int as rank,
         coalesce(f.scheduled_at, 'infinity') as scheduled_or_never,
         f.id as fulfillment_id, f.fulfillment_type, f.status, f.scheduled_at,
         f.scheduled_date, f.notes, f.created_at, f.transaction_id,
         coalesce(f.customer_email, t.customer_email, u.email) as customer_email,
         coalesce(nullif(f.customer_name, ''), trim(concat_ws(' ', u.first_name, u.last_name)))
           as customer_name,
         coalesce(nullif(f.customer_phone, ''), u.phone, '') as customer_phone,
         t.transaction_number, t.status as sale_status, t.source_system, t.currency,
         t.total_amount, t.total_paid, t.expires_at
       from fulfillments f
         join transactions t on t.id = f.transaction_id
         left join users u on u.id = t.customer_id
       where f.store_id = $1 and f.status in (${quoted(WAITING)})
         and f.fulfillment_type in (${quoted(COUNTER_TYPES)})
         and t.status not in ('voided', 'expired', 'refunded')
     ), found as (
       select * from waiting
       where ($2::text is null or transaction_number = $2)
         and ($3::text is null or strpos(lower(concat_ws(' ', transaction_number, customer_name,
             customer_email)), $3) > 0
           or ($4::text is not null
             and strpos(regexp_replace(customer_phone, '\\D', '', 'g'), $4) > 0))
         and ($6::int is null or (rank, scheduled_or_never, fulfillment_id)
           > ($6, $7::timestamptz, $8::uuid))
       order by rank, scheduled_or_never, fulfillment_id
       limit $5
     )
     select found.*, scheduled_or_never::text as scheduled_key, (
       select coalesce(json_agg(json_build_object('id', l.id, 'product_variant_id', l.variant_id,
         'sku', l.sku, 'name', l.name, 'product_name', l.product_name,
         'variant_name', l.variant_name,
         'quantity', shown_quantity(l.quantity - l.returned_quantity, l.unit), 'unit', l.unit,
         'unit_price', l.unit_price::text, 'subtotal', l.subtotal::text,
         'discount', l.discount::text, 'tax', l.tax::text, 'minimum_age', l.minimum_age)
         order by l.position), '[]'::json)
       from transaction_lines l
       where l.transaction_id = found.transaction_id and l.quantity > l.returned_quantity) as lines
     from found
     order by rank, scheduled_or_never, fulfillment_id`,
    [
      storeId,
      search.number,
      search.text,
      search.digits,
      limit,
      after?.rank ?? null,
      after?.scheduledKey ?? null,
      after?.id ?? null,
    ],
  );
