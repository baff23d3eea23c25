import type { Platform } from '../../../platform/platform.js';
import { notYourCart } from './errors.js';
import { type Cart, type CartRef, setPromoCode } from './repository.js';

export const enterPromoCode = (platform: Platform, ref: CartRef, code: string): Promise<Cart> =>
  set(platform, ref, code);

export const dropPromoCode = (platform: Platform, ref: CartRef): Promise<Cart> =>
  set(platform, ref, null);

async function set({ db, clock }: Platform, ref: CartRef, code: string | null): Promise<Cart> {
  const cart = await setPromoCode(db, ref, code, clock.now());
  if (cart === undefined) throw notYourCart();
  return cart;
}
