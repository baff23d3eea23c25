import { Failure } from '../../../../platform/http/failure.js';
import type { Verdict as LimitVerdict } from '../../../../platform/http/limits.js';
import { newId } from '../../../../platform/ids.js';
import type { Platform } from '../../../../platform/platform.js';
import {
  type ReferenceSnapshot,
  StaleReferenceData,
  withReferenceData,
} from '../../../../platform/reference-data/index.js';
import { hintEvents } from '../../../../platform/work/events/outbox.js';
import { listPaymentMethods, type PaymentMethod } from '../../../payments/index.js';
import { rememberedStore } from '../../../stores/index.js';
import { withGoods } from '../../carts/cart-of.js';
import type { Cart, StoredCart } from '../../carts/repository.js';
import { fromMemory } from '../order/order-sources.js';
import { type PreparedOrder, prepareOrder } from '../order/prepare-order.js';
import { asksForValue } from '../order/values-of-order.js';
import type { Payer } from '../payer.js';
import type { Checkout } from '../repository.js';
import { isExpired, isIdle, MAX_ATTEMPTS } from '../rules.js';
import type { CompleteRequest } from '../schemas.js';
import { passCrashPoint } from './crash-points.js';
import { openSeen } from './draft-repository.js';
import { type Attempt, arrayOf, attemptOf, planAttempt } from './write-attempt.js';

/**
 * Opens the attempt of a usual order in one statement: a card is charged, and no promo code, budget,
 * purchase limit or address book has to be written with it. The order is priced from memory and from
 * rows that are not locked; the statement opens nothing unless all of them are still the same.
 *
 * Undefined if nothing was opened. `openAttempt` then locks, looks again and knows the reason, so
 * that refusals have one place and one order.
 */
export const openQuickly = (
  platform: Platform,
  payer: Payer,
  declines: LimitVerdict,
  found: Checkout,
  stored: StoredCart | null,
  request: CompleteRequest,
): Promise<Attempt | undefined> =>
  withReferenceData(platform, async data => {
    const now = platform.clock.now();
    const isOpen = isIdle(found.status) && !isExpired(found, now) && found.attempt < MAX_ATTEMPTS;
    // Stored value is held together with the attempt.
    const hasValue = asksForValue(request.checkout_form_data);
    if (!isOpen || stored === null || hasValue) return undefined;
    const cart = await withGoods(platform, data, stored);
    const order = await prepare(platform, data, payer, found, cart, request, now);
    if (order === undefined || !isUsual(order, declines)) return undefined;
    return open(platform, data, payer, found, stored, order, request, now);
  });

/** Undefined if the order is refused, or charges the budget of a campaign. */
async function prepare(
  platform: Platform,
  data: ReferenceSnapshot,
  { session, language }: Payer,
  checkout: Checkout,
  cart: Cart,
  request: CompleteRequest,
  now: Date,
): Promise<PreparedOrder | undefined> {
  const { db } = platform;
  const [store, methods] = await Promise.all([
    rememberedStore(data, db, checkout.store_id),
    data.remember('payment methods', () => listPaymentMethods(db)),
  ]);
  const inputs = {
    lockedCart: { isBeingPaid: false },
    cart,
    store: store ?? undefined,
    method: methodOf(methods, request.payment_method_id),
  };
  try {
    const sources = fromMemory(platform, data);
    const order = await prepareOrder(sources, session, checkout, inputs, request, now, language);
    const chargesBudget = sources.usesBudgets && order.totals.applied.length > 0;
    return chargesBudget ? undefined : order;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const methodOf = (methods: readonly PaymentMethod[], ref: string): PaymentMethod | undefined =>
  methods.find(({ id, code }) => id === ref || code === ref);

type UsualOrder = PreparedOrder & { plan: { kind: 'charge' } };

const isUsual = (order: PreparedOrder, declines: LimitVerdict): order is UsualOrder =>
  order.plan.kind === 'charge' &&
  !declines.blocked &&
  !order.isLimited &&
  order.promoCode === null &&
  !order.form.save_to_profile;

async function open(
  platform: Platform,
  data: ReferenceSnapshot,
  { session }: Payer,
  checkout: Checkout,
  cart: StoredCart,
  order: UsualOrder,
  request: CompleteRequest,
  now: Date,
): Promise<Attempt | undefined> {
  const planned = planAttempt(session, newId(now), order, order.plan, checkout, request, now);
  await passCrashPoint('priced', checkout.id);
  const leasedAtMs = performance.now();
  const opened = await openSeen(
    platform.db,
    {
      ...planned.row,
      sessionId: session.id,
      seenAttempt: checkout.attempt,
      cartId: cart.id,
      cartVariantIds: arrayOf(cart.variantIds),
      cartQuantities: arrayOf(cart.quantities),
      version: data.version,
    },
    order.goods.length > 0,
  );
  const attempt = attemptOf(planned, opened, leasedAtMs);
  if (attempt !== undefined) hintEvents(platform.db);
  else if (opened.version !== data.version) throw new StaleReferenceData();
  return attempt;
}
