import { addMs } from '../../../../platform/clock.js';
import type { Tx } from '../../../../platform/database/tx.js';
import { newId } from '../../../../platform/ids.js';
import { formatMoney } from '../../../../platform/money.js';
import { hintEvents } from '../../../../platform/work/events/outbox.js';
import {
  type ChargeRequest,
  insertPayment,
  type ProcessorType,
  paysByOrder,
} from '../../../payments/index.js';
import type { WebSession } from '../../../people/index.js';
import { insertSale, promotionAdjustments } from '../../../transactions/index.js';
import type { PaymentPlan } from '../order/choose-payment.js';
import { lastFourOf } from '../order/order-form.js';
import type { PreparedOrder } from '../order/prepare-order.js';
import { attributionOf } from '../order/promotions.js';
import type { PlacedSale } from '../present.js';
import { type Checkout, moveCheckout } from '../repository.js';
import { chargeKey, LEASE_SECONDS, PAY_AT_STORE_MS } from '../rules.js';
import type { CompleteRequest } from '../schemas.js';
import type { PaymentToSettle } from './settle-payment.js';

/** An attempt that is stored and may be charged. */
export type Attempt = {
  checkoutId: string;
  payment: PaymentToSettle;
  sale: PlacedSale;
  processorType: ProcessorType;
  charge: ChargeRequest;
  /** By this process's monotonic clock. */
  leasedAtMs: number;
};

/** Writes the sale as `pending`. */
export async function writeSale(
  tx: Tx,
  session: WebSession,
  id: string,
  { store, form, totals, lines, plan }: PreparedOrder,
  now: Date,
): Promise<string> {
  const total = formatMoney(totals.totalMinor);
  const number = await insertSale(
    tx,
    {
      id,
      storeId: store.id,
      terminalId: null,
      employeeId: null,
      customerId: session.userId,
      source: 'web_commerce',
      status: 'pending',
      currency: store.currency,
      subtotal: formatMoney(totals.subtotalMinor),
      promotionDiscount: formatMoney(totals.discountMinor),
      taxAmount: formatMoney(totals.taxMinor),
      shippingAmount: formatMoney(totals.shippingMinor),
      totalAmount: total,
      attribution: attributionOf(session, totals.applied),
      variances: [],
      adjustments: promotionAdjustments(totals.lines),
      priceOverridden: false,
      taxVariance: '0.00',
      notes: '',
      customerEmail: form.email,
      expiresAt: plan.kind === 'at_store' ? addMs(now, PAY_AT_STORE_MS) : null,
      createdAt: now,
    },
    lines,
  );
  hintEvents(tx);
  return number;
}

/** The payment of an attempt, and when its lease began. */
type Lease = { payment: PaymentToSettle; leasedAtMs: number };

/** Writes the payment and leases the checkout for this attempt, before the charge. */
export async function leaseForCharge(
  tx: Tx,
  { store, totals, form }: PreparedOrder,
  { processorType, token, method }: PaymentPlan & { kind: 'charge' },
  checkout: Checkout,
  saleId: string,
  request: CompleteRequest,
  now: Date,
): Promise<Lease> {
  const id = newId(now);
  const leasedAtMs = performance.now();
  const [payment] = await Promise.all([
    insertPayment(tx, {
      id,
      transactionId: saleId,
      storeId: store.id,
      paymentMethodId: method.id,
      amountMinor: totals.totalMinor,
      currency: store.currency,
      status: 'pending',
      processorType,
      cardLastFour: lastFourOf(request.checkout_form_data),
    }),
    moveCheckout(tx, checkout.id, {
      status: 'payment_processing',
      attempt: checkout.attempt + 1,
      transaction_id: saleId,
      payment_id: id,
      // An order id is not secret, and its charge cannot be found by any other key.
      order_reference: paysByOrder(processorType) ? token : null,
      form,
      failure: null,
      leaseSeconds: LEASE_SECONDS,
      updated_at: now,
    }),
  ]);
  return { payment, leasedAtMs };
}

export const attemptOf = (
  { store, totals }: PreparedOrder,
  { processorType, token }: PaymentPlan & { kind: 'charge' },
  { id: checkoutId, attempt }: Checkout,
  number: string,
  { payment, leasedAtMs }: Lease,
): Attempt => ({
  checkoutId,
  payment,
  sale: {
    id: payment.transaction_id,
    transaction_number: number,
    total_amount: formatMoney(totals.totalMinor),
  },
  leasedAtMs,
  processorType,
  charge: {
    amountMinor: totals.totalMinor,
    currency: store.currency,
    token,
    idempotencyKey: chargeKey(checkoutId, attempt + 1),
    description: `Order ${number}`,
    metadata: { transaction_id: number, checkout_session_id: checkoutId },
  },
});
