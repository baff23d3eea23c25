import { sql } from 'kysely';
import { type Reader, statement } from '../../platform/database/tx.js';
import type { OutboxRow } from '../../platform/events/outbox.js';
import type { SaleRef } from './references.js';
import { type Attribution, byRef, idBy } from './repository.js';
import type { SaleStatus, Source } from './rules.js';

/** A sale at the moment of paying, with what the judgement needs and nothing else. */
export type SaleToPay = {
  id: string;
  transaction_number: string;
  store_id: string;
  terminal_id: string | null;
  status: SaleStatus;
  currency: string;
  total_amount: string;
  tax_amount: string;
  total_paid: string;
  change_due: string;
  source_system: Source;
  customer_id: string | null;
  attribution: Partial<Attribution>;
  /** Whether a purchase limit of the store covers something in it. */
  is_limited: boolean;
  minimum_age: number | null;
  lines: { net: string; exempt: boolean }[];
  age_check: object | null;
  credit: { id: string; balance: string; currency: string } | null;
  method: {
    id: string;
    code: string;
    method_type: 'cash' | 'card' | 'pay_at_store' | 'store_credit';
    processor_type: string | null;
    is_active: boolean;
    minimum_amount: string;
    maximum_amount: string | null;
  } | null;
};

/** Sale, its lines and the payment method in one look. */
export async function saleToPay(
  reader: Reader,
  ...asked: Parameters<typeof lookAtSale>
): Promise<SaleToPay | undefined> {
  const { rows } = await lookAtSale(...asked).execute(reader);
  return rows[0];
}

/** Says of the lines as well when they were sold, so that no other month is opened for them. */
export const lookAtSale = (ref: SaleRef, method: string, creditCode: string | null) =>
  sql<SaleToPay>`
    select t.id, t.transaction_number, t.store_id, t.terminal_id, t.status, t.currency, t.total_amount,
      t.tax_amount, t.total_paid, t.change_due, t.source_system, t.age_check, t.customer_id,
      t.attribution, l.minimum_age, coalesce(l.lines, '[]'::json) as lines,
      is_purchase_limited(t.store_id, l.variants) as is_limited,
      (select row_to_json(m) from (
         select id, code, method_type, processor_type, is_active, minimum_amount::text, maximum_amount::text
         from payment_methods where code = ${method} or id::text = lower(${method}) limit 1) as m) as method,
      (select json_build_object('id', id, 'balance', balance::text, 'currency', currency)
         from store_credits where code = ${creditCode}) as credit
    from transactions t
    left join lateral (
      select max(minimum_age) as minimum_age,
        json_agg(json_build_object('net', (subtotal - discount)::text, 'exempt', is_tax_exempt)
          order by position) as lines,
        array_agg(variant_id) as variants
      from transaction_lines where transaction_id = t.id and ${idBy(ref, 'transaction_id')}) as l on true
    where ${byRef(ref)}`;

export type SaleMove = {
  sale: SaleToPay;
  status: SaleStatus;
  totalPaid: string;
  changeDue: string;
  completedAt: Date | null;
  taxBreakdown: object[] | null;
  ageCheck: object | null;
};

export type NewPaymentRow = {
  id: string;
  methodId: string;
  amount: string;
  tendered: string;
  processorType: string | null;
  processorTransactionId: string | null;
  verification: string;
  operatorId: string | null;
  registerId: string | null;
  storeCreditId: string | null;
  /** When the money moved, as the till or another system says. */
  processedAt: Date;
  bookedAt: Date;
};

/**
 * Books a payment and moves the sale, if the sale is still as it was judged; hands back the
 * payment's id. Undefined when another payment or void was faster: the caller looks again and
 * judges again. An attempt of this sale that was written down before its processor had taken the
 * money becomes the payment, so one charge never stands there twice.
 */
export async function bookPayment(
  writer: Reader,
  move: SaleMove,
  payment: NewPaymentRow,
  event: OutboxRow,
): Promise<string | undefined> {
  const [row] = await statement<{ id: string }>(writer, BOOK_PAYMENT, [
    move.sale.id,
    move.sale.status,
    move.sale.total_paid,
    move.status,
    move.totalPaid,
    move.changeDue,
    move.completedAt,
    move.taxBreakdown === null ? null : JSON.stringify(move.taxBreakdown),
    payment.bookedAt,
    payment.id,
    payment.methodId,
    payment.amount,
    payment.tendered,
    payment.processorType,
    payment.processorTransactionId,
    payment.verification,
    payment.operatorId,
    payment.registerId,
    payment.storeCreditId,
    event.id,
    move.ageCheck === null ? null : JSON.stringify(move.ageCheck),
    payment.processedAt,
    event.event,
    event.live,
    event.data,
  ]);
  return row?.id;
}

const BOOK_PAYMENT = `
with sale as (
  update transactions
  set status = $4, total_paid = $5, change_due = $6, updated_at = $9,
    completed_at = coalesce($7, completed_at), tax_breakdown = coalesce($8::jsonb, tax_breakdown),
    age_check = coalesce($21::jsonb, age_check)
  where id = $1 and status = $2 and total_paid = $3
  returning id, store_id, terminal_id, currency
), shift as (
  -- Held until the commit: a closing waits for this payment, or this payment finds it closed.
  select shifts.id from shifts, sale
  where shifts.terminal_id = $18 and shifts.status = 'open'
    and shifts.store_id = sale.store_id and shifts.currency = sale.currency for share of shifts
), attempt as (
  update payments
  set status = 'succeeded', payment_method_id = $11, amount = $12, tendered = $13,
    verification = $16, failure_code = null, operator_id = $17, register_id = $18,
    shift_id = (select id from shift), processed_at = $22, updated_at = $9
  from sale
  where payments.transaction_id = sale.id and payments.processor_transaction_id = $15
    and payments.processor_type is not distinct from $14
    and payments.status in ('pending', 'requires_action', 'failed')
  returning payments.id
), payment as (
  insert into payments (id, transaction_id, store_id, currency, payment_method_id, amount, tendered,
    status, processor_type, processor_transaction_id, verification, operator_id, register_id,
    store_credit_id, shift_id, processed_at, created_at, updated_at)
  select $10, id, store_id, currency, $11, $12, $13, 'succeeded', $14, $15, $16, $17, $18, $19,
    (select id from shift), $22, $9, $9
  from sale where not exists (select from attempt)
  returning id
), credit as (
  -- The column's check refuses what the credit does not hold, and with it the whole statement.
  update store_credits set balance = balance - $12, updated_at = $9 from sale where store_credits.id = $19
), event as (
  insert into outbox (id, store_id, live, terminal_id, event, subject_id, data)
  select $20, store_id, $24, coalesce($18, terminal_id), $23, id::text, $25::jsonb from sale
)
select id from payment union all select id from attempt`;
