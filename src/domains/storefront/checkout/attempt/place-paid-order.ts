import { brokenConstraint } from '../../../../platform/database/tx.js';
import { newId } from '../../../../platform/ids.js';
import { followMail, type Mail, writtenMail } from '../../../../platform/mail/queue-mail.js';
import type { Platform } from '../../../../platform/platform.js';
import type { NewEvent } from '../../../../platform/work/events/define-event.js';
import { hintEvents, outboxRow } from '../../../../platform/work/events/outbox.js';
import { fulfillmentCreated, paidOrderFulfillment } from '../../../fulfillments/index.js';
import { onceKey, salePurpose } from '../../../inventory/index.js';
import { paymentSaved } from '../../../payments/index.js';
import { type SellingStore, storeForSelling } from '../../../stores/index.js';
import { saleCompleted, saleCreated } from '../../../transactions/index.js';
import { orderMail } from '../order/order-mail.js';
import { receiptToken } from '../order/receipt-token.js';
import type { Checkout } from '../repository.js';
import { dayAt, isExactAmount, type PaidOutcome } from '../rules.js';
import { type AttemptDraft, saleOfDraft, valuesOfDraft } from './draft.js';
import { type PaidOrder, writePaidOrder } from './paid-order-repository.js';
import { taxBreakdown } from './tax-breakdown.js';
import type { Attempt } from './write-attempt.js';

/**
 * Settles the attempt of this process whose charge succeeded, from its draft, in one statement. False
 * if anything is not as usual and nothing was written; `settlePayment` then finds out what.
 */
export async function placePaidOrder(
  platform: Platform,
  attempt: Attempt,
  outcome: PaidOutcome,
): Promise<boolean> {
  const { sale } = attempt.draft;
  if (valuesOfDraft(attempt.draft).length > 0) return false;
  if (!isExactAmount(outcome, { amount: sale.totalAmount, currency: sale.currency })) return false;
  const store = await storeForSelling(platform, sale.storeId);
  if (store === undefined) throw new Error('attempt without a store');
  const token = receiptToken(platform, sale.id);
  const mail = mailOf(platform, attempt, store, token);
  const order = paidOrder(platform, attempt, outcome, store, mail, token);
  if (!(await write(platform, order))) return false;
  hintEvents(platform.db);
  followMail(platform.db, platform, mail, order.mailId);
  return true;
}

async function write({ db }: Platform, order: PaidOrder): Promise<boolean> {
  try {
    return await writePaidOrder(db, order);
  } catch (error) {
    // Another payment has the same charge; `settlePayment` finds it.
    if (brokenConstraint(error) === 'one_sale_per_processor_payment') return false;
    throw error;
  }
}

function mailOf(
  platform: Platform,
  { checkout, draft }: Attempt,
  store: SellingStore,
  token: string,
): Mail {
  const { form } = checkout;
  if (form === null) throw new Error('attempt without a form');
  const { lines } = draft;
  const language = draft.language ?? store.language;
  const sale = mailSale(draft);
  const mail = orderMail(platform, { checkout, form, sale, lines, store, token, language });
  return { ...mail, about: { storeId: draft.sale.storeId, saleId: draft.sale.id } };
}

function paidOrder(
  platform: Platform,
  { checkout, draft, hasGoods }: Attempt,
  outcome: PaidOutcome,
  store: SellingStore,
  mail: Mail,
  token: string,
): PaidOrder {
  const now = platform.clock.now();
  const fulfillmentId = newId(now);
  const { lines, payment } = draft;
  const sale = saleOfDraft(draft);
  const pickupAt = checkout.pickup_scheduled_time;
  return {
    ...sale,
    status: 'completed',
    taxBreakdown: taxBreakdown(lines, store, sale),
    completedAt: now,
    lines,
    paymentId: payment.id,
    paymentMethodId: payment.methodId,
    paymentAmount: sale.totalAmount,
    paymentCurrency: sale.currency,
    paymentStoreId: sale.storeId,
    processorType: payment.processorType,
    processorTransactionId: outcome.processorPaymentId,
    cardLastFour: payment.cardLastFour,
    chargedAt: new Date(draft.openedAt),
    processedAt: now,
    ...paidOrderFulfillment({
      id: fulfillmentId,
      type: checkout.fulfillment_method,
      scheduledAt: pickupAt,
      scheduledDate: pickupAt && dayAt(pickupAt, store.timeZone),
      createAccount: checkout.form?.create_account ?? false,
      customerEmail: sale.customerEmail,
      customerName: checkout.form?.contact?.name,
      customerPhone: checkout.form?.contact?.phone,
      shippingAddress: checkout.form?.shipping_address ?? null,
      billingAddress: checkout.form?.billing_address ?? null,
      orderedAt: now,
    }),
    storeId: sale.storeId,
    checkoutId: checkout.id,
    hasGoods,
    purpose: salePurpose(sale.id),
    reference: sale.id,
    onceKey: onceKey('sale', sale.id),
    settledAt: now,
    ...writtenMail(platform, mail, token),
    events: eventsOf(checkout, draft, sale, fulfillmentId).map(outboxRow),
  };
}

/** In the order in which they became true. */
function eventsOf(
  { fulfillment_method }: Checkout,
  { payment, number }: AttemptDraft,
  sale: ReturnType<typeof saleOfDraft>,
  fulfillmentId: string,
): NewEvent[] {
  const paid = {
    id: sale.id,
    transaction_number: number,
    store_id: sale.storeId,
    terminal_id: null,
    total_amount: sale.totalAmount,
    total_paid: sale.totalAmount,
    source_system: 'web_commerce' as const,
  };
  return [
    saleCreated(sale),
    paymentSaved({
      id: payment.id,
      store_id: sale.storeId,
      transaction_id: sale.id,
      status: 'succeeded',
    }),
    saleCompleted(paid, {
      change_due: '0.00',
      payment_method: payment.methodCode,
      ...sale.attribution,
    }),
    fulfillmentCreated({
      id: fulfillmentId,
      store_id: sale.storeId,
      transaction_number: number,
      fulfillment_type: fulfillment_method,
      status: 'pending',
    }),
  ];
}

/** What the confirmation mail shows of the sale. */
const mailSale = ({ sale, number }: AttemptDraft) => ({
  transaction_number: number,
  currency: sale.currency,
  subtotal: sale.subtotal,
  promotion_discount: sale.promotionDiscount,
  shipping_amount: sale.shippingAmount,
  tax_amount: sale.taxAmount,
  prices_include_tax: sale.pricesIncludeTax,
  total_amount: sale.totalAmount,
  expires_at: null,
});
