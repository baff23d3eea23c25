import { MINUTE_MS } from '../../../platform/clock.js';
import { tooMany } from '../../../platform/http/failure.js';
import { clientKey } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import { validPromoCode } from '../promotion-preview.js';
import { codeNotValid, notYourCart } from './errors.js';
import { type Cart, type CartRef, setPromoCode } from './repository.js';
import { showCart } from './show-cart.js';

/** Shared with the route that validates codes, so that both together limit guessing. */
const TRIES_PER_MINUTE = 60;

/** Stores a code that is valid now. The order validates it again. */
export async function enterPromoCode(
  platform: Platform,
  ref: CartRef,
  typed: string,
  address: string,
): Promise<Cart> {
  const { storeId } = await showCart(platform, ref);
  await throttle(platform, address);
  const code = await validPromoCode(platform, storeId, typed);
  if (code === undefined) throw codeNotValid();
  return setCode(platform, ref, code);
}

export const dropPromoCode = (platform: Platform, ref: CartRef): Promise<Cart> =>
  setCode(platform, ref, null);

async function setCode({ db, clock }: Platform, ref: CartRef, code: string | null): Promise<Cart> {
  const cart = await setPromoCode(db, ref, code, clock.now());
  if (cart === undefined) throw notYourCart();
  return cart;
}

async function throttle({ limits }: Platform, address: string): Promise<void> {
  const client = clientKey(address);
  const limit = await limits.throttle('promo-codes', client, TRIES_PER_MINUTE, MINUTE_MS);
  if (limit.blocked) {
    throw tooMany('Too many codes were tried from this address.', limit.retryAfterSeconds);
  }
}
