import { type Reader, statement } from '../../../../platform/database/tx.js';
import type { Day } from '../../rollup/rules.js';

type ProcurementFilter = {
  stores: readonly { id: string; time_zone: string }[];
  from: Day;
  to: Day;
  currency: string;
  now: Date;
};

const storesJson = ({ stores }: ProcurementFilter): string =>
  JSON.stringify(stores.map(({ id, time_zone }) => ({ id, time_zone })));

/** Orders of one vendor on one local day; values in cents. */
export type Ordered = { day: Day; vendor_name: string } & Record<
  | 'orders'
  | 'open'
  | 'received'
  | 'cancelled'
  | 'late'
  | 'ordered_units'
  | 'received_units'
  | 'ordered_value'
  | 'received_value'
  | 'lead_seconds',
  number
>;

/**
 * Orders by the local day of their creation. Ids are time-ordered, so an id range limits the scan
 * to the window. An order is late if goods were still outstanding at the end of the expected day.
 */
export const ordersByDay = (reader: Reader, filter: ProcurementFilter): Promise<Ordered[]> =>
  statement(
    reader,
    `with ordered as (
       select (o.created_at at time zone s.time_zone)::date as day, o.*, l.*,
         (o.expected_date + 1)::timestamp at time zone s.time_zone as due_at
       from json_to_recordset($1::json) as s(id uuid, time_zone text)
       cross join lateral (
         select id, vendor_name, status, expected_date, submitted_at, received_at, created_at
         from purchase_orders
         where store_id = s.id and currency = $4 and id >= uuid_floor($2::date - interval '1 day')
           and id < uuid_floor($3::date + interval '2 days') offset 0) as o
       cross join lateral (
         select coalesce(sum(ordered_quantity / steps_per_unit(v.unit)), 0) as ordered_units,
           coalesce(sum(received_quantity / steps_per_unit(v.unit)), 0) as received_units,
           coalesce(sum(round(ordered_quantity * unit_cost / steps_per_unit(v.unit), amount_digits($4))), 0)
             as ordered_value,
           coalesce(sum(round(received_quantity * unit_cost / steps_per_unit(v.unit), amount_digits($4))), 0)
             as received_value
         from purchase_order_lines line join product_variants v on v.id = line.variant_id
         where order_id = o.id) as l
       where (o.created_at at time zone s.time_zone)::date between $2::date and $3::date
         and o.status <> 'draft'
     )
     select day, vendor_name, count(*)::int as orders,
       count(*) filter (where status in ('submitted', 'partially_received'))::int as open,
       count(received_at)::int as received,
       count(*) filter (where status = 'cancelled')::int as cancelled,
       count(*) filter (where status <> 'cancelled' and due_at < coalesce(received_at, $5)
         and (received_at is not null or status in ('submitted', 'partially_received')))::int as late,
       sum(ordered_units)::int as ordered_units, sum(received_units)::int as received_units,
       (sum(ordered_value) * minor_per_unit($4))::bigint as ordered_value,
       (sum(received_value) * minor_per_unit($4))::bigint as received_value,
       coalesce(sum(extract(epoch from received_at - submitted_at)), 0)::float8 as lead_seconds
     from ordered group by day, vendor_name order by day, vendor_name`,
    [storesJson(filter), filter.from, filter.to, filter.currency, filter.now],
  );

/** Deliveries of one vendor on one day. */
export type Delivered = { day: Day; vendor_name: string } & Record<
  'deliveries' | 'arrived' | 'late_deliveries' | 'late_seconds',
  number
>;

/** Deliveries by their scheduled day; late means after the scheduled local time of the store. */
export const deliveriesByDay = (reader: Reader, filter: ProcurementFilter): Promise<Delivered[]> =>
  statement(
    reader,
    `select day, vendor_name, count(*)::int as deliveries, count(actual_arrival)::int as arrived,
       count(*) filter (where actual_arrival > promised_at)::int as late_deliveries,
       coalesce(sum(extract(epoch from actual_arrival - promised_at))
         filter (where actual_arrival > promised_at), 0)::float8 as late_seconds
     from (
       select d.scheduled_date as day, d.vendor_name, d.actual_arrival,
         (d.scheduled_date + d.scheduled_time) at time zone s.time_zone as promised_at
       from json_to_recordset($1::json) as s(id uuid, time_zone text)
       join delivery_schedules d on d.store_id = s.id
       where d.scheduled_date between $2::date and $3::date and d.status <> 'cancelled'
     ) as promised
     group by day, vendor_name order by day, vendor_name`,
    [storesJson(filter), filter.from, filter.to],
  );
