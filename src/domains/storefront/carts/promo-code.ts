import type { Platform } from '../../../platform/platform.js';
import { previewPromotions } from '../promotion-preview.js';
import { codeNotValid, notYourCart } from './errors.js';
import { type Cart, type CartRef, setPromoCode } from './repository.js';
import { showCart } from './show-cart.js';

/** Keeps a code that is good now. Whether it is still good is asked again when the order is placed. */
export async function enterPromoCode(
  platform: Platform,
  ref: CartRef,
  code: string,
): Promise<Cart> {
  const { storeId } = await showCart(platform, ref);
  const promotions = await previewPromotions(platform, { storeId, promoCode: code });
  const typed = code.toLowerCase();
  const known = promotions.find(promotion => promotion.code?.toLowerCase() === typed)?.code;
  if (!known) throw codeNotValid();
  return setCode(platform, ref, known);
}

export const dropPromoCode = (platform: Platform, ref: CartRef): Promise<Cart> =>
  setCode(platform, ref, null);

async function setCode({ db, clock }: Platform, ref: CartRef, code: string | null): Promise<Cart> {
  const cart = await setPromoCode(db, ref, code, clock.now());
  if (cart === undefined) throw notYourCart();
  return cart;
}
