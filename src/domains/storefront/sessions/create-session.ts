import { atomically } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { newGuest, renewVisit, type WebSession } from '../../people/index.js';
import { insertGuestCart, replaceCart } from '../carts/visit-repository.js';
import { commitSetting } from '../commit-setting.js';
import { openStore } from './open-store.js';

export type Opened = {
  sessionId: string;
  cartId: string;
  cartToken: string | null;
  expiresAt: Date;
  /** Set for a new visit only; others keep their cookie. */
  cookie: string | null;
};

/**
 * Creates an empty cart at a store: in the caller's visit, whose earlier cart is abandoned, or in a
 * new guest visit.
 */
export async function createSession(
  platform: Platform,
  visit: WebSession | null,
  request: { storeId: string; email: string | null },
): Promise<Opened> {
  const store = await openStore(platform, request.storeId);
  const change = { storeId: store.id, email: request.email };
  const cart = { id: newId(), storeId: store.id, now: platform.clock.now() };
  const renewed =
    visit &&
    (await atomically(platform.db, async tx => {
      const active = await renewVisit(tx, platform, visit.id, change);
      if (active) await replaceCart(tx, { ...cart, sessionId: visit.id });
      return active;
    }));
  if (visit && renewed) return { sessionId: visit.id, cartId: cart.id, cookie: null, ...renewed };
  const { guest, insert } = newGuest(platform, change);
  await insertGuestCart(platform.db, insert, cart, commitSetting(platform));
  return {
    sessionId: guest.id,
    cartId: cart.id,
    cartToken: guest.cartToken,
    expiresAt: guest.expiresAt,
    cookie: guest.cookie,
  };
}
