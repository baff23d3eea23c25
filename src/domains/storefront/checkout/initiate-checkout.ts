import { addMs, momentOf } from '../../../platform/clock.js';
import { invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { isUuid, newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import type { WebSession } from '../../people/index.js';
import type { Totals } from '../../pricing/index.js';
import { findStore, type StoreWithTaxes } from '../../stores/index.js';
import { notYourCart, otherStore } from '../carts/errors.js';
import { priceCart } from '../carts/price-cart.js';
import { readCart } from '../carts/repository.js';
import { checkIdentity } from './order/customer-limits.js';
import { noPickup, storeClosed } from './order/prepare-order.js';
import { quoteOf } from './order/quote.js';
import { type Checkout, insertCheckout } from './repository.js';
import { CHECKOUT_MS } from './rules.js';
import type { InitiateBody } from './schemas.js';

/**
 * Starts a checkout of the visit's cart and keeps the prices that it shows. It reserves nothing, and
 * the cart may change until it is paid, so only goods that need a verified identity are refused here
 * already.
 */
export async function initiateCheckout(
  platform: Platform,
  session: WebSession,
  body: Static<typeof InitiateBody>,
): Promise<{ checkout: Checkout; store: StoreWithTaxes; totals: Totals }> {
  const { db, clock } = platform;
  const now = clock.now();
  const { cart_id: cartId, fulfillment_method: method } = body;
  const cart = isUuid(cartId) ? await readCart(db, { cartId, sessionId: session.id }) : undefined;
  if (cart === undefined) throw notYourCart();
  if (body.store_id.toLowerCase() !== cart.storeId) throw otherStore();
  const store = await findStore(db, cart.storeId);
  if (!store?.is_active) throw storeClosed();
  if (method === 'pickup' && !store.pickup_enabled) throw noPickup();
  await checkIdentity(db, session, cart.lines);
  const pickupAt = method === 'pickup' ? pickupTime(body.pickup_scheduled_time, now) : null;
  const { totals } = await priceCart(platform, cart);
  const checkout = await insertCheckout(db, {
    id: newId(now),
    session_id: session.id,
    cart_id: cart.id,
    store_id: store.id,
    fulfillment_method: method,
    pickup_scheduled_time: pickupAt,
    expires_at: addMs(now, CHECKOUT_MS),
    quote: JSON.stringify(quoteOf(cart, totals)),
    created_at: now,
    updated_at: now,
  });
  return { checkout, store, totals };
}

function pickupTime(text: string | null | undefined, now: Date): Date {
  const field = 'pickup_scheduled_time';
  if (!text) throw invalidField(field, 'This field is required for pickup.');
  const at = momentOf(text);
  if (at === undefined) throw invalidField(field, 'Must be a valid date and time.');
  if (at <= now) throw invalidField(field, 'Must be in the future.');
  return at;
}
