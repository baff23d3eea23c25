import type { Platform } from '../../../platform/platform.js';
import { notYourCart } from './errors.js';
import { type Cart, type CartRef, readCart } from './repository.js';

export async function showCart({ db }: Platform, ref: CartRef): Promise<Cart> {
  const cart = await readCart(db, ref);
  if (cart === undefined) throw notYourCart();
  return cart;
}
