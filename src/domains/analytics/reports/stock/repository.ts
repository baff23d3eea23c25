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

type Shop = { id: string; time_zone: string };

/**
 * Goods in stock that were neither sold nor added to, by a delivery, by hand, by a count or by a
 * return, since the given day of their store. Each level
 * is looked up in the ledger by its index, from the newest movement on.
 */
export const deadLevels = (
  reader: Reader,
  stores: readonly Shop[],
  since: Day,
): Promise<DeadLevel[]> =>
  statement(
    reader,
    `select l.store_id, l.variant_id, v.product_id, v.sku,
       case when v.name in ('', p.name) then p.name else p.name || ' · ' || v.name end as name,
       c.name as category, l.on_hand, v.unit,
       case when v.cost_currency = st.currency then
         round(l.on_hand * v.cost * minor_per_unit(st.currency) / steps_per_unit(v.unit)) end::bigint as stock_value,
       (sold.at at time zone s.time_zone)::date as last_sold,
       (received.at at time zone s.time_zone)::date as last_received
     from json_to_recordset($1::json) as s(id uuid, time_zone text)
     join stores st on st.id = s.id
     join inventory_levels l on l.store_id = s.id and l.is_active and l.on_hand > 0
     join product_variants v on v.id = l.variant_id
     join products p on p.id = v.product_id
     left join categories c on c.id = p.category_id
     left join lateral (
       select occurred_at as at from stock_movements
       where store_id = l.store_id and variant_id = l.variant_id and kind = 'sale'
       order by id desc limit 1) as sold on true
     left join lateral (
       select occurred_at as at from stock_movements
       where store_id = l.store_id and variant_id = l.variant_id
         and kind in ('initial', 'receipt', 'transfer_in') and quantity > 0
       order by id desc limit 1) as received on true
     where not exists (
       select from stock_movements m
       where m.store_id = l.store_id and m.variant_id = l.variant_id
         and m.id >= uuid_floor($2::date::timestamp at time zone s.time_zone)
         and (m.kind = 'sale' or m.kind <> 'void' and m.quantity > 0))
     order by stock_value desc nulls last, v.sku, l.store_id`,
    [JSON.stringify(stores.map(({ id, time_zone }) => ({ id, time_zone }))), since],
  );
