import { sql } from 'kysely';
import { recordStatement } from '../../platform/database/record-statement.js';
import type { Payments } from '../../platform/database/tables.js';
import type { Reader } from '../../platform/database/tx.js';
import type { OutboxRow } from '../../platform/events/outbox.js';
import { type MethodType, UNSETTLED_STATUSES } from '../payments/index.js';
import type { SaleRef } from './references.js';
import { type Attribution, byRef, idBy } from './repository.js';
import type { SaleStatus, Source } from './rules.js';

/** The fields of a sale that decide whether and how it can be paid. */
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
  /** Whether a purchase limit of the store covers one of its lines. */
  is_limited: boolean;
  minimum_age: number | null;
  lines: { net: string; exempt: boolean }[];
  age_check: object | null;
  credit: { id: string; balance: string; currency: string } | null;
  method: {
    id: string;
    code: string;
    method_type: MethodType;
    processor_type: string | null;
    is_active: boolean;
    minimum_amount: string;
    maximum_amount: string | null;
  } | null;
};

/** Reads a sale, its lines and the payment method in one statement. */
export async function saleToPay(
  reader: Reader,
  ...asked: Parameters<typeof lookAtSale>
): Promise<SaleToPay | undefined> {
  const { rows } = await lookAtSale(...asked).execute(reader);
  return rows[0];
}

/** Restricts the lines by id range too, so that only one month's partition is read. */
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
  /** When the money moved, as reported by the till or another system. */
  processedAt: Date;
  bookedAt: Date;
};

/**
 * Books a payment and moves the sale to its next status, if the sale has not changed since it was
 * read; returns the payment's id. Returns undefined if another payment or a void came first: the
 * caller reads the sale again. An attempt of this sale that was stored before its processor
 * took the money becomes the payment, so one charge is never booked twice.
 */
export async function bookPayment(
  writer: Reader,
  move: SaleMove,
  payment: NewPaymentRow,
  event: OutboxRow,
): Promise<string | undefined> {
  const { sale, ...changes } = move;
  const [row] = await BOOK_PAYMENT(writer, {
    ...payment,
    ...changes,
    saleId: sale.id,
    statusBefore: sale.status,
    paidBefore: sale.total_paid,
    eventId: event.id,
    event: event.event,
    live: event.live,
    data: event.data,
  });
  return row?.id;
}

/** The columns of a new payment that a field of the record fills. */
const PAYMENT_COLUMNS = {
  id: 'id',
  payment_method_id: 'methodId',
  amount: 'amount',
  tendered: 'tendered',
  processor_type: 'processorType',
  processor_transaction_id: 'processorTransactionId',
  verification: 'verification',
  operator_id: 'operatorId',
  register_id: 'registerId',
  store_credit_id: 'storeCreditId',
  processed_at: 'processedAt',
} as const satisfies Partial<Record<keyof Payments, keyof NewPaymentRow>>;

type BookedPayment = NewPaymentRow &
  Omit<SaleMove, 'sale'> & {
    saleId: string;
    statusBefore: SaleStatus;
    paidBefore: string;
    eventId: string;
    event: string;
    live: boolean;
    data: string;
  };

const BOOK_PAYMENT = recordStatement<BookedPayment, { id: string }>(
  $ => `
with sale as (
  update transactions
  set status = ${$('status')}, total_paid = ${$('totalPaid')}, change_due = ${$('changeDue')},
    completed_at = coalesce(${$('completedAt')}, completed_at),
    tax_breakdown = coalesce(${$('taxBreakdown')}::jsonb, tax_breakdown),
    age_check = coalesce(${$('ageCheck')}::jsonb, age_check), updated_at = ${$('bookedAt')}
  where id = ${$('saleId')} and status = ${$('statusBefore')} and total_paid = ${$('paidBefore')}
  returning id, store_id, terminal_id, currency
), shift as (
  -- Locked until the commit: a shift that closes waits for this payment, or is closed before it.
  select shifts.id from shifts, sale
  where shifts.terminal_id = ${$('registerId')} and shifts.status = 'open'
    and shifts.store_id = sale.store_id and shifts.currency = sale.currency for share of shifts
), attempt as (
  update payments
  set status = 'succeeded', payment_method_id = ${$('methodId')}, amount = ${$('amount')},
    tendered = ${$('tendered')}, verification = ${$('verification')}, failure_code = null,
    operator_id = ${$('operatorId')}, register_id = ${$('registerId')},
    shift_id = (select id from shift), processed_at = ${$('processedAt')},
    updated_at = ${$('bookedAt')}
  from sale
  where payments.transaction_id = sale.id
    and payments.processor_transaction_id = ${$('processorTransactionId')}
    and payments.processor_type is not distinct from ${$('processorType')}
    and payments.status in (${UNSETTLED_STATUSES.map(status => `'${status}'`).join(', ')})
  returning payments.id
), payment as (
  insert into payments (transaction_id, store_id, currency, status, shift_id, created_at, updated_at,
    ${Object.keys(PAYMENT_COLUMNS).join(', ')})
  select id, store_id, currency, 'succeeded', (select id from shift), ${$('bookedAt')}, ${$('bookedAt')},
    ${Object.values(PAYMENT_COLUMNS).map($).join(', ')}
  from sale where not exists (select from attempt)
  returning id
), credit as (
  -- A check constraint refuses an overdrawn credit, and with it the whole statement.
  update store_credits set balance = balance - ${$('amount')}, updated_at = ${$('bookedAt')}
  from sale where store_credits.id = ${$('storeCreditId')}
), event as (
  insert into outbox (id, store_id, live, terminal_id, event, subject_id, data)
  select ${$('eventId')}, store_id, ${$('live')}, coalesce(${$('registerId')}, terminal_id), ${$('event')},
    id::text, ${$('data')}::jsonb
  from sale
)
select id from payment union all select id from attempt`,
);
