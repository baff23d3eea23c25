import type { Platform } from '../../../platform/platform.js';
import { type Cart, type CartRef, readOwnCart } from './repository.js';

/** Undefined if the visit does not own the cart. */
export const showCart = ({ db, clock }: Platform, ref: CartRef): Promise<Cart | undefined> =>
  readOwnCart(db, ref, clock.now());
