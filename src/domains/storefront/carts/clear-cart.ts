import type { Platform } from '../../../platform/platform.js';
import { type CartRef, emptyCart } from './repository.js';

/** Removes the lines and the promo code; the cart stays active. */
export const clearCart = ({ db, clock }: Platform, ref: CartRef): Promise<true | undefined> =>
  emptyCart(db, ref, clock.now());
