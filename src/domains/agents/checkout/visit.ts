import { Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type CartRef,
  type OwnedCheckout,
  ownedCheckout,
  type PricedCart,
  showCart,
} from '../../storefront/index.js';
import type { SessionRow } from './session.js';

type Visit = Pick<SessionRow, 'visit_id' | 'cart_id'>;

/** A session shops as a guest of the web shop: this is its cart. */
export const cartRefOf = ({ visit_id, cart_id }: Visit): CartRef => ({
  cartId: cart_id,
  visit: { by: 'id', value: visit_id },
});

export async function cartOf(platform: Platform, visit: Visit): Promise<PricedCart> {
  const cart = await showCart(platform, cartRefOf(visit));
  if (cart === undefined) throw sessionClosed();
  return cart;
}

/** The checkout in which the session was paid last; undefined if there is none. */
export const checkoutOf = async (
  { db, clock }: Platform,
  { checkout_id, visit_id }: Pick<SessionRow, 'checkout_id' | 'visit_id'>,
  withSale: boolean,
): Promise<OwnedCheckout | undefined> =>
  checkout_id === null
    ? undefined
    : ownedCheckout(db, checkout_id, { by: 'id', value: visit_id }, { now: clock.now(), withSale });

/** Completed, canceled or expired: nothing can be changed. */
export const sessionClosed = (): Failure =>
  new Failure('method_not_allowed', 'SESSION_CLOSED', 'This checkout session is closed.');
