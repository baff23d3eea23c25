import { atomically, brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/events/outbox.js';
import { tooMany } from '../../../platform/http/failure.js';
import type { Verdict } from '../../../platform/http/limits.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import {
  commitReservation,
  insufficientStock,
  reserve,
  salePurpose,
} from '../../inventory/index.js';
import type { WebSession } from '../../people/index.js';
import { completeSale, linesOf, lockSale, saleCompleted } from '../../transactions/index.js';
import { takeLimits } from './customer-gates.js';
import {
  checkoutBusy,
  checkoutCancelled,
  checkoutExpired,
  notAuthorized,
  tooManyAttempts,
} from './errors.js';
import { keepAddress } from './keep-address.js';
import { limitOpenOrders } from './limit-open-orders.js';
import { orderGate } from './order-gate.js';
import type { Payer } from './payer.js';
import { placeOrder } from './place-order.js';
import { type PreparedOrder, prepareOrder, readBasis } from './prepare-order.js';
import { PriceMoved, usePromotions } from './promotions.js';
import { type Checkout, isUnattended, lockCheckout } from './repository.js';
import { isExpired, isIdle, MAX_ATTEMPTS } from './rules.js';
import type { CompleteRequest } from './schemas.js';
import { type Attempt, attemptOf, takeForCharge, writeSale } from './write-attempt.js';

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
  payer: Payer,
  cards: Verdict,
  found: Checkout,
  request: CompleteRequest,
): Promise<Opening> {
  for (let round = 1; ; round += 1) {
    try {
      return await orderGate(platform).pass(() =>
        atomically(platform.db, tx => open(tx, platform, payer, cards, found, request)),
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
  payer: Payer,
  cards: Verdict,
  found: Checkout,
  request: CompleteRequest,
): Promise<Opening> {
  const { session } = payer;
  const now = platform.clock.now();
  // Whose checkout of which cart it is never changes, so the cart is asked for together with it.
  const [checkout, basis] = await Promise.all([
    lockCheckout(tx, found.id),
    readBasis(tx, found, request),
  ]);
  if (checkout?.session_id !== session.id) throw notAuthorized();
  const standing = await standingOf(tx, checkout, now);
  if (standing !== undefined) return standing;
  const order = await prepareOrder(tx, session, checkout, basis, request, now);
  if (order.plan.kind === 'charge' && cards.blocked) throw tooManyDeclines(cards);
  if (order.plan.kind === 'at_store') {
    await limitOpenOrders(tx, platform, payer, checkout, order.form.email);
  }
  await keepAddress(tx, platform, session, order.form);
  const id = newId(now);
  if (order.plan.kind === 'charge') {
    const [number, taken] = await Promise.all([
      writeSale(tx, session, id, order, now),
      takeForCharge(tx, order, order.plan, checkout, id, request, now),
      useUp(tx, session, id, order, now),
    ]);
    return { kind: 'charge', attempt: attemptOf(order, order.plan, checkout, number, taken) };
  }
  await Promise.all([writeSale(tx, session, id, order, now), useUp(tx, session, id, order, now)]);
  return { kind: 'placed', checkout: await placeUncharged(tx, platform, order, checkout, id) };
}

const tooManyDeclines = ({ retryAfterSeconds }: Verdict & { blocked: true }) =>
  tooMany(
    'Too many payments were declined; try again later.',
    retryAfterSeconds,
    'TOO_MANY_DECLINES',
  );

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
  if (order.isLimited) await takeLimits(tx, { ...shared, session, email: form.email, lines });
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
  const [sale, lines] = await Promise.all([lockSale(tx, saleId), linesOf(tx, saleId)]);
  if (sale === undefined) throw new Error('a sale just written is gone');
  if (plan.kind === 'nothing_due') {
    await commitReservation(tx, salePurpose(saleId), { kind: 'sale', reference: saleId });
    await completeSale(tx, saleId, { taxBreakdown: totals.taxBreakdown, now });
    await record(
      tx,
      saleCompleted(sale, {
        change_due: sale.change_due,
        payment_method: plan.method.code,
        ...sale.attribution,
      }),
    );
  }
  const written = { sale, lines, sent: [] };
  return placeOrder(tx, platform, { ...checkout, form }, written, {
    name: store.name,
    timeZone: store.time_zone,
  });
}
