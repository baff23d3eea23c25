import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { StoreDay } from './rules.js';

/** Past local days without a snapshot, at most `daysBack` days ago. */
export const daysToSnapshot = (reader: Reader, now: Date, daysBack: number): Promise<StoreDay[]> =>
  statement(
    reader,
    `select s.id as store_id, s.time_zone, d.day::date as day
     from stores s
     cross join generate_series(($1::timestamptz at time zone s.time_zone)::date - $2::int,
       ($1::timestamptz at time zone s.time_zone)::date - 1, interval '1 day') as d(day)
     where exists (select from inventory_levels l where l.store_id = s.id)
       and not exists (select from analytics_daily_stock k where k.store_id = s.id and k.day = d.day::date)
     order by s.id, d.day`,
    [now, daysBack],
  );

/**
 * Computes the stock at the end of each day: the current stock minus all later movements. Movement
 * ids are time-ordered, so the id range limits the scan to movements after the first day.
 */
export const takeSnapshots = (tx: Tx, days: readonly StoreDay[], now: Date): Promise<unknown> =>
  statement(
    tx,
    `with ended as materialized (
       select store_id, day, uuid_floor((day + 1)::timestamp at time zone time_zone) as until
       from json_to_recordset($1::json) as d(store_id uuid, time_zone text, day date)
     ), since as (
       select e.store_id, e.day, m.variant_id, sum(m.quantity) as moved
       from ended e join stock_movements m on m.store_id = e.store_id and m.id >= e.until
       where m.id >= (select until from ended order by until limit 1)
       group by 1, 2, 3
     ), shelf as (
       select e.store_id, e.day, st.currency, v.price, l.reorder_point,
         case when v.cost_currency = st.currency then v.cost end as cost, steps_per_unit(v.unit) as steps,
         l.on_hand - coalesce(s.moved, 0)::int as units
       from ended e
       join stores st on st.id = e.store_id
       join inventory_levels l on l.store_id = e.store_id and l.is_active
       join product_variants v on v.id = l.variant_id
       left join since s on s.store_id = e.store_id and s.day = e.day and s.variant_id = l.variant_id
     )
     insert into analytics_daily_stock (store_id, day, levels, units, stock_value, retail_value, low,
       out_of_stock, uncosted_units, taken_at)
     select store_id, day, count(*), sum(units / steps), 
       round(sum(greatest(units, 0) * coalesce(cost, 0) / steps), amount_digits(min(currency))),
       round(sum(greatest(units, 0) * price / steps), amount_digits(min(currency))),
       count(*) filter (where reorder_point > 0 and units <= reorder_point),
       count(*) filter (where units <= 0),
       coalesce(sum(greatest(units, 0) / steps) filter (where cost is null), 0), $2
     from shelf group by store_id, day order by store_id, day
     on conflict do nothing`,
    [JSON.stringify(days), now],
  );
