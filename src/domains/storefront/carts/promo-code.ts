import { MINUTE_MS } from '../../../platform/clock.js';
import { tooMany } from '../../../platform/http/failure.js';
import { clientKey } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import { validPromoCode } from '../promotion-preview.js';
import { cartOf } from './cart-of.js';
import { codeNotValid } from './errors.js';
import type { PricedCart } from './price-cart.js';
import { type CartRef, readOwnCart, setPromoCode } from './repository.js';

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
): Promise<PricedCart | undefined> {
  const { db, clock } = platform;
  const cart = await readOwnCart(db, ref, clock.now());
  if (cart === undefined) return undefined;
  await throttle(platform, address);
  const code = await validPromoCode(platform, cart.storeId, typed);
  if (code === undefined) throw codeNotValid();
  return setCode(platform, ref, code);
}

export const dropPromoCode = (platform: Platform, ref: CartRef): Promise<PricedCart | undefined> =>
  setCode(platform, ref, null);

const setCode = async (
  platform: Platform,
  ref: CartRef,
  code: string | null,
): Promise<PricedCart | undefined> =>
  cartOf(platform, ref, await setPromoCode(platform.db, ref, code, platform.clock.now()));

async function throttle({ limits }: Platform, address: string): Promise<void> {
  const client = clientKey(address);
  const limit = await limits.throttle('promo-codes', client, TRIES_PER_MINUTE, MINUTE_MS);
  if (limit.blocked) {
    throw tooMany('Too many codes were tried from this address.', limit.retryAfterSeconds);
  }
}
