import { addMs } from '../../../../platform/clock.js';
import type { Tx } from '../../../../platform/database/tx.js';
import { newId } from '../../../../platform/ids.js';
import { formatMoney } from '../../../../platform/money.js';
import { hintEvents } from '../../../../platform/work/events/outbox.js';
import { insufficientStock, mergeLines, salePurpose } from '../../../inventory/index.js';
import { type ChargeRequest, type ProcessorType, paysByOrder } from '../../../payments/index.js';
import type { WebSession } from '../../../people/index.js';
import { insertSale } from '../../../transactions/index.js';
import type { PaymentPlan } from '../order/choose-payment.js';
import { lastFourOf } from '../order/order-form.js';
import { type PreparedOrder, valueMinor } from '../order/prepare-order.js';
import type { Checkout } from '../repository.js';
import { chargeKey, PAY_AT_STORE_MS } from '../rules.js';
import type { CompleteRequest } from '../schemas.js';
import { type AttemptDraft, draftSale, type NewDraft, unpaidSale } from './draft.js';
import { type NewAttempt, type NewHold, openLocked } from './draft-repository.js';
import { packDraft } from './packed-draft.js';

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
  const sale = draftSale(session, id, order, now);
  await insertSale(tx, unpaidSale(sale, expiresAt), order.lines);
  hintEvents(tx);
}

/** What an attempt writes before the charge; ids are chosen here. */
export type AttemptPlan = {
  order: PreparedOrder;
  plan: PaymentPlan & { kind: 'charge' };
  checkout: Checkout;
  draft: NewDraft;
  row: NewAttempt & NewHold;
};

export function planAttempt(
  session: WebSession,
  saleId: string,
  order: PreparedOrder,
  plan: PaymentPlan & { kind: 'charge' },
  checkout: Checkout,
  request: CompleteRequest,
  now: Date,
): AttemptPlan {
  const { processorType, token, method } = plan;
  const { values } = order;
  const draft: NewDraft = {
    ...(values.length > 0 && {
      values: values.map((value, index) => ({
        // Earlier than the card's, so that refunds, newest payment first, begin with the card.
        paymentId: newId(addMs(now, -1 - index)),
        accountId: value.accountId,
        methodId: value.methodId,
        amount: formatMoney(value.amountMinor, order.store.currency),
      })),
    }),
    sale: draftSale(session, saleId, order, now),
    form: order.form,
    lines: order.lines,
    language: order.language,
    payment: {
      id: newId(now),
      methodId: method.id,
      methodCode: method.code,
      processorType,
      cardLastFour: lastFourOf(request.checkout_form_data),
    },
  };
  const lines = mergeLines(order.goods);
  const row = {
    checkoutId: checkout.id,
    saleId,
    paymentId: draft.payment.id,
    // An order id is not secret, and its charge cannot be found by any other key.
    orderReference: paysByOrder(processorType) ? token : null,
    draft: packDraft(draft),
    now,
    reservationId: newId(),
    storeId: order.store.id,
    purpose: salePurpose(saleId),
    expiresAt: null,
    variantIds: arrayOf(lines.map(line => line.variantId)),
    quantities: arrayOf(lines.map(line => line.quantity)),
  };
  return { order, plan, checkout, draft, row };
}

/** An array in the notation of PostgreSQL, of values without special characters. */
export const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

/** Reserves the goods and stores the draft of sale and payment, before the charge. */
export async function openDraft(tx: Tx, planned: AttemptPlan): Promise<Attempt> {
  const leasedAtMs = performance.now();
  const opened = await openLocked(tx, planned.row, planned.order.goods.length > 0);
  if (opened.shortages.length > 0) throw insufficientStock(opened.shortages, 'invalid');
  const attempt = attemptOf(planned, opened, leasedAtMs);
  if (attempt === undefined) throw new Error('locked checkout not found');
  hintEvents(tx);
  return attempt;
}

/** Undefined if nothing was opened. */
export function attemptOf(
  { order, plan, checkout, draft: planned, row }: AttemptPlan,
  { number, opened_at }: { number: string | null; opened_at: Date | null },
  leasedAtMs: number,
): Attempt | undefined {
  if (number === null || opened_at === null) return undefined;
  const { store, totals, form, goods } = order;
  const attempt = checkout.attempt + 1;
  const draft: AttemptDraft = { ...planned, number, openedAt: opened_at.toISOString() };
  return {
    checkout: {
      ...checkout,
      status: 'payment_processing',
      attempt,
      transaction_id: row.saleId,
      payment_id: row.paymentId,
      order_reference: row.orderReference,
      form,
      failure: null,
      updated_at: row.now,
    },
    draft,
    hasGoods: goods.length > 0,
    leasedAtMs,
    processorType: plan.processorType,
    charge: {
      amountMinor: totals.totalMinor - valueMinor(order.values),
      currency: store.currency,
      token: plan.token,
      idempotencyKey: chargeKey(checkout.id, attempt),
      description: `Order ${number}`,
      metadata: { transaction_id: number, checkout_session_id: checkout.id },
    },
  };
}
