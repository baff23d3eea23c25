import type { Parameter } from '../../../platform/database/record-statement.js';
import type { Payments } from '../../../platform/database/tables.js';
import { UNSETTLED_STATUSES } from './rules.js';

/** A payment taken at a till, written together with its sale. */
export type Booking = {
  id: string;
  /** The payment of a card attempt, which this booking settles; otherwise a new one is stored. */
  attemptId: string | null;
  cardLastFour: string | null;
  cardBrand: string | null;
  reviewReason: string | null;
  methodId: string;
  /** What it settles of the sale. */
  amount: string;
  /** Cash taken beyond `amount`, for want of small coins; may be negative. */
  rounding: string;
  /** Paid beyond `amount` and `rounding`, for the staff. */
  tip: string;
  tendered: string;
  processorType: string | null;
  processorTransactionId: string | null;
  verification: string;
  /** The slip number of a stand-alone terminal. */
  reference: string | null;
  operatorId: string | null;
  registerId: string | null;
  /** The till whose open shift takes the money; null for money that belongs to no open shift. */
  drawerId: string | null;
  /** The stored value that pays, and what it gives: money, or points. */
  accountId: string | null;
  valueAmount: string;
  /** When the money moved, as reported by the till or another system. */
  processedAt: Date;
  bookedAt: Date;
};

/** Column to field for a payment that no card attempt precedes; the other columns are null. */
const NEW_COLUMNS = {
  payment_method_id: 'methodId',
  amount: 'amount',
  rounding: 'rounding',
  tip: 'tip',
  tendered: 'tendered',
  processor_type: 'processorType',
  processor_transaction_id: 'processorTransactionId',
  verification: 'verification',
  reference: 'reference',
  operator_id: 'operatorId',
  register_id: 'registerId',
  value_account_id: 'accountId',
  processed_at: 'processedAt',
} as const satisfies Partial<Record<keyof Payments, keyof Booking>>;

/** Column to field for all payments. */
const COLUMNS = {
  ...NEW_COLUMNS,
  id: 'id',
  card_last_four: 'cardLastFour',
  card_brand: 'cardBrand',
  review_reason: 'reviewReason',
} as const satisfies Partial<Record<keyof Payments, keyof Booking>>;

/**
 * The common table expressions `attempt` and `payment` of the statement that pays a sale; one of
 * the two returns the payment's id. They read the CTEs `sale` and `shift`, each with one row or
 * none. The payment of a card attempt, or an unsettled payment of this sale with the same processor
 * id, is updated instead of inserted again, so that one charge is never booked twice.
 */
export const bookingSql = ($: Parameter<Booking>): string => `attempt as (
  update payments
  set status = 'succeeded', payment_method_id = ${$('methodId')}, amount = ${$('amount')},
    rounding = ${$('rounding')}, tip = ${$('tip')}, tendered = ${$('tendered')}, verification = ${$('verification')}, failure_code = null,
    processor_transaction_id = coalesce(${$('processorTransactionId')}, payments.processor_transaction_id),
    card_last_four = ${$('cardLastFour')}, card_brand = ${$('cardBrand')},
    review_reason = ${$('reviewReason')}, review_decision = null,
    reference = ${$('reference')}, operator_id = ${$('operatorId')}, register_id = ${$('registerId')},
    shift_id = (select id from shift), processed_at = ${$('processedAt')},
    updated_at = ${$('bookedAt')}
  from sale
  where payments.transaction_id = sale.id
    and case when ${$('attemptId')}::uuid is not null then payments.id = ${$('attemptId')}
      else payments.processor_transaction_id = ${$('processorTransactionId')}
        and payments.processor_type is not distinct from ${$('processorType')} end
    and payments.status in (${UNSETTLED_STATUSES.map(status => `'${status}'`).join(', ')})
  returning payments.id
), payment as (
  insert into payments (transaction_id, store_id, currency, status, shift_id, created_at, updated_at,
    ${Object.keys(COLUMNS).join(', ')})
  select id, store_id, currency, 'succeeded', (select id from shift), ${$('bookedAt')}, ${$('bookedAt')},
    ${Object.values(COLUMNS)
      .map(field => $(field))
      .join(', ')}
  from sale where not exists (select from attempt) and ${$('attemptId')}::uuid is null
  returning id
)`;

/**
 * Inserts the payment of the sale in the common table expression `sale`, in the shift of `shift`,
 * where no attempt with the same charge can exist.
 */
export const newPaymentSql = ($: Parameter<Omit<Booking, 'id'>>, id: string): string => `
  insert into payments (id, transaction_id, store_id, currency, status, shift_id, created_at, updated_at,
    ${Object.keys(NEW_COLUMNS).join(', ')})
  select ${id}, sale.id, store_id, currency, 'succeeded', (select id from shift), ${$('bookedAt')},
    ${$('bookedAt')}, ${Object.values(NEW_COLUMNS)
      .map(field => $(field))
      .join(', ')}
  from sale
  returning payments.id`;
