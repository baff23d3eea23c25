import { MINUTE_MS } from '../../../platform/clock.js';
import { tooMany } from '../../../platform/http/failure.js';
import { clientKey } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import { goodCode } from '../promotion-preview.js';
import { codeNotValid, notYourCart } from './errors.js';
import { type Cart, type CartRef, setPromoCode } from './repository.js';
import { showCart } from './show-cart.js';

/** Counted with the validation of codes, so that nobody guesses them here instead. */
const TRIES_A_MINUTE = 60;

/** Keeps a code that is good now. Whether it is still good is asked again when the order is placed. */
export async function enterPromoCode(
  platform: Platform,
  ref: CartRef,
  typed: string,
  address: string,
): Promise<Cart> {
  const { storeId } = await showCart(platform, ref);
  await throttle(platform, address);
  const code = await goodCode(platform, storeId, typed);
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
  const verdict = await limits.throttle('promo-codes', client, TRIES_A_MINUTE, MINUTE_MS);
  if (verdict.blocked) {
    throw tooMany('Too many codes were tried from this address.', verdict.retryAfterSeconds);
  }
}
