import { atomically, brokenConstraint, type Tx } from '../../../../platform/database/tx.js';
import { tooMany } from '../../../../platform/http/failure.js';
import type { Verdict as LimitVerdict } from '../../../../platform/http/limits.js';
import { newId } from '../../../../platform/ids.js';
import type { Platform } from '../../../../platform/platform.js';
import { record } from '../../../../platform/work/events/outbox.js';
import {
  commitReservation,
  insufficientStock,
  reserve,
  salePurpose,
} from '../../../inventory/index.js';
import type { WebSession } from '../../../people/index.js';
import { mailTemplates, storeAddressLines, storeLanguage } from '../../../stores/index.js';
import { completeSale, linesOf, lockSale, saleCompleted } from '../../../transactions/index.js';
import {
  checkoutBusy,
  checkoutCancelled,
  checkoutExpired,
  notAuthorized,
  tooManyAttempts,
} from '../errors.js';
import { usePurchaseLimits } from '../order/customer-limits.js';
import { orderLimiter } from '../order/limit-concurrency.js';
import { limitOpenOrders } from '../order/limit-open-orders.js';
import { fromDatabase } from '../order/order-sources.js';
import { placeOrder } from '../order/place-order.js';
import { type PreparedOrder, prepareOrder, readOrderInputs } from '../order/prepare-order.js';
import { PriceChanged, subjectOf, usePromotions } from '../order/promotions.js';
import { saveOrderAddress } from '../order/save-order-address.js';
import type { Owned } from '../own-checkout.js';
import type { Payer } from '../payer.js';
import { type Checkout, lockCheckout } from '../repository.js';
import { isExpired, isIdle, MAX_ATTEMPTS } from '../rules.js';
import type { CompleteRequest } from '../schemas.js';
import { hasAttempt, isLeaseExpired } from './attempt-repository.js';
import { openQuickly } from './open-quickly.js';
import { holdValues, payByValues } from './pay-by-value.js';
import { type Attempt, openDraft, planAttempt, writeSale } from './write-attempt.js';

export type Opening =
  | { kind: 'charge'; attempt: Attempt }
  /** The order is placed: by an earlier request, or because nothing has to be charged. */
  | { kind: 'placed'; checkout: Checkout }
  | { kind: 'challenge'; checkout: Checkout }
  /** The process of an earlier attempt died; recover that attempt first. */
  | { kind: 'lease_expired' };

/**
 * First step of paying, in one transaction: prices the cart, reserves stock, stores the draft of sale
 * and payment and leases the checkout for this attempt.
 */
export async function openAttempt(
  platform: Platform,
  payer: Payer,
  declines: LimitVerdict,
  { checkout: found, cart }: Pick<Owned, 'checkout' | 'cart'>,
  request: CompleteRequest,
): Promise<Opening> {
  for (let round = 1; ; round += 1) {
    try {
      return await orderLimiter(platform).run(async () => {
        const attempt = await openQuickly(platform, payer, declines, found, cart, request).catch(
          ignoreRunningAttempt,
        );
        if (attempt !== undefined) return { kind: 'charge', attempt };
        return atomically(platform.db, tx => open(tx, platform, payer, declines, found, request));
      });
    } catch (error) {
      const isRetry = error instanceof PriceChanged && round < MAX_PRICINGS;
      if (!isRetry) throw toFailure(error);
    }
  }
}

const ONE_ATTEMPT = 'one_attempt_per_cart';

/**
 * Ignores the error that another attempt of the cart is running: `open`, which takes locks, decides
 * what to answer.
 */
const ignoreRunningAttempt = (error: unknown): undefined => {
  if (brokenConstraint(error) !== ONE_ATTEMPT) throw error;
};

/** An order is priced again if another one used up the promotion's budget meanwhile. */
const MAX_PRICINGS = 3;

const toFailure = (error: unknown): unknown =>
  error instanceof PriceChanged || brokenConstraint(error) === ONE_ATTEMPT ? checkoutBusy() : error;

async function open(
  tx: Tx,
  platform: Platform,
  payer: Payer,
  declines: LimitVerdict,
  found: Checkout,
  request: CompleteRequest,
): Promise<Opening> {
  const { session } = payer;
  const now = platform.clock.now();
  // A checkout never changes its visit or cart, so both are read together.
  const [checkout, inputs] = await Promise.all([
    lockCheckout(tx, found.id),
    readOrderInputs(tx, found, request),
  ]);
  if (checkout?.session_id !== session.id) throw notAuthorized();
  const earlier = await earlierOpening(tx, checkout, now);
  if (earlier !== undefined) return earlier;
  const order = await prepareOrder(
    fromDatabase(platform, tx),
    session,
    checkout,
    inputs,
    request,
    now,
    payer.language,
  );
  if (order.plan.kind === 'charge' && declines.blocked) throw tooManyDeclines(declines);
  // An order without a charge has no attempt, whose key would refuse a second one of the cart.
  if (order.plan.kind !== 'charge' && (await hasAttempt(tx, checkout.cart_id))) {
    throw checkoutBusy();
  }
  if (order.plan.kind === 'at_store') {
    await limitOpenOrders(tx, platform, payer, checkout, order.form.email);
  }
  await saveOrderAddress(tx, platform, session, order.form);
  const id = newId(now);
  if (order.plan.kind === 'charge') {
    await takeAllowances(tx, session, id, order, now);
    const planned = planAttempt(session, id, order, order.plan, checkout, request, now);
    const attempt = await openDraft(tx, planned);
    await holdValues(tx, attempt.draft.sale, order.values, now);
    return { kind: 'charge', attempt };
  }
  await Promise.all([
    writeSale(tx, session, id, order, now),
    takeAllowances(tx, session, id, order, now).then(() => reserveGoods(tx, id, order)),
  ]);
  return { kind: 'placed', checkout: await placeUncharged(tx, platform, order, checkout, id) };
}

const tooManyDeclines = ({ retryAfterSeconds }: LimitVerdict & { blocked: true }) =>
  tooMany(
    'Too many payments were declined; try again later.',
    retryAfterSeconds,
    'TOO_MANY_DECLINES',
  );

/** Result of an earlier attempt; undefined if a new attempt may start. */
async function earlierOpening(tx: Tx, checkout: Checkout, now: Date): Promise<Opening | undefined> {
  switch (checkout.status) {
    case 'completed':
      return { kind: 'placed', checkout };
    case 'payment_requires_action':
      return { kind: 'challenge', checkout };
    case 'payment_processing':
      if (await isLeaseExpired(tx, checkout)) return { kind: 'lease_expired' };
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
 * Takes purchase limits, promo codes and budgets. They are released if the sale is closed unpaid.
 * Shared resources are taken last, to hold their locks briefly, and always in this order, with stock
 * at the end, to avoid deadlocks.
 */
async function takeAllowances(
  tx: Tx,
  session: WebSession,
  saleId: string,
  order: PreparedOrder,
  now: Date,
): Promise<void> {
  const { store, promoCode: code, customerKey, customerMail: email, totals } = order;
  const shared = { saleId, storeId: store.id, now };
  if (order.isLimited)
    await usePurchaseLimits(tx, { ...shared, session, email, lines: order.lines });
  const { currency } = store;
  const { applied } = totals;
  const subject = subjectOf(session);
  await usePromotions(tx, { ...shared, currency, code, customerKey, email, applied, subject });
}

async function reserveGoods(
  tx: Tx,
  saleId: string,
  { store, goods }: PreparedOrder,
): Promise<void> {
  if (goods.length === 0) return;
  const reserved = await reserve(tx, {
    purpose: salePurpose(saleId),
    storeId: store.id,
    lines: goods,
  });
  if (!reserved.ok) throw insufficientStock(reserved.shortages, 'invalid');
}

/** Places an order that is paid at the store or costs nothing. */
async function placeUncharged(
  tx: Tx,
  platform: Platform,
  { plan, form, store, totals, values }: PreparedOrder,
  checkout: Checkout,
  saleId: string,
): Promise<Checkout> {
  const now = platform.clock.now();
  const [sale, lines] = await Promise.all([lockSale(tx, saleId), linesOf(tx, saleId)]);
  if (sale === undefined) throw new Error('inserted sale not found');
  if (plan.kind === 'nothing_due') {
    await commitReservation(tx, salePurpose(saleId), { kind: 'sale', reference: saleId });
    await payByValues(tx, sale, values, now);
    await completeSale(tx, saleId, { taxBreakdown: totals.taxBreakdown, now });
    await record(
      tx,
      saleCompleted(sale, {
        change_due: sale.change_due,
        payment_method: values[0]?.methodCode ?? plan.method.code,
        ...sale.attribution,
      }),
    );
  }
  const written = { sale, lines, sent: [] };
  return placeOrder(tx, platform, { ...checkout, form }, written, {
    name: store.name,
    timeZone: store.time_zone,
    language: storeLanguage(store),
    addressLines: storeAddressLines(store),
    mailTemplates: mailTemplates(store),
  });
}
