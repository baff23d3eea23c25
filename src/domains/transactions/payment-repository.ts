import { sql } from 'kysely';
import { type Autocommit, type Reader, statement } from '../../platform/database/tx.js';
import { recordSql } from '../../platform/events/outbox.js';
import { type Booking, bookingParameters, bookingSql, bookingValues } from '../payments/index.js';
import { holdShiftSql } from '../shifts/index.js';
import { spendCreditSql } from '../store-credits/index.js';
import type { SaleRef } from './references.js';
import { type Attribution, byRef, idBy, type NewFact } from './repository.js';
import type { SaleStatus } from './rules.js';

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
  source_system: string;
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

/**
 * Books a payment and moves the sale, if the sale is still as it was judged; answers the payment's
 * id. Undefined when another payment or a void was faster: the caller reads the sale again and
 * decides anew.
 */
export async function bookPayment(
  writer: Autocommit,
  move: SaleMove,
  booking: Booking,
  facts: readonly NewFact[],
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
    move.ageCheck === null ? null : JSON.stringify(move.ageCheck),
    JSON.stringify(facts),
    ...bookingValues(booking),
  ]);
  return row?.id;
}

const FIRST_OF_BOOKING = 11;
const booking = bookingParameters(FIRST_OF_BOOKING);

/** One statement, so that the till waits for one answer; each domain writes the part of its tables. */
const BOOK_PAYMENT = `
with sale as (
  update transactions
  set status = $4, total_paid = $5, change_due = $6, updated_at = ${booking.bookedAt},
    completed_at = coalesce($7, completed_at), tax_breakdown = coalesce($8::jsonb, tax_breakdown),
    age_check = coalesce($9::jsonb, age_check)
  where id = $1 and status = $2 and total_paid = $3
  returning id, store_id, terminal_id, currency
), shift as (${holdShiftSql(booking.register)}
), ${bookingSql(FIRST_OF_BOOKING)}, credit as (${spendCreditSql({
  creditId: booking.credit,
  amount: booking.amount,
  at: booking.bookedAt,
})}
), facts as (${recordSql(`
  select f.id, sale.store_id, true, coalesce(${booking.register}, sale.terminal_id), f.event,
    sale.id::text, f.data
  from sale, json_to_recordset($10::json) as f(id uuid, event text, data jsonb)`)}
)
select id from payment union all select id from attempt`;
