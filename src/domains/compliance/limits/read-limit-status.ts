import { invalidField, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { findStore } from '../../stores/index.js';
import type { Shopper } from '../shopper.js';
import { isExceeded } from './check-purchase-limits.js';
import { presentUse } from './present.js';
import { cartLines, limitUses } from './repository.js';
import { customerKeyOf } from './rules.js';

/** What a shopper may still buy at a store, with the cart they have there. */
export async function readLimitStatus(
  { db, clock }: Platform,
  shopper: Shopper,
  query: { store_id: string; cart_id?: string },
) {
  const store = await findStore(db, query.store_id);
  if (store === undefined) throw invalidField('store_id', 'There is no such store.');
  const cartId = query.cart_id ?? null;
  const lines = cartId === null ? [] : await cartLines(db, cartId, shopper.sessionId);
  if (lines === undefined) throw notFound('Cart');
  const basket = { storeId: store.id, customerKey: customerKeyOf(shopper), lines };
  const uses = await limitUses(db, basket, clock.now());
  return {
    store_id: store.id,
    cart_id: cartId,
    allowed: !uses.some(isExceeded),
    limits: uses.map(presentUse),
  };
}
