import { type Reader, statement } from '../../platform/database/tx.js';
import { checkRows, type Invariant } from '../../platform/invariants.js';
import { CASH_FLOW } from './report-repository.js';

export type DrawerProblem = { shift_id: string; problem: string };

/**
 * Shifts with inconsistent data: a wrong expected amount, a missing or different Z report, a
 * payment or refund of another till, a refund of another store, a wrong count, or a gap in report numbers.
 */
const PROBLEMS = `
with flow as (${CASH_FLOW})
select id as shift_id, 'expected' as problem from flow
where expected_amount is not null and expected_amount
  <> opening_float::numeric + sales::numeric - refunds::numeric + paid_in::numeric - paid_out::numeric
union all
select s.id, 'report' from shifts s left join z_reports z on z.shift_id = s.id
where (s.status = 'closed') <> (z.shift_id is not null)
   or (z.report -> 'cash' ->> 'expected')::numeric is distinct from s.expected_amount
   or (z.report -> 'cash' ->> 'counted')::numeric is distinct from s.counted_amount
union all
select s.id, 'payment of another till' from payments p join shifts s on s.id = p.shift_id
where p.register_id is distinct from s.terminal_id or p.store_id <> s.store_id
   or p.processed_at is null
union all
select s.id, 'refund of another store' from refunds r join shifts s on s.id = r.shift_id
where r.store_id <> s.store_id
union all
select s.id, 'refund of another till' from refunds r join shifts s on s.id = r.shift_id
where r.way = 'cash' and r.terminal_id <> s.terminal_id
union all
select c.shift_id, 'count' from shift_counts c
where c.amount <> (select coalesce(sum(d.value * d.quantity), 0)
  from jsonb_to_recordset(c.denominations) as d(value numeric, quantity integer))
union all
select shift_id, 'number' from (
  select shift_id, number, row_number() over (partition by store_id order by number) as nth
  from z_reports) as numbered where number <> nth`;

export const drawerOutOfBalance = (reader: Reader): Promise<DrawerProblem[]> =>
  statement<DrawerProblem>(reader, `${PROBLEMS} order by shift_id, problem`);

const IS_KEPT = `(p.status = 'succeeded' or (p.status = 'voided' and p.processed_at is not null))`;

/**
 * The same cash twice, per store and currency. First by records: cash payments, less refunds that
 * this store pays in cash, also for a sale of another store; a refund of cash leaves as cash unless it
 * says otherwise. Then by place: what the shifts have in their drawers, less pay-outs that wait, plus
 * cash without a shift.
 */
const CASH = `
with flow as (${CASH_FLOW}),
entry as (
  select p.store_id, p.currency, p.amount + p.rounding + p.tip as kept, 0 as held
  from payments p join payment_methods m on m.id = p.payment_method_id
  where m.method_type = 'cash' and ${IS_KEPT}
  union all
  select r.store_id, p.currency,
    case when r.way = 'cash' or r.action_required = 'pay_out_cash'
        or (m.method_type = 'cash' and r.way is null) then -(r.amount + r.rounding + r.tip)
      else 0 end,
    case when r.action_required = 'pay_out_cash' or (r.way = 'cash' and r.shift_id is null)
      then -(r.amount + r.rounding + r.tip) else 0 end
  from refunds r join payments p on p.id = r.payment_id
    join payment_methods m on m.id = p.payment_method_id
  where r.status <> 'failed'
  union all
  select p.store_id, p.currency, 0, p.amount + p.rounding + p.tip
  from payments p join payment_methods m on m.id = p.payment_method_id
  where m.method_type = 'cash' and p.shift_id is null and ${IS_KEPT}
  union all
  select s.store_id, s.currency, 0, case s.status
    when 'closed' then s.expected_amount - s.opening_float
      - flow.paid_in::numeric + flow.paid_out::numeric
    else flow.sales::numeric - flow.refunds::numeric end
  from shifts s join flow on flow.id = s.id
)
select store_id, currency as id, sum(kept) = sum(held) as ok from entry group by 1, 2`;

export const drawerInvariants: readonly Invariant[] = [
  {
    name: 'shifts:drawer',
    description:
      'The expected amount of a drawer is its float plus all cash in and out, as in its report.',
    check: checkRows(
      `select s.store_id, s.id, wrong.shift_id is null
       from shifts s
       left join (select distinct shift_id from (${PROBLEMS}) as problems) as wrong
         on wrong.shift_id = s.id`,
    ),
  },
  {
    name: 'shifts:cash',
    description:
      'Cash taken less cash refunds is the cash of all drawers, less pay-outs that wait, plus cash without a shift.',
    check: checkRows(CASH),
  },
];
