import type { Platform } from '../../../platform/platform.js';
import { isGuestVisit } from '../../people/index.js';
import {
  type Checkout,
  checkoutById,
  checkoutOfCart,
  receiptToken,
} from '../../storefront/index.js';
import { findSale, type Sale } from '../../transactions/index.js';
import { insertOrders } from '../orders/repository.js';
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
  const { db, clock } = platform;
  const sale = await findSale(db, { id: saleId });
  if (sale === undefined) throw new Error('order without a sale');
  const now = clock.now();
  const done: SessionRow = {
    ...row,
    status: 'completed',
    buyer: null,
    address: null,
    problems: [],
    challenged_until: null,
    shown: await shownWithOrder(platform, row, sale),
    updated_at: now,
  };
  await saveSession(db, done);
  return { ...done, stage: 'shopping' };
}

/**
 * If a signed-in customer placed the order, the program gets only its number; otherwise it also gets
 * the events.
 */
async function shownWithOrder(platform: Platform, row: SessionRow, sale: Sale): Promise<Shown> {
  const { db, config, clock } = platform;
  const before = row.shown as Shown;
  const number = sale.transaction_number;
  const page = `${config.publicUrl}/app/shop`;
  const isTaken = row.handed_over_at !== null;
  if (isTaken && !(await isGuestVisit(db, row.visit_id, clock.now()))) {
    return { ...before, order: { number, url: `${page}/orders/${number}` } };
  }
  // The event of the sale does the same; the program may ask for the order before that.
  const { id: session_id, agent_id, protocol } = row;
  const order = { sale_id: sale.id, sale_number: number, agent_id, session_id, protocol };
  await insertOrders(db, [order], clock.now());
  // A buyer in the shop may have bought other goods than the program showed.
  const shown = isTaken ? await shownOfOrder(db, sale, before) : before;
  return { ...shown, order: { number, url: `${page}/order#${receiptToken(platform, sale.id)}` } };
}
