import type { Platform } from '../../../platform/platform.js';
import { notYourCart } from './errors.js';
import { type CartRef, emptyCart } from './repository.js';

/** Removes the lines and the promo code; the cart stays active. */
export async function clearCart({ db, clock }: Platform, ref: CartRef): Promise<void> {
  if (!(await emptyCart(db, ref, clock.now()))) throw notYourCart();
}
