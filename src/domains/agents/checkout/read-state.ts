import type { Platform } from '../../../platform/platform.js';
import { isGuestVisit } from '../../people/index.js';
import {
  type Checkout,
  checkoutById,
  checkoutOfCart,
  receiptToken,
} from '../../storefront/index.js';
import { findSale } from '../../transactions/index.js';
import { saveSession } from './repository.js';
import type { Problem, SessionRow, SessionState, Shown } from './session.js';
import { shownOfOrder } from './shown-of-order.js';

/**
 * The session as it is now. Its checkout decides: a node may have died between the order and the
 * session, and a buyer who has taken the session over pays without the program.
 */
export async function stateOf(platform: Platform, row: SessionRow): Promise<SessionState> {
  if (row.status !== 'open') return { ...row, stage: 'shopping' };
  const isTaken = row.handed_over_at !== null;
  const checkout = await currentCheckout(platform, row);
  if (checkout?.status === 'completed' && checkout.transaction_id !== null) {
    return finished(platform, row, checkout.transaction_id);
  }
  const current = { ...row, checkout_id: checkout?.id ?? row.checkout_id };
  const isGuest = !isTaken || (await isGuestVisit(platform.db, row.visit_id, platform.clock.now()));
  if (!isGuest) return { ...current, problems: [WITH_CUSTOMER], stage: 'with_customer' };
  switch (checkout?.status) {
    case 'payment_requires_action':
      return { ...current, problems: [CHALLENGED], stage: 'challenge' };
    case 'payment_processing':
      return { ...current, stage: 'paying' };
    default:
      return { ...current, problems: afterChallenge(row.problems, checkout), stage: 'shopping' };
  }
}

/** The buyer may have started another checkout of the cart. */
const currentCheckout = async (
  { db }: Platform,
  { checkout_id: id, cart_id: cartId, handed_over_at: takenAt }: SessionRow,
): Promise<Checkout | undefined> => {
  if (takenAt !== null) return checkoutOfCart(db, cartId);
  return id === null ? undefined : checkoutById(db, id);
};

export const CHALLENGED: Problem = {
  code: 'requires_3ds',
  about: 'payment',
  text: 'The bank asks the card holder to confirm the payment; the buyer does that in the shop.',
};

const WITH_CUSTOMER: Problem = {
  code: 'handed_over',
  about: 'payment',
  text: 'The buyer has signed in and completes the purchase in the shop.',
};

/** A challenge that is over without an order is a declined payment. */
function afterChallenge(problems: Problem[], checkout: Checkout | undefined): Problem[] {
  const wasOpen = problems.some(({ code }) => code === 'requires_3ds');
  if (!wasOpen) return problems;
  const text =
    checkout?.status === 'payment_failed'
      ? 'The card was declined.'
      : 'The payment was not confirmed in time.';
  return [
    ...problems.filter(({ code }) => code !== 'requires_3ds'),
    { code: 'payment_declined', about: 'payment', text },
  ];
}

/** The session of a placed order. Buyer and address are those of the order from now on. */
export async function finished(
  platform: Platform,
  row: SessionRow,
  saleId: string,
): Promise<SessionState> {
  const { db, config, clock } = platform;
  const sale = await findSale(db, { id: saleId });
  if (sale === undefined) throw new Error('order without a sale');
  const order = {
    number: sale.transaction_number,
    url: `${config.publicUrl}/app/shop/order#${receiptToken(platform, saleId)}`,
  };
  // A buyer in the shop may have bought other goods than the program showed.
  const shown =
    row.handed_over_at === null
      ? (row.shown as Shown)
      : await shownOfOrder(db, sale, row.shown as Shown);
  const done: SessionRow = {
    ...row,
    status: 'completed',
    buyer: null,
    address: null,
    problems: [],
    challenged_until: null,
    shown: { ...shown, order },
    updated_at: clock.now(),
  };
  await saveSession(db, done);
  return { ...done, stage: 'shopping' };
}
