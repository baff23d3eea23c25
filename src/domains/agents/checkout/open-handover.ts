import { addMs, MINUTE_MS } from '../../../platform/clock.js';
import { atomically } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { paymentById, webCardForm } from '../../payments/index.js';
import { renewVisit } from '../../people/index.js';
import { type Checkout, checkoutById } from '../../storefront/index.js';
import { agentById } from '../repository.js';
import { viewOf } from './claim.js';
import { readHandoverToken } from './handover-link.js';
import { stateOf } from './read-state.js';
import { sessionById, takeOver } from './repository.js';
import type { SessionRow, Shown } from './session.js';

const REPEAT_MS = MINUTE_MS;

const gone = (code: string, message: string): Failure => new Failure('gone', code, message);

const linkUnknown = (): Failure => gone('HANDOVER_UNKNOWN', 'This link is wrong.');
const linkUsed = (): Failure =>
  gone('HANDOVER_USED', 'This link was used already; the program has a new one.');
const purchaseOver = (): Failure =>
  gone('HANDOVER_OVER', 'This purchase was completed or canceled, or it has expired.');

/**
 * Gives the visit of a session to the buyer who has its link: cart, checkout and an open challenge
 * of the bank. The shop then treats it like any other visit. A link works once; the last one used
 * works for another minute, because its answer may have been lost. Each answer ends the cart token
 * of the previous one.
 */
export async function openHandover(platform: Platform, token: string) {
  const { db, clock } = platform;
  const link = readHandoverToken(platform, token);
  const row = link && (await sessionById(db, link.id));
  if (link === undefined || row === undefined) throw linkUnknown();
  const agent = await agentById(db, undefined, row.agent_id);
  const state = await stateOf(platform, row);
  if (viewOf(platform, state).continueUrl === undefined || !agent?.is_active) throw purchaseOver();
  if (state.stage === 'with_customer') throw linkUsed();
  const now = clock.now();
  const opened = await atomically(db, async tx => {
    const taken = await takeOver(tx, link, { now, since: addMs(now, -REPEAT_MS) });
    if (taken === undefined) throw linkUsed();
    const renewed = await renewVisit(tx, platform, row.visit_id);
    if (!renewed?.cartToken) throw purchaseOver();
    return { cartToken: renewed.cartToken, expiresAt: renewed.expiresAt };
  });
  const checkout = state.stage === 'challenge' ? await checkoutOfState(platform, state) : undefined;
  return {
    ...opened,
    storeId: agent.store_id,
    currency: (state.shown as Shown).currency,
    cartId: row.cart_id,
    buyer: row.buyer,
    address: row.address,
    optionId: row.option_id,
    challenge: checkout && (await challengeOf(platform, checkout)),
  };
}

const checkoutOfState = async (
  { db }: Platform,
  { checkout_id: id }: SessionRow,
): Promise<Checkout | undefined> => (id === null ? undefined : checkoutById(db, id));

/** What the page of the bank needs; the processor knows the rest. */
async function challengeOf(platform: Platform, checkout: Checkout) {
  const { payment_id: id } = checkout;
  const payment = id === null ? undefined : await paymentById(platform.db, id);
  if (payment === undefined) throw new Error('challenge without a payment');
  return {
    checkoutId: checkout.id,
    method: checkout.fulfillment_method,
    expiresAt: checkout.expires_at,
    amount: payment.amount,
    cardForm: webCardForm(platform, {
      method_type: 'card',
      processor_type: payment.processor_type,
    }),
  };
}
