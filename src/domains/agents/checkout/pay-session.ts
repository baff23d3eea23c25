import { conflict, Failure, invalidField } from '../../../platform/http/failure.js';
import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type CheckoutForm,
  cancelCheckout,
  completeCheckout,
  initiateCheckout,
  type OwnedCheckout,
} from '../../storefront/index.js';
import type { Agent } from '../repository.js';
import { finished, viewOf, withSession } from './claim.js';
import { compose } from './compose.js';
import { saveSession } from './repository.js';
import type { Address, Buyer, Problem, SessionRow, SessionView, Shown } from './session.js';
import { cartOf, cartRefOf, checkoutOf, sessionClosed } from './visit.js';

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

/**
 * Pays a session through the checkout of the web shop. A declined card leaves the session open and
 * is reported in it. A repeated call of a completed session answers its order again.
 */
export const paySession = (
  platform: Platform,
  agent: Agent,
  id: string,
  payment: AgentPayment,
): Promise<SessionView> =>
  withSession(platform, agent, id, async found => {
    if (found.status === 'completed') return viewOf(platform, found);
    if (viewOf(platform, found).status !== 'open') throw sessionClosed();
    const row = await checked(platform, agent, {
      ...found,
      buyer: payment.buyer ? { ...found.buyer, ...payment.buyer } : found.buyer,
    });
    const begun = await beginCheckout(platform, agent, row);
    await saveSession(platform.db, begun.row);
    try {
      return await pay(platform, agent, begun, payment);
    } catch (error) {
      return declined(platform, begun.row, problemOf(error));
    }
  });

/** The session as it is now: complete, with the goods and at most the total that were shown. */
async function checked(platform: Platform, agent: Agent, row: SessionRow): Promise<SessionRow> {
  const inCart = row.problems.filter(({ sku }) => sku !== undefined);
  const { shown, problems } = compose(platform, agent, await cartOf(platform, row), row);
  const current = { ...row, shown, problems: [...inCart, ...problems] };
  const [problem] = current.problems;
  if (problem) throw notReady(problem);
  const before = row.shown as Shown;
  if (goodsOf(shown) !== goodsOf(before)) {
    await saveSession(platform.db, current);
    throw conflict('GOODS_CHANGED', 'The articles differ; show them to the buyer and try again.', {
      line_items: shown.lines.map(({ sku, quantity }) => ({ sku, quantity })),
    });
  }
  if (shown.totalMinor > before.totalMinor) {
    await saveSession(platform.db, current);
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
  const earlier = await checkoutOf(platform, row, false);
  const status = earlier?.checkout.status;
  if (earlier && status !== 'cancelled' && status !== 'expired') return { row, owned: earlier };
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
  const owned = await checkoutOf(platform, written, false);
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

async function pay(
  platform: Platform,
  agent: Agent,
  { row, owned }: Begun,
  { methodId, token, billing, clientAddress }: AgentPayment,
): Promise<SessionView> {
  const payer = { session: sessionOf(row, agent), address: clientAddress };
  const reply = await completeCheckout(platform, payer, owned, {
    checkout_session_id: owned.checkout.id,
    payment_method_id: methodId,
    payment_data: { token },
    checkout_form_data: formOf(row, billing),
    // The tax of the address is known only now; the start of the checkout showed that of the store.
    ...(row.shown && {
      accepted_total: formatMoney(row.shown.totalMinor, row.shown.currency),
    }),
  });
  if (!('requires_action' in reply)) {
    const placed = await checkoutOf(platform, row, false);
    const sale = { number: reply.transaction_id, saleId: placed?.checkout.transaction_id ?? '' };
    return viewOf(platform, await finished(platform, row, sale));
  }
  // Programs cannot show the page of the card's bank, so the charge is given up.
  const open = await checkoutOf(platform, row, false);
  if (open) await cancelCheckout(platform, open.checkout);
  return declined(platform, row, {
    code: 'requires_3ds',
    about: 'payment',
    text: 'The bank asks the card holder to confirm; pay with another card.',
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

async function declined(
  platform: Platform,
  row: SessionRow,
  problem: Problem,
): Promise<SessionView> {
  const written = { ...row, problems: [problem], updated_at: platform.clock.now() };
  await saveSession(platform.db, written);
  return viewOf(platform, written);
}
