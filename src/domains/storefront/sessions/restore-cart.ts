import { atomically, brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { pastSessions, renewVisit } from '../../people/index.js';
import {
  lockActiveCart,
  lockEarlierCarts,
  mergeCarts,
  moveCart,
} from '../carts/visit-repository.js';

/**
 * Merges the carts of a customer's earlier, ended logins into the current cart. The guest cart from
 * before the login is the current cart already. Carts of other stores and of devices that are still
 * logged in stay separate.
 */
export async function restoreCart(
  platform: Platform,
  login: { userId: string; sessionId: string },
): Promise<void> {
  try {
    await atomically(platform.db, tx => restore(tx, platform, login));
  } catch (error) {
    // The merged cart would exceed 100 lines.
    if (brokenConstraint(error) !== 'cart_lines_limit') throw error;
    platform.log.info(
      { session: login.sessionId },
      'earlier cart exceeds the line limit; the current cart stays unchanged',
    );
  }
}

async function restore(
  tx: Tx,
  platform: Platform,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const now = platform.clock.now();
  // Locks the visit, so that no new cart is created in parallel.
  if ((await renewVisit(tx, platform, sessionId)) === undefined) return;
  const target = await lockActiveCart(tx, sessionId);
  const earlier = await lockEarlierCarts(tx, await pastSessions(tx, userId, now));
  const [newest] = earlier;
  if (newest === undefined) return;
  const into = target ?? newest;
  if (target === undefined) {
    await moveCart(tx, newest.id, sessionId, now);
    await renewVisit(tx, platform, sessionId, { storeId: newest.store_id });
  }
  const from = earlier.filter(cart => cart.id !== into.id && cart.store_id === into.store_id);
  if (from.length > 0) {
    await mergeCarts(
      tx,
      from.map(cart => cart.id),
      into.id,
      now,
    );
  }
}
