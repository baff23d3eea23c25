import { type Reader, statement } from '../../../../platform/database/tx.js';
import type { Day } from '../../rollup/rules.js';

export type Handling = { day: Day; fulfillment_type: string } & Record<
  | 'orders'
  | 'open'
  | 'completed'
  | 'cancelled'
  | 'late'
  | 'readied'
  | 'ready_seconds'
  | 'shipped'
  | 'ship_seconds'
  | 'delivered'
  | 'deliver_seconds',
  number
>;

/**
 * Orders by the local day of their creation. Ids are time-ordered, so an id range limits the scan
 * to the window plus one day on both sides; the local date filters exactly. An order is late if it
 * was neither ready nor shipped at the promised time or, with only a date promised, by the end of
 * that day.
 */
export const handlingByDay = (
  reader: Reader,
  stores: readonly { id: string; time_zone: string }[],
  from: Day,
  to: Day,
  now: Date,
): Promise<Handling[]> =>
  statement(
    reader,
    `with handled as (
       select (f.created_at at time zone s.time_zone)::date as day, f.*, sent.*,
         coalesce(f.ready_notified_at, sent.shipped_at, sent.delivered_at) as handled_at,
         coalesce(f.scheduled_at, (f.scheduled_date + 1)::timestamp at time zone s.time_zone) as due_at
       from json_to_recordset($1::json) as s(id uuid, time_zone text)
       cross join lateral (
         select id, fulfillment_type, status, scheduled_at, scheduled_date, ready_notified_at, created_at
         from fulfillments
         where store_id = s.id and id >= uuid_floor($2::date - interval '1 day')
           and id < uuid_floor($3::date + interval '2 days') offset 0) as f
       cross join lateral (
         select min(shipped_at) as shipped_at, max(delivered_at) as delivered_at
         from shipments where fulfillment_id = f.id) as sent
       where (f.created_at at time zone s.time_zone)::date between $2::date and $3::date
     )
     select day, fulfillment_type, count(*)::int as orders,
       count(*) filter (where status in ('pending', 'processing', 'ready_for_pickup', 'shipped'))::int as open,
       count(*) filter (where status in ('picked_up', 'delivered'))::int as completed,
       count(*) filter (where status in ('cancelled', 'expired'))::int as cancelled,
       count(*) filter (where status not in ('cancelled', 'expired')
         and not (status in ('picked_up', 'delivered') and handled_at is null)
         and due_at < coalesce(handled_at, $4))::int as late,
       count(ready_notified_at)::int as readied,
       coalesce(sum(extract(epoch from ready_notified_at - created_at)), 0)::float8 as ready_seconds,
       count(shipped_at)::int as shipped,
       coalesce(sum(extract(epoch from shipped_at - created_at)), 0)::float8 as ship_seconds,
       count(delivered_at)::int as delivered,
       coalesce(sum(extract(epoch from delivered_at - created_at)), 0)::float8 as deliver_seconds
     from handled group by day, fulfillment_type order by day, fulfillment_type`,
    [JSON.stringify(stores.map(({ id, time_zone }) => ({ id, time_zone }))), from, to, now],
  );
