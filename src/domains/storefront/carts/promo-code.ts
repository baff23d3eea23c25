import { MINUTE_MS } from '../../../platform/clock.js';
import { tooMany } from '../../../platform/http/failure.js';
import { clientKey } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import { validPromoCode } from '../promotion-preview.js';
import { codeNotValid } from './errors.js';
import { type Cart, type CartRef, setPromoCode } from './repository.js';
import { showCart } from './show-cart.js';

/** Shared with the route that validates codes, so that both together limit guessing. */
const TRIES_PER_MINUTE = 60;

/**
 * Stores a code that is valid now; undefined if the visit does not own the cart. The order validates
 * the code again.
 */
export async function enterPromoCode(
  platform: Platform,
  ref: CartRef,
  typed: string,
  address: string,
): Promise<Cart | undefined> {
  const cart = await showCart(platform, ref);
  if (cart === undefined) return undefined;
  await throttle(platform, address);
  const code = await validPromoCode(platform, cart.storeId, typed);
  if (code === undefined) throw codeNotValid();
  return setPromoCode(platform.db, ref, code, platform.clock.now());
}

export const dropPromoCode = ({ db, clock }: Platform, ref: CartRef): Promise<Cart | undefined> =>
  setPromoCode(db, ref, null, clock.now());

async function throttle({ limits }: Platform, address: string): Promise<void> {
  const client = clientKey(address);
  const limit = await limits.throttle('promo-codes', client, TRIES_PER_MINUTE, MINUTE_MS);
  if (limit.blocked) {
    throw tooMany('Too many codes were tried from this address.', limit.retryAfterSeconds);
  }
}
