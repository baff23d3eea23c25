import type { Platform } from '../../../platform/platform.js';
import { notYourCart } from './errors.js';
import { type Cart, type CartRef, removeLine } from './repository.js';

/** What is not in the cart is removed already: a second click does no harm. */
export async function removeFromCart(
  { db, clock }: Platform,
  ref: CartRef,
  sku: string,
): Promise<Cart> {
  const cart = await removeLine(db, ref, sku, clock.now());
  if (cart === undefined) throw notYourCart();
  return cart;
}
