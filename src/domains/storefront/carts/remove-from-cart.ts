import type { Platform } from '../../../platform/platform.js';
import { cartOf } from './cart-of.js';
import type { PricedCart } from './price-cart.js';
import { type CartRef, removeLine } from './repository.js';

/** Idempotent: removing an article that is not in the cart succeeds. */
export const removeFromCart = async (
  platform: Platform,
  ref: CartRef,
  sku: string,
): Promise<PricedCart | undefined> =>
  cartOf(platform, ref, await removeLine(platform.db, ref, sku, platform.clock.now()));
