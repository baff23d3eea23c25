import { type Reader, statement } from '../../../platform/database/tx.js';
import type { LiftWindows, SalesFigures } from '../../promotions/index.js';

/**
 * Totals by currency, without voided and fully refunded sales; null `storeIds` means all stores.
 */
export const salesFigures = (
  reader: Reader,
  storeIds: readonly string[] | null,
  { before, during }: LiftWindows,
): Promise<SalesFigures[]> =>
  statement(
    reader,
    `select currency,
       count(*) filter (where is_during) as sales,
       count(*) filter (where not is_during) as sales_before,
       coalesce(sum(total_amount) filter (where is_during), 0)::numeric(14, 2)::text as revenue,
       coalesce(sum(total_amount) filter (where not is_during), 0)::numeric(14, 2)::text
         as revenue_before
     from (
       select currency, total_amount, completed_at >= $4 as is_during from transactions
       where status in ('completed', 'partially_refunded')
         and store_id in (select id from stores where $1::uuid[] is null or id = any($1))
         and (completed_at >= $2 and completed_at < $3 or completed_at >= $4 and completed_at < $5)
     ) as sold
     group by currency order by currency`,
    [storeIds, ...before, ...during],
  );
