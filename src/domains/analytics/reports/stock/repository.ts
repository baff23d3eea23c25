import { type Reader, statement } from '../../../../platform/database/tx.js';
import type { Day } from '../../rollup/rules.js';

/** Amounts in minor units of the store's currency. */
export type DeadLevel = {
  store_id: string;
  variant_id: string;
  product_id: number;
  sku: string;
  name: string;
  category: string | null;
  on_hand: number;
  unit: string;
  stock_value: number | null;
  last_sold: Day | null;
  last_received: Day | null;
};

/** Items whose cost is not known in the store's currency have no value. */
export type DeadSums = {
  store_id: string;
  items: number;
  stock_value: number;
  uncosted_items: number;
};

type Shop = { id: string; time_zone: string };

/**
 * Goods in stock that were neither sold nor added to, by a delivery, by hand, by a count or by a
 * return, since the given day of their store: the sums of each store, and the most valuable rows.
 * Each level is looked up in the ledger by its index, from the newest movement on.
 */
export async function deadLevels(
  reader: Reader,
  stores: readonly Shop[],
  since: Day,
  limit: number,
): Promise<{ sums: DeadSums[]; levels: DeadLevel[] }> {
  const [row] = await statement<{ sums: DeadSums[]; levels: DeadLevel[] }>(
    reader,
    `with dead as materialized (
       select l.store_id, s.time_zone, l.variant_id, v.product_id, v.sku, v.name, l.on_hand, v.unit,
         case when v.cost_currency = st.currency then
           round(l.on_hand * v.cost * minor_per_unit(st.currency) / steps_per_unit(v.unit)) end::bigint as stock_value
       from json_to_recordset($1::json) as s(id uuid, time_zone text)
       join stores st on st.id = s.id
       join inventory_levels l on l.store_id = s.id and l.is_active and l.on_hand > 0
       join product_variants v on v.id = l.variant_id
       where not exists (
         select from stock_movements m
         where m.store_id = l.store_id and m.variant_id = l.variant_id
           and m.id >= uuid_floor($2::date::timestamp at time zone s.time_zone)
           and (m.kind = 'sale' or m.kind <> 'void' and m.quantity > 0))
     ), shown as (
       select * from dead order by stock_value desc nulls last, sku, store_id limit $3
     ), level as (
       select d.store_id, d.variant_id, d.product_id, d.sku,
         case when d.name in ('', p.name) then p.name else p.name || ' · ' || d.name end as name,
         c.name as category, d.on_hand, d.unit, d.stock_value,
         (sold.at at time zone d.time_zone)::date as last_sold,
         (received.at at time zone d.time_zone)::date as last_received
       from shown d
       join products p on p.id = d.product_id
       left join categories c on c.id = p.category_id
       left join lateral (
         select occurred_at as at from stock_movements
         where store_id = d.store_id and variant_id = d.variant_id and kind = 'sale'
         order by id desc limit 1) as sold on true
       left join lateral (
         select occurred_at as at from stock_movements
         where store_id = d.store_id and variant_id = d.variant_id
           and kind in ('initial', 'receipt', 'transfer_in') and quantity > 0
         order by id desc limit 1) as received on true
     ), sums as (
       select store_id, count(*)::int as items, coalesce(sum(stock_value), 0)::bigint as stock_value,
         (count(*) filter (where stock_value is null))::int as uncosted_items
       from dead group by store_id
     )
     select (select coalesce(json_agg(s), '[]') from sums s) as sums,
       (select coalesce(json_agg(l order by l.stock_value desc nulls last, l.sku, l.store_id), '[]')
        from level l) as levels`,
    [JSON.stringify(stores.map(({ id, time_zone }) => ({ id, time_zone }))), since, limit],
  );
  return row ?? { sums: [], levels: [] };
}
