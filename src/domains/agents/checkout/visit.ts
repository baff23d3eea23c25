import { conflict, Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { type CartRef, type OwnedCheckout, ownedCheckout } from '../../storefront/index.js';
import type { SessionRow } from './session.js';

type Visit = Pick<SessionRow, 'visit_id' | 'cart_id'>;

/** A session shops as a guest of the web shop: this is its cart. */
export const cartRefOf = ({ visit_id, cart_id }: Visit): CartRef => ({
  cartId: cart_id,
  visit: { by: 'id', value: visit_id },
});

/** The checkout in which the session was paid last; undefined if there is none. */
export const checkoutOf = async (
  { db, clock }: Platform,
  { checkout_id: id, visit_id: visitId }: Pick<SessionRow, 'checkout_id' | 'visit_id'>,
): Promise<OwnedCheckout | undefined> =>
  id === null
    ? undefined
    : ownedCheckout(db, id, { by: 'id', value: visitId }, { now: clock.now(), withSale: false });

/** Completed, canceled or expired: nothing can be changed. */
export const sessionClosed = (): Failure =>
  new Failure('method_not_allowed', 'SESSION_CLOSED', 'This checkout session is closed.');

/** A customer has logged in and owns the cart; programs keep out of it. */
export const sessionTaken = (): Failure =>
  conflict('HANDED_OVER', 'The buyer has signed in and completes the purchase in the shop.');
