import { addMs, momentOf } from '../../../platform/clock.js';
import { Failure, invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type ReferenceSnapshot,
  withReferenceData,
} from '../../../platform/reference-data/index.js';
import type { WebSession } from '../../people/index.js';
import type { Totals } from '../../pricing/index.js';
import { isPickupTime, type StoreWithTaxes, storeHours } from '../../stores/index.js';
import { recentContents, withGoods } from '../carts/cart-of.js';
import { otherStore } from '../carts/errors.js';
import { priceCart } from '../carts/price-cart.js';
import { type CartRef, readOwnCart, type StoredCart } from '../carts/repository.js';
import { commitSetting } from '../commit-setting.js';
import { checkIdentity } from './order/customer-limits.js';
import { noPickup, refuseUnsold, storeClosed } from './order/prepare-order.js';
import { quoteOf } from './order/quote.js';
import { type Checkout, insertCheckout } from './repository.js';
import { CHECKOUT_MS } from './rules.js';
import type { InitiateBody } from './schemas.js';

export type Begun = { checkout: Checkout; store: StoreWithTaxes; totals: Totals };

type Request = {
  ref: CartRef;
  body: Static<typeof InitiateBody>;
  /** Who the visit belongs to; looked up only for goods that need a verified identity. */
  session(): Promise<WebSession | null>;
};

/** Gives up after this many tries, each of which found the cart changed. */
const MOST_TRIES = 10;

/**
 * Starts a checkout of the visit's cart and keeps the prices that it shows; undefined if the visit
 * does not own the cart. It reserves nothing, and the cart may change until it is paid, so only goods
 * that need a verified identity are refused here already.
 *
 * The writing statement compares visit, cart and prices with what was quoted. If this node knows the
 * cart, it is the only statement. Otherwise, and for every refusal, the cart is read first.
 */
export async function initiateCheckout(
  platform: Platform,
  ref: CartRef,
  session: Request['session'],
  body: Request['body'],
): Promise<Begun | undefined> {
  const request = { ref, session, body };
  const begun = await beginRecent(platform, request);
  if (begun !== undefined) return begun;
  for (let round = 0; round < MOST_TRIES; round += 1) {
    const stored = await readOwnCart(platform.db, ref, platform.clock.now());
    if (stored === undefined) return undefined;
    const checkout = await begin(platform, request, stored);
    if (checkout !== undefined) return checkout;
  }
  throw new Failure('unavailable', 'BUSY', 'The cart is changing. Please try again.');
}

/** Whether the visit owns the cart is not known yet, so a refusal does not count. */
async function beginRecent(platform: Platform, request: Request): Promise<Begun | undefined> {
  const known = recentContents(platform, request.ref);
  if (known === undefined) return undefined;
  try {
    const cart = { ...known, id: request.ref.cartId.toLowerCase(), stock: [], version: '0' };
    return await begin(platform, request, cart);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Undefined if the cart or a price has changed since it was read. */
const begin = (
  platform: Platform,
  request: Request,
  stored: StoredCart,
): Promise<Begun | undefined> =>
  withReferenceData(platform, data => quoteAndInsert(platform, data, request, stored));

async function quoteAndInsert(
  platform: Platform,
  data: ReferenceSnapshot,
  { ref, session, body }: Request,
  stored: StoredCart,
): Promise<Begun | undefined> {
  const { db, clock } = platform;
  const now = clock.now();
  const { fulfillment_method: method } = body;
  if (body.store_id.toLowerCase() !== stored.storeId) throw otherStore();
  const cart = await withGoods(platform, data, stored);
  const { store, totals } = await priceCart(platform, data, cart);
  if (!store.is_active) throw storeClosed();
  refuseUnsold(cart.lines, store.currency);
  if (method === 'pickup' && !store.pickup_enabled) throw noPickup();
  if (cart.lines.some(line => line.requiresKyc)) {
    const owner = await session();
    if (owner === null) return undefined;
    await checkIdentity(db, owner, cart.lines);
  }
  const checkout = await insertCheckout(
    db,
    ref,
    {
      id: newId(now),
      method,
      pickupAt: method === 'pickup' ? pickupTime(body.pickup_scheduled_time, store, now) : null,
      expiresAt: addMs(now, CHECKOUT_MS),
      quote: quoteOf(cart, totals, store.currency),
      now,
    },
    { ...stored, version: data.version },
    commitSetting(platform),
  );
  return checkout && { checkout, store, totals };
}

function pickupTime(text: string | null | undefined, store: StoreWithTaxes, now: Date): Date {
  const field = 'pickup_scheduled_time';
  if (!text) throw invalidField(field, 'This field is required for pickup.');
  const at = momentOf(text);
  if (at === undefined) throw invalidField(field, 'Must be a valid date and time.');
  if (at <= now) throw invalidField(field, 'Must be in the future.');
  if (!isPickupTime(storeHours(store), at, store.time_zone)) {
    throw invalidField(field, 'The store hands over no orders at this time.', 'PICKUP_CLOSED');
  }
  return at;
}
