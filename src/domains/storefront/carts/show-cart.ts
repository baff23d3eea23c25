import type { Platform } from '../../../platform/platform.js';
import { cartOf } from './cart-of.js';
import type { PricedCart } from './price-cart.js';
import { type CartRef, readOwnCart } from './repository.js';

/** Undefined if the visit does not own the cart. */
export const showCart = async (platform: Platform, ref: CartRef): Promise<PricedCart | undefined> =>
  cartOf(platform, ref, await readOwnCart(platform.db, ref, platform.clock.now()));
