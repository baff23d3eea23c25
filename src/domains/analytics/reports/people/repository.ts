import { type Reader, statement } from '../../../../platform/database/tx.js';
import type { Day } from '../../rollup/rules.js';

/** Customers with an account on a day; `day` is null for the whole window. Revenue in cents. */
export type KnownCustomers = {
  day: Day | null;
  is_new: boolean;
  customers: number;
  sales: number;
  revenue: number;
};

/**
 * Customers with an account; new if their first sale in any store lies in the window. A partial
 * index on sales with a customer serves the scan.
 */
export const knownCustomers = (
  reader: Reader,
  stores: readonly { id: string; time_zone: string }[],
  from: Day,
  to: Day,
  currency: string,
): Promise<KnownCustomers[]> =>
  statement(
    reader,
    `with bought as (
       select (t.completed_at at time zone s.time_zone)::date as day, t.*
       from json_to_recordset($1::json) as s(id uuid, time_zone text)
       cross join lateral (
         select customer_id, completed_at, total_amount from transactions
         where store_id = s.id and customer_id is not null and status <> 'voided' and currency = $4
           and completed_at >= ($2::date::timestamp at time zone s.time_zone) - interval '3 hours'
           and completed_at < (($3::date + 1)::timestamp at time zone s.time_zone) + interval '3 hours'
         offset 0) as t
       where (t.completed_at at time zone s.time_zone)::date between $2::date and $3::date
     ), customers as (
       select customer_id, not exists (
         select from transactions earlier
         where earlier.customer_id = seen.customer_id and earlier.completed_at < seen.first_at
           and earlier.status <> 'voided') as is_new
       from (select customer_id, min(completed_at) as first_at from bought group by customer_id) as seen
     )
     select b.day, c.is_new, count(distinct b.customer_id)::int as customers, count(*)::int as sales,
       (sum(b.total_amount) * minor_per_unit($4))::bigint as revenue
     from bought b join customers c using (customer_id)
     group by grouping sets ((b.day, c.is_new), (c.is_new))
     order by b.day, c.is_new`,
    [JSON.stringify(stores.map(({ id, time_zone }) => ({ id, time_zone }))), from, to, currency],
  );

export type Loyalty = { members: number; points: number };

export async function loyalty(reader: Reader): Promise<Loyalty> {
  const [row] = await statement<Loyalty>(
    reader,
    `select count(*)::int as members, coalesce(sum(loyalty_points), 0)::bigint as points
     from users where role = 'customer' and is_active and loyalty_points > 0`,
  );
  return row ?? { members: 0, points: 0 };
}
