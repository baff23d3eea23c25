import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { checkRows, type Invariant } from '../../platform/invariants.js';
import type { CashFlow, RefundWay } from './rules.js';

/** A refund comes out of the drawer if it is paid in cash or refunds a cash payment. */
const IS_CASH_REFUND = `(r.refund_to = 'cash' or (r.refund_to = 'original' and m.method_type = 'cash'))
  and r.status = 'succeeded'`;

const CASH_FLOW = `
select s.id, s.opening_float::text as opening_float, s.expected_amount, s.counted_amount,
  (select coalesce(sum(p.amount), 0) from payments p join payment_methods m on m.id = p.payment_method_id
   where p.shift_id = s.id and m.method_type = 'cash')::numeric(20, 2)::text as sales,
  (select coalesce(sum(r.amount), 0) from refunds r join payments p on p.id = r.payment_id
     join payment_methods m on m.id = p.payment_method_id
   where r.shift_id = s.id and ${IS_CASH_REFUND})::numeric(20, 2)::text as refunds,
  (select coalesce(sum(amount), 0) from cash_movements
   where shift_id = s.id and kind = 'paid_in')::numeric(20, 2)::text as paid_in,
  (select coalesce(sum(amount), 0) from cash_movements
   where shift_id = s.id and kind = 'paid_out')::numeric(20, 2)::text as paid_out
from shifts s`;

/** Sums payments, refunds and movements; there is no stored running total. */
export async function cashFlowOf(reader: Reader, shiftId: string): Promise<CashFlow> {
  const [row] = await statement<CashFlow>(reader, `${CASH_FLOW} where s.id = $1`, [shiftId]);
  if (row === undefined) throw new Error(`shift ${shiftId} not found`);
  return row;
}

export type PaymentTotals = {
  code: string;
  name: string;
  method_type: string;
  count: number;
  amount: string;
};

export const paymentTotalsOf = (reader: Reader, shiftId: string): Promise<PaymentTotals[]> =>
  statement<PaymentTotals>(
    reader,
    `select m.code, m.name, m.method_type, count(*)::int as count,
       sum(p.amount)::numeric(20, 2)::text as amount
     from payments p join payment_methods m on m.id = p.payment_method_id
     where p.shift_id = $1 group by m.id order by m.display_order, m.code`,
    [shiftId],
  );

export type RefundTotals = { paid_as: RefundWay; count: number; amount: string };

/** Refund totals by payout. A refund still pending at the processor counts as paid. */
export const refundTotalsOf = (reader: Reader, shiftId: string): Promise<RefundTotals[]> =>
  statement<RefundTotals>(
    reader,
    `select case when ${IS_CASH_REFUND} then 'cash' else r.refund_to end as paid_as,
       count(*)::int as count, sum(r.amount)::numeric(20, 2)::text as amount
     from refunds r join payments p on p.id = r.payment_id
       join payment_methods m on m.id = p.payment_method_id
     where r.shift_id = $1 and r.status <> 'failed' group by 1 order by 1`,
    [shiftId],
  );

export async function salesOf(reader: Reader, shiftId: string): Promise<number> {
  const [row] = await statement<{ sales: number }>(
    reader,
    'select count(distinct transaction_id)::int as sales from payments where shift_id = $1',
    [shiftId],
  );
  return row?.sales ?? 0;
}

/** Waits for a concurrent closing of the same store; if it rolls back, its number is used here. */
export async function nextReportNumber(tx: Tx, storeId: string): Promise<number> {
  const [row] = await statement<{ last_number: number }>(
    tx,
    `insert into z_report_numbers (store_id, last_number) values ($1, 1)
     on conflict (store_id) do update set last_number = z_report_numbers.last_number + 1
     returning last_number`,
    [storeId],
  );
  if (row === undefined) throw new Error('no Z report number returned');
  return row.last_number;
}

export type NewReport = {
  shiftId: string;
  storeId: string;
  number: number;
  report: object;
  createdAt: Date;
};

export const insertReport = (tx: Tx, { shiftId, storeId, number, report, createdAt }: NewReport) =>
  tx
    .insertInto('z_reports')
    .values({
      shift_id: shiftId,
      store_id: storeId,
      number,
      report: JSON.stringify(report),
      created_at: createdAt,
    })
    .execute();

export async function reportOf(reader: Reader, shiftId: string): Promise<object | undefined> {
  const row = await reader
    .selectFrom('z_reports')
    .select('report')
    .where('shift_id', '=', shiftId)
    .executeTakeFirst();
  return row?.report as object | undefined;
}

export type OutsideFilter = {
  storeIds?: readonly string[];
  terminalId?: string;
  dateFrom: string;
  dateTo: string;
};

export type OutsideDay = {
  store: string;
  terminal_id: string;
  date: string;
  payments: number;
  amount: string;
  cash: string;
};

/** Payments taken at a till without an open shift, per calendar day of the store; latest first. */
export const paymentsOutside = (reader: Reader, filter: OutsideFilter): Promise<OutsideDay[]> =>
  statement<OutsideDay>(
    reader,
    `select p.store_id as store, p.register_id as terminal_id,
       (p.created_at at time zone s.time_zone)::date as date, count(*)::int as payments,
       sum(p.amount)::numeric(20, 2)::text as amount,
       coalesce(sum(p.amount) filter (where m.method_type = 'cash'), 0)::numeric(20, 2)::text as cash
     from payments p join stores s on s.id = p.store_id
       join payment_methods m on m.id = p.payment_method_id
     where p.shift_id is null and p.register_id is not null and p.processed_at is not null
       and p.status in ('succeeded', 'voided')
       -- A day more on either side, because a store's day is not the database's.
       and p.id >= uuid_floor($3::date - interval '1 day') and p.id < uuid_floor($4::date + interval '2 days')
       and (p.created_at at time zone s.time_zone)::date between $3::date and $4::date
       and ($1::uuid[] is null or p.store_id = any($1)) and ($2::text is null or p.register_id = $2)
     group by 1, 2, 3 order by date desc, store, terminal_id`,
    [filter.storeIds ?? null, filter.terminalId ?? null, filter.dateFrom, filter.dateTo],
  );

export type DrawerProblem = { shift_id: string; problem: string };

/**
 * Shifts with inconsistent data: a wrong expected amount, a missing or different Z report, a
 * payment of another till, a refund of another store, a wrong count, or a gap in report numbers.
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
select c.shift_id, 'count' from shift_counts c
where c.amount <> (select coalesce(sum(d.value * d.quantity), 0)
  from jsonb_to_recordset(c.denominations) as d(value numeric, quantity integer))
union all
select shift_id, 'number' from (
  select shift_id, number, row_number() over (partition by store_id order by number) as nth
  from z_reports) as numbered where number <> nth`;

export const drawerOutOfBalance = (reader: Reader): Promise<DrawerProblem[]> =>
  statement<DrawerProblem>(reader, `${PROBLEMS} order by shift_id, problem`);

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
];
