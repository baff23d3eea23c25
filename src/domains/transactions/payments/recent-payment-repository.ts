import { recordStatement } from '../../../platform/database/record-statement.js';
import type { Autocommit } from '../../../platform/database/tx.js';
import { isCurrentSql } from '../../../platform/reference-data/index.js';
import { recordSql } from '../../../platform/work/events/outbox.js';
import { type Booking, newPaymentSql } from '../../payments/index.js';
import { holdShiftSql } from '../../shifts/index.js';
import type { SaleStatus } from '../rules.js';
import type { PaymentPlan } from './plan-payment.js';

/** `id` is null if nothing was written. */
export type BookedPayment = { id: string | null; is_current: boolean };

/**
 * Books the first payment of a sale, if the sale is still as it was rung up and the reference data
 * is still of this version. One statement looks and writes.
 */
export async function bookRecentPayment(
  writer: Autocommit,
  { move, payment, event }: PaymentPlan,
  needsShift: boolean,
  version: string,
): Promise<BookedPayment> {
  const { id: paymentId, ...booking } = payment;
  const [row] = await BOOK_RECENT_PAYMENT(writer, {
    ...booking,
    paymentId,
    needsShift,
    version,
    saleId: move.sale.id,
    saleStoreId: move.sale.store_id,
    saleCurrency: move.sale.currency,
    totalAmount: move.sale.total_amount,
    status: move.status,
    totalPaid: move.totalPaid,
    changeDue: move.changeDue,
    roundingAmount: move.roundingAmount,
    tipAmount: move.tipAmount,
    completedAt: move.completedAt,
    taxBreakdown: move.taxBreakdown,
    eventId: event.id,
    event: event.event,
    data: event.data,
  });
  if (row === undefined) throw new Error('booking a payment returned no row');
  return row;
}

type RecentBooking = Omit<Booking, 'id'> & {
  paymentId: string;
  needsShift: boolean;
  version: string;
  saleId: string;
  saleStoreId: string;
  saleCurrency: string;
  totalAmount: string;
  status: SaleStatus;
  totalPaid: string;
  changeDue: string;
  roundingAmount: string;
  tipAmount: string;
  completedAt: Date | null;
  taxBreakdown: object[] | null;
  eventId: string;
  event: string;
  data: string;
};

const BOOK_RECENT_PAYMENT = recordStatement<RecentBooking, BookedPayment>(
  $ => `
with shift as (${holdShiftSql({
    terminalId: $('drawerId'),
    storeId: $('saleStoreId'),
    currency: $('saleCurrency'),
  })}
), sale as (
  update transactions
  set status = ${$('status')}, total_paid = ${$('totalPaid')}, change_due = ${$('changeDue')},
    rounding_amount = ${$('roundingAmount')}, tip_amount = ${$('tipAmount')},
    completed_at = ${$('completedAt')}, tax_breakdown = ${$('taxBreakdown')}::jsonb,
    updated_at = ${$('bookedAt')}
  where id = ${$('saleId')} and status = 'pending' and total_paid = 0 and card_hold = 0
    and total_amount = ${$('totalAmount')}
    and (not ${$('needsShift')}::boolean or exists (select from shift))
    and ${isCurrentSql($('version'))}
  returning id, store_id, terminal_id, currency
), payment as (${newPaymentSql($, $('paymentId'))}
), event as (${recordSql(`
  select ${$('eventId')}::uuid, store_id, true, coalesce(${$('registerId')}, terminal_id), ${$('event')}::text,
    id::text, ${$('data')}::jsonb
  from sale`)}
)
select (select id from payment) as id, ${isCurrentSql($('version'))} as is_current`,
);
