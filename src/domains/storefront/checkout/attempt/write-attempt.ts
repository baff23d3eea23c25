import { addMs } from '../../../../platform/clock.js';
import type { Tx } from '../../../../platform/database/tx.js';
import { newId } from '../../../../platform/ids.js';
import { hintEvents } from '../../../../platform/work/events/outbox.js';
import { insufficientStock, mergeLines, salePurpose } from '../../../inventory/index.js';
import { type ChargeRequest, type ProcessorType, paysByOrder } from '../../../payments/index.js';
import type { WebSession } from '../../../people/index.js';
import { insertSale } from '../../../transactions/index.js';
import type { PaymentPlan } from '../order/choose-payment.js';
import { lastFourOf } from '../order/order-form.js';
import type { PreparedOrder } from '../order/prepare-order.js';
import type { Checkout } from '../repository.js';
import { chargeKey, PAY_AT_STORE_MS } from '../rules.js';
import type { CompleteRequest } from '../schemas.js';
import { type AttemptDraft, type NewDraft, unpaidSale } from './draft.js';
import { type NewAttempt, openWithGoods, openWithoutGoods } from './draft-repository.js';

/** An attempt that is stored and may be charged. */
export type Attempt = {
  /** The checkout as it is while the card is charged. */
  checkout: Checkout;
  draft: AttemptDraft;
  hasGoods: boolean;
  processorType: ProcessorType;
  charge: ChargeRequest;
  /** By this process's monotonic clock. */
  leasedAtMs: number;
};

/** Writes the sale of an order that is not charged now. */
export async function writeSale(
  tx: Tx,
  session: WebSession,
  id: string,
  order: PreparedOrder,
  now: Date,
): Promise<void> {
  const expiresAt = order.plan.kind === 'at_store' ? addMs(now, PAY_AT_STORE_MS) : null;
  const sale = { ...unpaidSale(session, id, order), createdAt: now, expiresAt };
  await insertSale(tx, sale, order.lines);
  hintEvents(tx);
}

/** Reserves the goods and stores the draft of sale and payment, before the charge. */
export async function openDraft(
  tx: Tx,
  session: WebSession,
  saleId: string,
  order: PreparedOrder,
  plan: PaymentPlan & { kind: 'charge' },
  checkout: Checkout,
  request: CompleteRequest,
  now: Date,
): Promise<Attempt> {
  const { processorType, token, method } = plan;
  const draft: NewDraft = {
    sale: { ...unpaidSale(session, saleId, order), createdAt: now.toISOString() },
    lines: order.lines,
    payment: {
      id: newId(now),
      methodId: method.id,
      methodCode: method.code,
      processorType,
      cardLastFour: lastFourOf(request.checkout_form_data),
    },
  };
  const attempt: NewAttempt = {
    checkoutId: checkout.id,
    saleId,
    paymentId: draft.payment.id,
    // An order id is not secret, and its charge cannot be found by any other key.
    orderReference: paysByOrder(processorType) ? token : null,
    form: order.form,
    draft,
    now,
  };
  const leasedAtMs = performance.now();
  const { number, opened_at } = await writeAttempt(tx, attempt, order);
  const opened: Checkout = {
    ...checkout,
    status: 'payment_processing',
    attempt: checkout.attempt + 1,
    transaction_id: saleId,
    payment_id: draft.payment.id,
    order_reference: attempt.orderReference,
    form: order.form,
    failure: null,
    updated_at: now,
    draft: { ...draft, number, openedAt: opened_at.toISOString() },
  };
  return attemptOf(opened, order, plan, leasedAtMs);
}

async function writeAttempt(tx: Tx, attempt: NewAttempt, { store, goods }: PreparedOrder) {
  if (goods.length === 0) return openWithoutGoods(tx, attempt);
  const lines = mergeLines(goods);
  const row = await openWithGoods(tx, {
    ...attempt,
    reservationId: newId(),
    storeId: store.id,
    purpose: salePurpose(attempt.saleId),
    expiresAt: null,
    variantIds: `{${lines.map(line => line.variantId)}}`,
    quantities: `{${lines.map(line => line.quantity)}}`,
  });
  if (row.shortages.length > 0) throw insufficientStock(row.shortages, 'invalid');
  const { number, opened_at } = row;
  if (number === null || opened_at === null) throw new Error('locked checkout not found');
  hintEvents(tx);
  return { number, opened_at };
}

function attemptOf(
  checkout: Checkout & { draft: AttemptDraft | null },
  { store, totals, goods }: PreparedOrder,
  { processorType, token }: PaymentPlan & { kind: 'charge' },
  leasedAtMs: number,
): Attempt {
  const { draft } = checkout;
  if (draft === null) throw new Error('opened attempt without a draft');
  return {
    checkout,
    draft,
    hasGoods: goods.length > 0,
    leasedAtMs,
    processorType,
    charge: {
      amountMinor: totals.totalMinor,
      currency: store.currency,
      token,
      idempotencyKey: chargeKey(checkout.id, checkout.attempt),
      description: `Order ${draft.number}`,
      metadata: { transaction_id: draft.number, checkout_session_id: checkout.id },
    },
  };
}
