import { sql } from 'kysely';
import { recordStatement } from '../../../platform/database/record-statement.js';
import type { Autocommit, Reader } from '../../../platform/database/tx.js';
import { type OutboxRow, recordSql } from '../../../platform/work/events/outbox.js';
import { type Booking, bookingSql, type MethodType } from '../../payments/index.js';
import { GIFT_CARD_SKU } from '../../pricing/index.js';
import { holdShiftSql } from '../../shifts/index.js';
import {
  ACCOUNT_KINDS,
  type GiftCardLine,
  type PayingAccount,
  type PaymentCodes,
  payingAccountSql,
  pointsAccountSql,
  spendValueSql,
} from '../../stored-value/index.js';
import type { TipSettings } from '../../stores/index.js';
import type { KeptRate, TaxDestination } from '../charged-tax.js';
import type { SaleRef } from '../references.js';
import { type Attribution, byRef, idBy } from '../repository.js';
import type { SaleStatus, Source } from '../rules.js';

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
  prices_include_tax: boolean;
  tax_exemption: string | null;
  shipping_amount: string;
  shipping_tax: string;
  tax_destination: TaxDestination | null;
  created_at: Date;
  total_paid: string;
  change_due: string;
  rounding_amount: string;
  tip_amount: string;
  /** The step that the store rounds cash to; 0.00 is none. */
  cash_rounding: string;
  tips: TipSettings;
  /** What one point pays, with four decimals. */
  points_value: string;
  /** What a card attempt in progress may still pay. */
  card_hold: string;
  source_system: Source;
  /** Until when a layaway or a web order may be paid. */
  expires_at: Date | null;
  customer_id: string | null;
  attribution: Partial<Attribution>;
  /** Whether a purchase limit of the store covers one of its lines. */
  is_limited: boolean;
  minimum_age: number | null;
  /** It has goods for customers with a verified identity, and its customer has none. */
  lacks_kyc: boolean;
  /** `amount` is the price less its discount. */
  lines: { amount: string; exempt: boolean; tax_class: string; tax_rates: KeptRate[] | null }[];
  /** Lines that load gift cards once the sale is paid. */
  gift_cards: GiftCardLine[];
  /** What stored value has paid of a sale with gift cards. */
  value_paid: string;
  age_check: object | null;
  /** The stored value that the code of the payment names. */
  account: PayingAccount | null;
  /** Whether this till needs an open shift, and whether it has one. */
  needs_shift: boolean;
  has_shift: boolean;
  method: {
    id: string;
    code: string;
    method_type: MethodType;
    processor_type: string | null;
    is_active: boolean;
    requires_reference: boolean;
    minimum_amount: string;
    maximum_amount: string | null;
  } | null;
};

/** Reads a sale, its lines and the payment method in one statement. */
export async function saleToPay(
  reader: Reader,
  ...args: Parameters<typeof saleToPayQuery>
): Promise<SaleToPay | undefined> {
  const { rows } = await saleToPayQuery(...args).execute(reader);
  return rows[0];
}

const NO_CODES: PaymentCodes = { creditCode: null, giftCardHashes: null };

/** Restricts the lines by id range too, so that only one month's partition is read. */
export const saleToPayQuery = (
  ref: SaleRef,
  method: string,
  codes: PaymentCodes | null,
  registerId: string | null,
) =>
  sql<SaleToPay>`
    select t.id, t.transaction_number, t.store_id, t.terminal_id, t.status, t.currency, t.total_amount,
      t.tax_amount, t.prices_include_tax, t.tax_exemption, t.shipping_amount, t.shipping_tax, t.tax_destination, t.created_at,
      t.total_paid, t.change_due, t.rounding_amount, t.tip_amount, t.card_hold, t.source_system, t.expires_at, t.age_check, t.customer_id,
      t.attribution, l.minimum_age, coalesce(l.lines, '[]'::json) as lines,
      coalesce(l.gift_cards, '[]'::json) as gift_cards,
      case when l.gift_cards is null then '0.00' else (
        select amount_text(coalesce(sum(p.amount), 0)) from payments p
          join payment_methods m on m.id = p.payment_method_id
        where p.transaction_id = t.id and p.status = 'succeeded'
          and m.method_type = any(${[...ACCOUNT_KINDS]}::text[])) end as value_paid,
      is_purchase_limited(t.store_id, l.variants) as is_limited,
      any_requires_kyc(l.variants || l.bundles) and not is_identity_verified(t.customer_id) as lacks_kyc,
      (select row_to_json(m) from (
         select id, code, method_type, processor_type, is_active, requires_reference, minimum_amount::text, maximum_amount::text
         from payment_methods where code = ${method} or id::text = lower(${method}) limit 1) as m) as method,
      coalesce((${payingAccountSql(codes ?? NO_CODES)}),
        (${pointsAccountSql(sql.ref('t.customer_id'))})) as account,
      (select cash_rounding from stores where id = t.store_id) as cash_rounding,
      (select tips from stores where id = t.store_id) as tips,
      (select points_value from stores where id = t.store_id) as points_value,
      (select require_shift and ${registerId}::text is not null from stores
         where id = t.store_id) as needs_shift,
      exists (select from shifts where terminal_id = ${registerId} and status = 'open'
         and store_id = t.store_id and currency = t.currency) as has_shift
    from transactions t
    left join lateral (
      select max(minimum_age) as minimum_age,
        json_agg(json_build_object('amount', (subtotal - discount)::text, 'exempt', is_tax_exempt,
          'tax_class', tax_class, 'tax_rates', tax_rates)
          order by position) as lines,
        json_agg(json_build_object('line_id', id, 'amount', unit_price::text, 'quantity', quantity,
          'account_id', value_account_id) order by position)
          filter (where sku = ${GIFT_CARD_SKU}) as gift_cards,
        array_agg(variant_id) as variants,
        array_agg((bundle ->> 'variant_id')::uuid) filter (where bundle is not null) as bundles
      from transaction_lines where transaction_id = t.id and ${idBy(ref, 'transaction_id')}) as l on true
    where ${byRef(ref)}`;

export type SaleMove = {
  sale: SaleToPay;
  status: SaleStatus;
  totalPaid: string;
  changeDue: string;
  /** Rounding of all payments of the sale. */
  roundingAmount: string;
  tipAmount: string;
  cardHold: string;
  completedAt: Date | null;
  taxBreakdown: object[] | null;
  ageCheck: object | null;
};

/**
 * Books a payment and moves the sale to its next status; returns the payment's id. Returns
 * undefined if another payment or a void has changed the sale since it was read, or if the shift
 * that it needs has closed; the caller then reads it again.
 */
export async function bookPayment(
  writer: Autocommit,
  move: SaleMove,
  booking: Booking,
  event: OutboxRow,
): Promise<string | undefined> {
  const { sale, ...changes } = move;
  const [row] = await BOOK_PAYMENT(writer, {
    ...booking,
    ...changes,
    saleId: sale.id,
    saleStoreId: sale.store_id,
    saleCurrency: sale.currency,
    needsShift: sale.needs_shift,
    statusBefore: sale.status,
    paidBefore: sale.total_paid,
    holdBefore: sale.card_hold,
    totalBefore: sale.total_amount,
    eventId: event.id,
    event: event.event,
    live: event.live,
    data: event.data,
  });
  return row?.id;
}

type BookedPayment = Booking &
  Omit<SaleMove, 'sale'> & {
    saleId: string;
    saleStoreId: string;
    saleCurrency: string;
    needsShift: boolean;
    statusBefore: SaleStatus;
    paidBefore: string;
    holdBefore: string;
    totalBefore: string;
    eventId: string;
    event: string;
    live: boolean;
    data: string;
  };

/**
 * One statement, so that the till waits for one round trip. Each domain writes its own tables. A
 * method that was switched off after the look takes no payment; a card that was charged is booked.
 */
const BOOK_PAYMENT = recordStatement<BookedPayment, { id: string }>(
  $ => `
with shift as (${holdShiftSql({
    terminalId: $('drawerId'),
    storeId: $('saleStoreId'),
    currency: $('saleCurrency'),
  })}
), sale as (
  update transactions
  set status = ${$('status')}, total_paid = ${$('totalPaid')}, change_due = ${$('changeDue')},
    rounding_amount = ${$('roundingAmount')}, tip_amount = ${$('tipAmount')}, card_hold = ${$('cardHold')},
    completed_at = coalesce(${$('completedAt')}, completed_at),
    tax_breakdown = coalesce(${$('taxBreakdown')}::jsonb, tax_breakdown),
    age_check = coalesce(${$('ageCheck')}::jsonb, age_check), updated_at = ${$('bookedAt')}
  where id = ${$('saleId')} and status = ${$('statusBefore')} and total_paid = ${$('paidBefore')}
    and card_hold = ${$('holdBefore')}
    and (not ${$('needsShift')}::boolean or exists (select from shift))
    and total_amount = ${$('totalBefore')}
    and (${$('attemptId')}::uuid is not null
      or exists (select from payment_methods where id = ${$('methodId')} and is_active))
  returning id, transaction_number, store_id, terminal_id, currency
), ${bookingSql($)}, spent as (${spendValueSql({
    accountId: $('accountId'),
    amount: $('valueAmount'),
    paymentId: $('id'),
    at: $('bookedAt'),
  })}
), event as (${recordSql(`
  select ${$('eventId')}, store_id, ${$('live')}, coalesce(${$('registerId')}, terminal_id), ${$('event')},
    id::text, ${$('data')}::jsonb
  from sale`)}
)
select id from payment union all select id from attempt`,
);
