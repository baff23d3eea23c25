import { type Reader, statement } from '../../../../platform/database/tx.js';
import type { Day } from '../../rollup/rules.js';

export type DiscountFilter = {
  stores: readonly { id: string; time_zone: string }[];
  from: Day;
  to: Day;
  origin: string | undefined;
  /** Employee number or user id. */
  employee: string | undefined;
};

/**
 * Each discount of the sales that were completed in the window and not voided. A partial index on
 * sales with discounts serves the scan; the local date filters exactly.
 */
const DISCOUNTS = `
  with discounted as (
    select s.id as store_id, (t.completed_at at time zone s.time_zone)::date as day, t.*
    from json_to_recordset($1::json) as s(id uuid, time_zone text)
    cross join lateral (
      select id as sale_id, completed_at, currency, adjustments from transactions
      where store_id = s.id and adjustments <> '[]' and status <> 'voided'
        and completed_at >= ($2::date::timestamp at time zone s.time_zone) - interval '3 hours'
        and completed_at < (($3::date + 1)::timestamp at time zone s.time_zone) + interval '3 hours'
      offset 0) as t
    where (t.completed_at at time zone s.time_zone)::date between $2::date and $3::date
  ), discounts as (
    select d.store_id, d.day, d.currency, d.sale_id, a ->> 'kind' as origin, a ->> 'reason' as reason,
      a ->> 'promotion_id' as promotion_id, a ->> 'code' as code, (a ->> 'actor')::uuid as actor,
      (a ->> 'approval_request_id')::uuid as approval_id, (a ->> 'amount')::numeric as amount,
      u.employee_number, concat_ws(' ', u.first_name, u.last_name) as employee_name
    from discounted d cross join jsonb_array_elements(d.adjustments) as a
    left join users u on u.id = (a ->> 'actor')::uuid
    where ($4::text is null or a ->> 'kind' = $4)
      and ($5::text is null or u.employee_number = $5 or u.id::text = lower($5))
  )`;

const parametersOf = ({ stores, from, to, origin, employee }: DiscountFilter): unknown[] => [
  JSON.stringify(stores.map(({ id, time_zone }) => ({ id, time_zone }))),
  from,
  to,
  origin ?? null,
  employee ?? null,
];

/** A null day or origin stands for all; `amount` in cents. */
export type DiscountSum = {
  currency: string;
  day: Day | null;
  origin: string | null;
  sales: number;
  lines: number;
  amount: number;
};

/** Counts sales once in each sum, also those with discounts of two origins. */
export const discountSums = (reader: Reader, filter: DiscountFilter): Promise<DiscountSum[]> =>
  statement(
    reader,
    `${DISCOUNTS}
     select currency, day, origin, count(distinct sale_id)::int as sales, count(*)::int as lines,
       (sum(amount) * minor_per_unit(currency))::bigint as amount
     from discounts
     group by currency, grouping sets ((), (day), (origin), (day, origin))
     order by currency, day, origin`,
    parametersOf(filter),
  );

/** The discounts of a store's day with one reason, employee and approval; `amount` in cents. */
export type DiscountRow = {
  store: string;
  day: Day;
  origin: string;
  reason: string | null;
  promotion_id: string | null;
  code: string | null;
  employee: string | null;
  employee_name: string | null;
  approval_request_id: string | null;
  approved_by: string | null;
  sales: number;
  lines: number;
  amount: number;
};

/** The newest days first, the largest discount first. */
export const discountRows = (
  reader: Reader,
  filter: DiscountFilter,
  currency: string,
  limit: number,
): Promise<DiscountRow[]> =>
  statement(
    reader,
    `${DISCOUNTS}
     select d.store_id as store, d.day, d.origin, d.reason, d.promotion_id, d.code,
       d.employee_number as employee, nullif(d.employee_name, '') as employee_name,
       d.approval_id as approval_request_id,
       nullif(concat_ws(' ', b.first_name, b.last_name), '') as approved_by,
       count(distinct d.sale_id)::int as sales, count(*)::int as lines,
       sum(d.amount * minor_per_unit(d.currency))::bigint as amount
     from discounts d
     left join approvals p on p.id = d.approval_id
     left join users b on b.id = p.decided_by
     where d.currency = $6
     group by d.store_id, d.day, d.origin, d.reason, d.promotion_id, d.code, d.actor,
       d.employee_number, d.employee_name, d.approval_id, b.id
     order by d.day desc, sum(d.amount) desc, d.store_id, d.origin, d.reason, d.actor, d.approval_id
     limit $7`,
    [...parametersOf(filter), currency, limit],
  );
