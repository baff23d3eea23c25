import { addMs } from '../../../platform/clock.js';
import { atomically, brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { hintFacts } from '../../../platform/events/outbox.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import {
  commitReservation,
  insufficientStock,
  reserve,
  salePurpose,
} from '../../inventory/index.js';
import { type ChargeRequest, insertPayment, type ProcessorType } from '../../payments/index.js';
import type { WebSession } from '../../people/index.js';
import { insertSale, lockSale } from '../../transactions/index.js';
import type { PaymentPlan } from './choose-payment.js';
import { takeLimits } from './customer-gates.js';
import {
  checkoutBusy,
  checkoutCancelled,
  checkoutExpired,
  notAuthorized,
  tooManyAttempts,
} from './errors.js';
import { keepAddress } from './keep-address.js';
import { lastFourOf } from './order-form.js';
import { orderGate } from './order-gate.js';
import { placeOrder } from './place-order.js';
import { type PreparedOrder, prepareOrder } from './prepare-order.js';
import { PriceMoved, usePromotions } from './promotions.js';
import { type Checkout, isUnattended, lockCheckout, moveCheckout } from './repository.js';
import {
  chargeKey,
  isExpired,
  isIdle,
  LEASE_SECONDS,
  MAX_ATTEMPTS,
  PAY_AT_STORE_MS,
} from './rules.js';
import { completeSale } from './sale-repository.js';
import { conversionOf, tellSale } from './scene.js';
import type { CompleteRequest } from './schemas.js';

/** An attempt that is written down and may now be charged. */
export type Attempt = {
  checkoutId: string;
  paymentId: string;
  processorType: ProcessorType;
  charge: ChargeRequest;
  /** By this process's own clock that never jumps. */
  leasedAtMs: number;
};

export type Opening =
  | { kind: 'charge'; attempt: Attempt }
  /** The order stands: from an earlier request, or because nothing has to be charged. */
  | { kind: 'placed'; checkout: Checkout }
  | { kind: 'challenge'; checkout: Checkout }
  /** Whoever held the attempt is gone; it has to be resolved first. */
  | { kind: 'unattended' };

/**
 * First step of paying, in one transaction: the cart is priced, its goods are held, sale and
 * payment are written, and the checkout is taken for this attempt. Or nothing of all that.
 */
export async function openAttempt(
  platform: Platform,
  session: WebSession,
  checkoutId: string,
  request: CompleteRequest,
): Promise<Opening> {
  for (let round = 1; ; round += 1) {
    try {
      return await orderGate(platform).pass(() =>
        atomically(platform.db, tx => open(tx, platform, session, checkoutId, request)),
      );
    } catch (error) {
      const isRetry = error instanceof PriceMoved && round < PRICING_ROUNDS;
      if (!isRetry) throw asRefusal(error);
    }
  }
}

/** As often an order is priced again because others use up what a promotion has left. */
const PRICING_ROUNDS = 3;

const asRefusal = (error: unknown): unknown =>
  error instanceof PriceMoved || brokenConstraint(error) === 'checkout_sessions_one_paid_per_cart'
    ? checkoutBusy()
    : error;

async function open(
  tx: Tx,
  platform: Platform,
  session: WebSession,
  checkoutId: string,
  request: CompleteRequest,
): Promise<Opening> {
  const now = platform.clock.now();
  const checkout = await lockCheckout(tx, checkoutId);
  if (checkout?.session_id !== session.id) throw notAuthorized();
  const standing = await standingOf(tx, checkout, now);
  if (standing !== undefined) return standing;
  const order = await prepareOrder(tx, session, checkout, request, now);
  await keepAddress(tx, platform, session, order.form);
  const id = newId(now);
  const sale = { id, number: await writeSale(tx, session, id, order, now) };
  if (order.plan.kind === 'charge') {
    const attempt = await takeForCharge(tx, order, order.plan, checkout, sale, request, now);
    await useUp(tx, session, id, order, now);
    return { kind: 'charge', attempt };
  }
  await useUp(tx, session, id, order, now);
  return { kind: 'placed', checkout: await placeUncharged(tx, platform, order, checkout, id) };
}

/** What a checkout that cannot be paid for says; undefined for one that can. */
async function standingOf(tx: Tx, checkout: Checkout, now: Date): Promise<Opening | undefined> {
  switch (checkout.status) {
    case 'completed':
      return { kind: 'placed', checkout };
    case 'payment_requires_action':
      return { kind: 'challenge', checkout };
    case 'payment_processing':
      if (await isUnattended(tx, checkout.id)) return { kind: 'unattended' };
      throw checkoutBusy();
    case 'cancelled':
      throw checkoutCancelled();
    default:
      if (!isIdle(checkout.status) || isExpired(checkout, now)) throw checkoutExpired();
      if (checkout.attempt >= MAX_ATTEMPTS) throw tooManyAttempts();
      return undefined;
  }
}

async function writeSale(
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
      variances: [],
      priceOverridden: false,
      taxVariance: '0.00',
      notes: '',
      customerEmail: form.email,
      expiresAt: plan.kind === 'at_store' ? addMs(now, PAY_AT_STORE_MS) : null,
      createdAt: now,
    },
    lines,
    {
      id: newId(),
      event: 'transaction.created',
      data: { status: 'pending', total_amount: total, source_system: 'web_commerce' },
    },
  );
  hintFacts(tx);
  return number;
}

/** Writes the payment and takes the checkout for this attempt, before anybody is charged. */
async function takeForCharge(
  tx: Tx,
  { store, totals, form }: PreparedOrder,
  plan: PaymentPlan & { kind: 'charge' },
  checkout: Checkout,
  sale: { id: string; number: string },
  request: CompleteRequest,
  now: Date,
): Promise<Attempt> {
  const { processorType, token, method } = plan;
  const { totalMinor: amountMinor } = totals;
  const { currency } = store;
  const attempt = checkout.attempt + 1;
  const payment = await insertPayment(tx, {
    id: newId(now),
    transactionId: sale.id,
    storeId: store.id,
    paymentMethodId: method.id,
    amountMinor,
    currency,
    status: 'pending',
    processorType,
    cardLastFour: lastFourOf(request.checkout_form_data),
  });
  const leasedAtMs = performance.now();
  await moveCheckout(tx, checkout.id, {
    status: 'payment_processing',
    attempt,
    transaction_id: sale.id,
    payment_id: payment.id,
    // An order there is no secret, and the only way to find its charge again.
    order_reference: processorType === 'paypal' ? token : null,
    form,
    failure: null,
    leaseSeconds: LEASE_SECONDS,
    updated_at: now,
  });
  const charge = {
    amountMinor,
    currency,
    token,
    idempotencyKey: chargeKey(checkout.id, attempt),
    description: `Order ${sale.number}`,
    metadata: { transaction_id: sale.number, checkout_session_id: checkout.id },
  };
  return { checkoutId: checkout.id, paymentId: payment.id, processorType, charge, leasedAtMs };
}

/**
 * Takes what others want as well: what one customer may buy, codes, budgets, goods. All of it is
 * given back if the sale comes to nothing. Comes last and always in this order, so that nobody
 * waits long, nor in a ring.
 */
async function useUp(
  tx: Tx,
  session: WebSession,
  saleId: string,
  order: PreparedOrder,
  now: Date,
): Promise<void> {
  const { store, form, promoCode: code, customerKey, lines, goods, totals } = order;
  const shared = { saleId, storeId: store.id, now };
  await takeLimits(tx, { ...shared, session, email: form.email, lines });
  await usePromotions(tx, { ...shared, code, customerKey, applied: totals.applied });
  if (goods.length === 0) return;
  const held = await reserve(tx, {
    purpose: salePurpose(saleId),
    storeId: store.id,
    lines: goods,
  });
  if (!held.ok) throw insufficientStock(held.shortages, 'invalid');
}

/** An order that is paid at the counter, or costs nothing, stands at once. */
async function placeUncharged(
  tx: Tx,
  platform: Platform,
  { plan, form, store, totals }: PreparedOrder,
  checkout: Checkout,
  saleId: string,
): Promise<Checkout> {
  const now = platform.clock.now();
  const sale = await lockSale(tx, saleId);
  if (sale === undefined) throw new Error('a sale just written is gone');
  if (plan.kind === 'nothing_due') {
    await commitReservation(tx, salePurpose(saleId), { kind: 'sale', reference: saleId });
    await completeSale(tx, saleId, { taxBreakdown: totals.taxBreakdown, now });
    await tellSale(tx, sale, 'completed', {
      payment_method: plan.method.code,
      ...conversionOf(checkout, sale, form),
    });
  }
  return placeOrder(tx, platform, { ...checkout, form }, sale, {
    name: store.name,
    timeZone: store.time_zone,
  });
}
