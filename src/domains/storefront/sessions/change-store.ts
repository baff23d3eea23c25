import { atomically } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { renewVisit, type WebSession } from '../../people/index.js';
import { replaceCart } from '../carts/visit-repository.js';
import { openStore } from './open-store.js';

const noVisit = (): Failure =>
  new Failure('invalid', 'SESSION_REQUIRED', 'There is no session to change; create one first.');

/** Prices and stock differ per store, so the cart starts empty; a guest gets a new token. */
export async function changeStore(
  platform: Platform,
  visit: WebSession | null,
  storeId: string,
): Promise<{ cartId: string; cartToken: string | null }> {
  const store = await openStore(platform, storeId);
  if (visit === null) throw noVisit();
  return atomically(platform.db, async tx => {
    const renewed = await renewVisit(tx, platform, visit.id, { storeId: store.id });
    if (renewed === undefined) throw noVisit();
    const cartId = newId();
    const now = platform.clock.now();
    await replaceCart(tx, { id: cartId, sessionId: visit.id, storeId: store.id, now });
    return { cartId, cartToken: renewed.cartToken };
  });
}
