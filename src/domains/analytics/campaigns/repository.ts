import { type Reader, statement } from '../../../platform/database/tx.js';
import type { LiftWindows, SalesFigures } from '../../promotions/index.js';

/**
 * Totals by store and currency, without voided and fully refunded sales; null `storeIds` means all
 * stores. `baseline_from` is the start of the earlier window, or of the store's first day with a sale
 * if that is later: a store that did not sell yet says nothing about the days before.
 */
export const salesFigures = (
  reader: Reader,
  storeIds: readonly string[] | null,
  { before, during }: LiftWindows,
): Promise<SalesFigures[]> =>
  statement(
    reader,
    `with asked as (
       select s.id, greatest($2::timestamptz, (select
         (min(completed_at) at time zone s.time_zone)::date::timestamp at time zone s.time_zone
         from transactions where store_id = s.id and completed_at is not null)) as baseline_from
       from stores s where $1::uuid[] is null or s.id = any($1)
     ), sold as (
       select t.store_id, t.currency, t.total_amount, t.completed_at >= $4 as is_during
       from transactions t
       where t.status in ('completed', 'partially_refunded') and t.store_id in (select id from asked)
         and (t.completed_at >= $2 and t.completed_at < $3
           or t.completed_at >= $4 and t.completed_at < $5)
     )
     select asked.id as store_id, asked.baseline_from, currency,
       count(*) filter (where is_during) as sales,
       count(*) filter (where not is_during) as sales_before,
       (coalesce(sum(total_amount) filter (where is_during), 0) * minor_per_unit(currency))::bigint as revenue,
       (coalesce(sum(total_amount) filter (where not is_during), 0) * minor_per_unit(currency))::bigint as revenue_before
     from sold join asked on asked.id = sold.store_id
     group by asked.id, asked.baseline_from, currency order by asked.id, currency`,
    [storeIds, ...before, ...during],
  );
