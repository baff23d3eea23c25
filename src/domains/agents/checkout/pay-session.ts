import { conflict, Failure, invalidField, tooMany } from '../../../platform/http/failure.js';
import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type CheckoutForm,
  type CompleteReply,
  cancelCheckout,
  checkChallenge,
  completeCheckout,
  initiateCheckout,
  type OwnedCheckout,
} from '../../storefront/index.js';
import type { Agent } from '../repository.js';
import { keepSession, viewOf, withSession } from './claim.js';
import { composed } from './compose.js';
import { CHALLENGED, finished } from './read-state.js';
import { countChallenges } from './repository.js';
import type { Address, Buyer, Problem, SessionRow, SessionView, Shown } from './session.js';
import { cartRefOf, checkoutOf, sessionClosed, sessionTaken } from './visit.js';

export type AgentPayment = {
  /** Id of a payment method of the web shop. */
  methodId: string;
  /** The processor's token for a card. */
  token: string;
  billing?: Address;
  buyer?: Buyer;
  /** IP address of the program, for the limits against card testing. */
  clientAddress: string;
};

/** Goods of a challenge are kept, so a program may not have any number of them. */
const MOST_CHALLENGES = 50;
const CHALLENGE_RETRY_SECONDS = 60;

/**
 * Pays a session through the checkout of the web shop. A declined card leaves the session open and
 * is reported in it. While the bank waits for the card holder, a repeated call only looks whether
 * that has happened. A repeated call of a completed session answers its order again.
 */
export const paySession = (
  platform: Platform,
  agent: Agent,
  id: string,
  payment: AgentPayment,
): Promise<SessionView> =>
  withSession(platform, agent, id, async ({ stage, ...found }) => {
    const { status } = viewOf(platform, { ...found, stage });
    if (status === 'completed') return viewOf(platform, { ...found, stage });
    if (found.status !== 'open' || status === 'expired') throw sessionClosed();
    if (stage === 'with_customer') throw sessionTaken();
    if (stage === 'challenge') return lookAtChallenge(platform, agent, found, payment);
    if (await hasTooManyChallenges(platform, agent, MOST_CHALLENGES - 1)) throw tooManyChallenges();
    const row = await checked(platform, agent, {
      ...found,
      buyer: payment.buyer ? { ...found.buyer, ...payment.buyer } : found.buyer,
    });
    const begun = await beginCheckout(platform, agent, row);
    await keepSession(platform, begun.row);
    const view = await settle(platform, begun.row, () => pay(platform, agent, begun, payment));
    if (view.status === 'escalated') await giveUpAboveLimit(platform, agent, begun);
    return view;
  });

const hasTooManyChallenges = async (
  { db, clock }: Platform,
  agent: Agent,
  most: number,
): Promise<boolean> => (await countChallenges(db, agent.id, clock.now())) > most;

const tooManyChallenges = (): Failure =>
  tooMany('Too many payments wait for their card holders.', CHALLENGE_RETRY_SECONDS);

/** Payments made at once pass the first check together, so each new challenge counts again. */
async function giveUpAboveLimit(platform: Platform, agent: Agent, begun: Begun): Promise<void> {
  if (!(await hasTooManyChallenges(platform, agent, MOST_CHALLENGES))) return;
  const owned = await checkoutOf(platform, begun.row);
  if (owned) await cancelCheckout(platform, owned.checkout);
  await keepSession(platform, { ...begun.row, challenged_until: null });
  throw tooManyChallenges();
}

/** Asks the processor; never charges anything. */
async function lookAtChallenge(
  platform: Platform,
  agent: Agent,
  row: SessionRow,
  { clientAddress }: AgentPayment,
): Promise<SessionView> {
  const owned = await checkoutOf(platform, row);
  if (owned === undefined) throw sessionClosed();
  const payer = { session: sessionOf(row, agent), address: clientAddress };
  return settle(platform, row, () => checkChallenge(platform, payer, owned.checkout, 'find'));
}

/** Writes what a payment has led to: an order, a challenge or a problem. */
async function settle(
  platform: Platform,
  row: SessionRow,
  work: () => Promise<CompleteReply>,
): Promise<SessionView> {
  let reply: CompleteReply;
  try {
    reply = await work();
  } catch (error) {
    const problem = problemOf(error);
    const now = platform.clock.now();
    const failed = { ...row, problems: [problem], challenged_until: null, updated_at: now };
    await keepSession(platform, failed);
    return viewOf(platform, { ...failed, stage: 'shopping' });
  }
  const checkout = await checkoutOf(platform, row);
  if ('requires_action' in reply) return challenged(platform, row, checkout?.checkout.expires_at);
  const saleId = checkout?.checkout.transaction_id;
  if (!saleId) throw new Error('order without a sale');
  return viewOf(platform, await finished(platform, row, saleId));
}

/** The buyer confirms the payment on the page of the shop; until then the goods are kept. */
async function challenged(
  platform: Platform,
  row: SessionRow,
  until: Date = row.expires_at,
): Promise<SessionView> {
  const waiting: SessionRow = {
    ...row,
    problems: [CHALLENGED],
    challenged_until: until,
    expires_at: until > row.expires_at ? until : row.expires_at,
    updated_at: platform.clock.now(),
  };
  await keepSession(platform, waiting);
  return viewOf(platform, { ...waiting, stage: 'challenge' });
}

/** The session as it is now: complete, with the goods and at most the total that were shown. */
async function checked(platform: Platform, agent: Agent, row: SessionRow): Promise<SessionRow> {
  const inCart = row.problems.filter(({ sku }) => sku !== undefined);
  const found = await composed(platform, agent, row);
  if (found === undefined) throw sessionClosed();
  const { shown, problems } = found;
  const current = { ...row, shown, problems: [...inCart, ...problems] };
  const [problem] = current.problems;
  if (problem) throw notReady(problem);
  const before = row.shown as Shown;
  if (goodsOf(shown) !== goodsOf(before)) {
    await keepSession(platform, current);
    throw conflict('GOODS_CHANGED', 'The articles differ; show them to the buyer and try again.', {
      line_items: shown.lines.map(({ sku, quantity }) => ({ sku, quantity })),
    });
  }
  if (shown.totalMinor > before.totalMinor) {
    await keepSession(platform, current);
    const { currency } = shown;
    throw conflict('PRICE_CHANGED', 'The total has changed; show it to the buyer and try again.', {
      shown_total: formatMoney(before.totalMinor, currency),
      total: formatMoney(shown.totalMinor, currency),
      currency,
    });
  }
  return current;
}

/** A change that failed halfway may leave other goods in the cart than the session shows. */
const goodsOf = ({ lines }: Shown): string =>
  JSON.stringify(lines.map(({ sku, quantity }) => [sku, quantity]).sort());

const FIELDS: Record<Problem['about'], string> = {
  items: 'line_items',
  email: 'buyer.email',
  address: 'fulfillment_details.address',
  payment: 'payment_data',
};

const notReady = ({ about, text }: Problem): Failure => invalidField(FIELDS[about], text);

type Begun = { row: SessionRow; owned: OwnedCheckout };

/** A checkout whose payment was interrupted is continued, so that nobody pays twice. */
async function beginCheckout(platform: Platform, agent: Agent, row: SessionRow): Promise<Begun> {
  const earlier = await checkoutOf(platform, row);
  const status = earlier?.checkout.status;
  // A buyer in the shop may have chosen another delivery for a checkout of the same cart.
  const isOfBuyer = row.handed_over_at !== null && status !== 'payment_processing';
  if (earlier && isOfBuyer) await cancelCheckout(platform, earlier.checkout);
  else if (earlier && status !== 'cancelled' && status !== 'expired')
    return { row, owned: earlier };
  const begun = await initiateCheckout(
    platform,
    cartRefOf(row),
    async () => sessionOf(row, agent),
    {
      cart_id: row.cart_id,
      store_id: agent.store_id,
      fulfillment_method: row.shown?.isDigital ? 'digital' : 'ship',
    },
  );
  if (begun === undefined) throw sessionClosed();
  const written = { ...row, checkout_id: begun.checkout.id };
  const owned = await checkoutOf(platform, written);
  if (owned === undefined) throw sessionClosed();
  return { row: written, owned };
}

const sessionOf = (row: SessionRow, agent: Agent) => ({
  id: row.visit_id,
  userId: null,
  storeId: agent.store_id,
  email: row.buyer?.email ?? null,
  via: 'cart-token' as const,
});

function pay(
  platform: Platform,
  agent: Agent,
  { row, owned }: Begun,
  { methodId, token, billing, clientAddress }: AgentPayment,
): Promise<CompleteReply> {
  const payer = { session: sessionOf(row, agent), address: clientAddress };
  return completeCheckout(platform, payer, owned, {
    checkout_session_id: owned.checkout.id,
    payment_method_id: methodId,
    payment_data: { token },
    checkout_form_data: formOf(row, billing),
    // The tax of the address is known only now; the start of the checkout showed that of the store.
    ...(row.shown && {
      accepted_total: formatMoney(row.shown.totalMinor, row.shown.currency),
    }),
  });
}

const formOf = ({ buyer, address, option_id }: SessionRow, billing?: Address): CheckoutForm => ({
  email: buyer?.email ?? '',
  ...(address && { shipping_address: addressForm(address, buyer) }),
  ...(billing
    ? { billing_address: addressForm(billing, buyer) }
    : { billing_same_as_shipping: true }),
  ...(option_id !== null && { delivery_method: { id: option_id } }),
});

const addressForm = (address: Address, buyer: Buyer | null) => ({
  firstName: address.firstName ?? buyer?.firstName ?? null,
  lastName: address.lastName ?? buyer?.lastName ?? null,
  company: address.company ?? null,
  address: address.line1 ?? null,
  apartment: address.line2 ?? null,
  city: address.city ?? null,
  region: address.region ?? null,
  postalCode: address.postalCode ?? null,
  country: address.country ?? null,
  phone: address.phone ?? buyer?.phone ?? null,
});

/** Outcomes that the buyer can do something about; any other error is thrown. */
function problemOf(error: unknown): Problem {
  if (error instanceof Failure && error.code === 'PAYMENT_FAILED') {
    return { code: 'payment_declined', about: 'payment', text: 'The card was declined.' };
  }
  if (error instanceof Failure && error.code === 'INSUFFICIENT_STOCK') {
    return { code: 'out_of_stock', about: 'items', text: error.message };
  }
  throw error;
}
