import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { RefundWay } from '../payments/index.js';
import type { CashFlow, PaidAs } from './rules.js';

/** Cash in and out per shift; `where` follows. */
export const CASH_FLOW = `
select s.id, s.opening_float::text as opening_float, s.expected_amount, s.counted_amount,
  amount_text((select coalesce(sum(p.amount + p.rounding + p.tip), 0) from payments p join payment_methods m on m.id = p.payment_method_id
   where p.shift_id = s.id and m.method_type = 'cash')) as sales,
  amount_text((select coalesce(sum(r.amount + r.rounding + r.tip), 0) from refunds r
   where r.shift_id = s.id and r.way = 'cash')) as refunds,
  amount_text((select coalesce(sum(amount), 0) from cash_movements
   where shift_id = s.id and kind = 'paid_in')) as paid_in,
  amount_text((select coalesce(sum(amount), 0) from cash_movements
   where shift_id = s.id and kind = 'paid_out')) as paid_out
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
       amount_text(sum(p.amount)) as amount
     from payments p join payment_methods m on m.id = p.payment_method_id
     where p.shift_id = $1 group by m.id order by m.display_order, m.code`,
    [shiftId],
  );

export type RefundTotals = {
  paid_as: PaidAs;
  way: RefundWay | null;
  count: number;
  amount: string;
};

/** Refund totals by way. A refund that is still pending counts as paid, without a way. */
export const refundTotalsOf = (reader: Reader, shiftId: string): Promise<RefundTotals[]> =>
  statement<RefundTotals>(
    reader,
    `select case when r.way = 'cash' then 'cash' else r.refund_to end as paid_as, r.way,
       count(*)::int as count, amount_text(sum(r.amount)) as amount
     from refunds r where r.shift_id = $1 and r.status <> 'failed' group by 1, 2 order by 1, 2`,
    [shiftId],
  );

/** Sales whose void was refunded in this shift. */
export async function voidsOf(
  reader: Reader,
  shiftId: string,
): Promise<{ count: number; amount: string }> {
  const [row] = await statement<{ count: number; amount: string }>(
    reader,
    `select count(distinct transaction_id)::int as count,
       amount_text(coalesce(sum(amount), 0)) as amount
     from refunds where shift_id = $1 and cause = 'void' and status <> 'failed'`,
    [shiftId],
  );
  return row ?? { count: 0, amount: '0.00' };
}

export async function salesOf(reader: Reader, shiftId: string): Promise<number> {
  const [row] = await statement<{ sales: number }>(
    reader,
    'select count(distinct transaction_id)::int as sales from payments where shift_id = $1',
    [shiftId],
  );
  return row?.sales ?? 0;
}

/** What cash rounding added to the drawer of a shift: that of its payments less that of its refunds. */
export async function roundingOf(reader: Reader, shiftId: string): Promise<string> {
  const [row] = await statement<{ rounding: string }>(
    reader,
    `select amount_text((coalesce((select sum(rounding) from payments where shift_id = $1), 0)
       - coalesce((select sum(rounding) from refunds where shift_id = $1 and way = 'cash'), 0)
       )) as rounding`,
    [shiftId],
  );
  return row?.rounding ?? '0.00';
}

export type TipTotals = Omit<PaymentTotals, 'count'>;

/**
 * The tips of a shift by payment method, less those that a void has given back: in this shift, or at
 * the desk without one. A pay-out counts in the shift that pays it.
 */
export const tipsOf = (reader: Reader, shiftId: string): Promise<TipTotals[]> =>
  statement<TipTotals>(
    reader,
    `select m.code, m.name, m.method_type, amount_text(sum(t.tip)) as amount
     from (
       select payment_method_id, tip from payments where shift_id = $1 and tip <> 0
       union all
       select p.payment_method_id, -r.tip from refunds r join payments p on p.id = r.payment_id
       where r.shift_id = $1 and r.status <> 'failed' and r.tip <> 0
       union all
       select p.payment_method_id, -r.tip from payments p join refunds r on r.payment_id = p.id
       where p.shift_id = $1 and p.tip <> 0 and r.shift_id is null and r.status <> 'failed'
         and r.tip <> 0 and r.action_required is distinct from 'pay_out_cash') as t
     join payment_methods m on m.id = t.payment_method_id
     group by m.id having sum(t.tip) <> 0 order by m.display_order, m.code`,
    [shiftId],
  );

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
