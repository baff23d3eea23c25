import { atomically, brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { pastSessions, renewVisit } from '../../people/index.js';
import { lockActiveCart, lockLeftCarts, moveCart, pourCarts } from '../carts/repository.js';

/**
 * Brings back what a customer left in the carts of earlier, ended logins. The cart of the guest
 * they just were is in this login already. Carts of other devices still logged in stay there, and
 * so do carts of other stores.
 */
export async function restoreCart(
  platform: Platform,
  login: { userId: string; sessionId: string },
): Promise<void> {
  try {
    await atomically(platform.db, tx => restore(tx, platform, login));
  } catch (error) {
    // Together they would be more than a cart holds: the new cart stays as it is.
    if (brokenConstraint(error) !== 'cart_lines_limit') throw error;
    platform.log.info({ session: login.sessionId }, 'an older cart was too large to be restored');
  }
}

async function restore(
  tx: Tx,
  platform: Platform,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const now = platform.clock.now();
  // Locks the visit, so that no new cart is opened in it meanwhile.
  if ((await renewVisit(tx, platform, sessionId)) === undefined) return;
  const target = await lockActiveCart(tx, sessionId);
  const left = await lockLeftCarts(tx, await pastSessions(tx, userId, now));
  const [newest] = left;
  if (newest === undefined) return;
  const into = target ?? newest;
  if (target === undefined) {
    await moveCart(tx, newest.id, sessionId, now);
    await renewVisit(tx, platform, sessionId, { storeId: newest.store_id });
  }
  const from = left.filter(cart => cart.id !== into.id && cart.store_id === into.store_id);
  if (from.length > 0) {
    await pourCarts(
      tx,
      from.map(cart => cart.id),
      into.id,
      now,
    );
  }
}
