import { atomically, type Tx } from '../../../platform/database/tx.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { newGuest, renewVisit, type WebSession } from '../../people/index.js';
import { cartOfToken, linkInvalid } from '../alerts/cart-links.js';
import { toCartFailure } from '../carts/errors.js';
import {
  copyCart,
  insertGuestCart,
  lockActiveCart,
  replaceCart,
  storeOfLeftCart,
} from '../carts/visit-repository.js';
import type { Opened } from './create-session.js';
import { openStore } from './open-store.js';

/**
 * Puts the goods of the cart that a mail is about into the cart of the caller's visit, or of a new
 * one. Opening the link again adds nothing. A cart that was ordered is not restored.
 */
export async function restoreLeftCart(
  platform: Platform,
  visit: WebSession | null,
  token: string,
): Promise<Opened> {
  const { db, clock, config } = platform;
  const now = clock.now();
  const leftId = cartOfToken(config, token, now);
  const storeId = await storeOfLeftCart(db, leftId);
  if (storeId === undefined) throw linkInvalid();
  await openStore(platform, storeId);
  const left = { id: leftId, storeId };
  try {
    return await atomically(db, async tx => {
      const kept = visit && (await intoVisit(tx, platform, visit.id, left, now));
      return kept ?? (await intoNewVisit(tx, platform, left, now));
    });
  } catch (error) {
    throw toCartFailure(error);
  }
}

type Left = { id: string; storeId: string };

async function intoVisit(
  tx: Tx,
  platform: Platform,
  sessionId: string,
  left: Left,
  now: Date,
): Promise<Opened | undefined> {
  // Locks the visit, so that no other cart is created in parallel.
  const renewed = await renewVisit(tx, platform, sessionId, { storeId: left.storeId });
  if (renewed === undefined) return undefined;
  const current = await lockActiveCart(tx, sessionId);
  let cartId = current?.id;
  // A cart belongs to one store; that of another store ends, as with a change of the store.
  if (cartId === undefined || current?.store_id !== left.storeId) {
    cartId = newId();
    await replaceCart(tx, { id: cartId, sessionId, storeId: left.storeId, now });
  }
  if (cartId !== left.id) await copyCart(tx, left.id, cartId, now);
  return { sessionId, cartId, cookie: null, ...renewed };
}

async function intoNewVisit(tx: Tx, platform: Platform, left: Left, now: Date): Promise<Opened> {
  const { guest, insert } = newGuest(platform, { storeId: left.storeId, email: null });
  const cart = { id: newId(), storeId: left.storeId, now };
  await insertGuestCart(tx, insert, cart, null);
  await copyCart(tx, left.id, cart.id, now);
  const { id: sessionId, cartToken, expiresAt, cookie } = guest;
  return { sessionId, cartId: cart.id, cartToken, expiresAt, cookie };
}
