import { type Reader, statement } from '../../../platform/database/tx.js';
import type { SaleStatus } from '../../transactions/index.js';

export type TopProduct = { product_id: number; name: string; revenue: string; units_sold: number };
/** `revenue` is in cents. */
export type SoldToday = { revenue: number; sales: number; top: TopProduct[] };

/**
 * Completed sales in a time range and their top products. The lateral looks up lines sale by sale;
 * with a plain join the planner may scan all of `transaction_lines`.
 */
export async function soldBetween(
  reader: Reader,
  storeId: string,
  from: Date,
  to: Date,
  limit: number,
): Promise<SoldToday> {
  const [row] = await statement<SoldToday>(
    reader,
    `with sold as materialized (
       select id, total_amount, currency, prices_include_tax from transactions
       where store_id = $1 and completed_at >= $2 and completed_at < $3 and status = 'completed'
     ), best as (
       select l.product_id, sum(l.net) as revenue, sum(l.units)::int as units_sold
       from sold cross join lateral (
         select product_id, counted_units(quantity, unit) as units,
           subtotal - discount - case when sold.prices_include_tax then tax else 0 end as net
         from transaction_lines
         where transaction_id = sold.id offset 0) as l
       group by l.product_id order by 2 desc, 1 limit $4
     )
     select (select (coalesce(sum(total_amount * minor_per_unit(currency)), 0))::bigint from sold) as revenue,
       (select count(*)::int from sold) as sales,
       coalesce((select json_agg(json_build_object('product_id', p.id, 'name', p.name,
           'revenue', amount_text(best.revenue), 'units_sold', best.units_sold)
           order by best.revenue desc, p.id)
         from best join products p on p.id = best.product_id), '[]') as top`,
    [storeId, from, to, limit],
  );
  if (row === undefined) throw new Error('aggregate query returned no row');
  return row;
}

export type RecentSale = {
  transaction_number: string;
  total_amount: string;
  status: SaleStatus;
  created_at: Date;
};

/** Ids are time-ordered, so sorting by id sorts by time. */
export const recentSales = (
  reader: Reader,
  storeId: string,
  limit: number,
): Promise<RecentSale[]> =>
  statement(
    reader,
    `select transaction_number, total_amount, status, created_at from transactions
     where store_id = $1 order by id desc limit $2`,
    [storeId, limit],
  );
