import { invalidField, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { customerMail } from '../../people/index.js';
import { findStore } from '../../stores/index.js';
import type { Shopper } from '../shopper.js';
import { isExceeded } from './check-purchase-limits.js';
import { presentUse } from './present.js';
import { type Basket, limitUses } from './repository.js';
import { customerKeyOf } from './rules.js';

/** `lines` is undefined if the shopper has no cart with this id. */
export type ShopperCart = { id: string; lines: Basket['lines'] | undefined };

/** The purchase limits of a store and what the shopper may still buy, including the cart. */
export async function readLimitStatus(
  { db, clock }: Platform,
  shopper: Shopper,
  storeRef: string,
  cart: ShopperCart | undefined,
) {
  const store = await findStore(db, storeRef);
  if (store === undefined) throw invalidField('store_id', 'There is no such store.');
  const lines = cart === undefined ? [] : cart.lines;
  if (lines === undefined) throw notFound('Cart');
  // A guest may have typed the address of somebody else, whose purchases are not shown.
  const email = await customerMail(db, { userId: shopper.userId, email: null });
  const basket = { storeId: store.id, customerKey: customerKeyOf(shopper), email, lines };
  const uses = await limitUses(db, basket, clock.now());
  return {
    store_id: store.id,
    cart_id: cart?.id ?? null,
    allowed: !uses.some(isExceeded),
    limits: uses.map(presentUse),
  };
}
