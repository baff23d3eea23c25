import type { Platform } from '../../../platform/platform.js';
import { notYourCart } from './errors.js';
import { type Cart, type CartRef, removeLine } from './repository.js';

/** Idempotent: removing an article that is not in the cart succeeds. */
export async function removeFromCart(
  { db, clock }: Platform,
  ref: CartRef,
  sku: string,
): Promise<Cart> {
  const cart = await removeLine(db, ref, sku, clock.now());
  if (cart === undefined) throw notYourCart();
  return cart;
}
