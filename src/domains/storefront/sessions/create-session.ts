import { atomically } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { newGuest, renewVisit, type WebSession } from '../../people/index.js';
import { insertGuestCart, replaceCart } from '../carts/repository.js';
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
  const cart = { id: newId(), storeId: store.id, now: platform.clock.now() };
  const renewed =
    visit &&
    (await atomically(platform.db, async tx => {
      const still = await renewVisit(tx, platform, visit.id, change);
      if (still) await replaceCart(tx, { ...cart, sessionId: visit.id });
      return still;
    }));
  if (renewed) return { cartId: cart.id, cookie: null, ...renewed };
  const { guest, insert } = newGuest(platform, change);
  await insertGuestCart(platform.db, insert, cart);
  return {
    cartId: cart.id,
    cartToken: guest.cartToken,
    expiresAt: guest.expiresAt,
    cookie: guest.cookie,
  };
}
