import { atomically, type Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { openGuestSession, renewVisit, type WebSession } from '../../people/index.js';
import { insertCart, replaceCart } from '../carts/repository.js';
import { openStore } from './open-store.js';

export type Opened = {
  cartId: string;
  cartToken: string | null;
  expiresAt: Date;
  /** Only for a new visit; the others keep the cookie they have. */
  cookie: string | null;
};

/**
 * An empty cart at a store: in the visit the caller is on, whose older cart is abandoned, or in a
 * new visit of a guest.
 */
export async function createSession(
  platform: Platform,
  visit: WebSession | null,
  wish: { storeId: string; email: string | null },
): Promise<Opened> {
  const store = await openStore(platform, wish.storeId);
  const change = { storeId: store.id, email: wish.email };
  return atomically(platform.db, async tx => {
    const cart = { id: newId(), storeId: store.id, now: platform.clock.now() };
    const renewed = visit === null ? undefined : await renewVisit(tx, platform, visit.id, change);
    if (visit === null || renewed === undefined) return openVisit(tx, platform, cart, wish.email);
    await replaceCart(tx, { ...cart, sessionId: visit.id });
    return { cartId: cart.id, cookie: null, ...renewed };
  });
}

async function openVisit(
  tx: Tx,
  platform: Platform,
  cart: { id: string; storeId: string; now: Date },
  email: string | null,
): Promise<Opened> {
  const guest = await openGuestSession(tx, platform, { storeId: cart.storeId, email });
  await insertCart(tx, { ...cart, sessionId: guest.id });
  return {
    cartId: cart.id,
    cartToken: guest.cartToken,
    expiresAt: guest.expiresAt,
    cookie: guest.cookie,
  };
}
