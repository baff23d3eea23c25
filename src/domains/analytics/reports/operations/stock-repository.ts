import { type Reader, statement } from '../../../../platform/database/tx.js';
import type { Day } from '../../rollup/rules.js';

/** Amounts in cents. */
export type ProductStock = {
  product_id: number;
  name: string;
  levels: number;
  units: number;
  reserved: number;
  stock_value: number;
  retail_value: number;
  low: number;
  out_of_stock: number;
  /** Units whose cost is not known in the currency of their store. */
  uncosted_units: number;
};

export const stockByProduct = (
  reader: Reader,
  storeIds: readonly string[],
): Promise<ProductStock[]> =>
  statement(
    reader,
    `select p.id as product_id, p.name, count(*)::int as levels, sum(l.on_hand / steps_per_unit(v.unit))::int as units,
       sum(l.reserved / steps_per_unit(v.unit))::int as reserved,
       coalesce(sum(greatest(l.on_hand, 0) * v.cost * minor_per_unit(s.currency) / steps_per_unit(v.unit))
         filter (where v.cost_currency = s.currency), 0)::bigint as stock_value,
       coalesce(sum(greatest(l.on_hand, 0) / steps_per_unit(v.unit))
         filter (where v.cost is null or v.cost_currency <> s.currency), 0)::int as uncosted_units,
       sum(greatest(l.on_hand, 0) * v.price * minor_per_unit(s.currency) / steps_per_unit(v.unit))::bigint as retail_value,
       count(*) filter (where l.is_low)::int as low,
       count(*) filter (where l.on_hand <= 0)::int as out_of_stock
     from inventory_levels l
     join stores s on s.id = l.store_id
     join product_variants v on v.id = l.variant_id
     join products p on p.id = v.product_id
     where l.store_id = any($1::uuid[]) and l.is_active
     group by p.id order by p.id`,
    [storeIds],
  );

export type StockDay = Record<
  'levels' | 'units' | 'stock_value' | 'retail_value' | 'low' | 'out_of_stock' | 'uncosted_units',
  number
> & { day: Day };

/** End-of-day snapshots, added up over the stores. */
export const stockByDay = (
  reader: Reader,
  storeIds: readonly string[],
  from: Day,
  to: Day,
  currency: string,
): Promise<StockDay[]> =>
  statement(
    reader,
    `select day, sum(levels)::int as levels, sum(units)::int as units,
       (sum(stock_value) * minor_per_unit($4))::bigint as stock_value,
       (sum(retail_value) * minor_per_unit($4))::bigint as retail_value,
       sum(low)::int as low, sum(out_of_stock)::int as out_of_stock,
       sum(uncosted_units)::int as uncosted_units
     from analytics_daily_stock
     where store_id = any($1::uuid[]) and day between $2 and $3
     group by day order by day`,
    [storeIds, from, to, currency],
  );
