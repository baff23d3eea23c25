import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handoverToken } from '../../src/domains/agents/checkout/handover-link.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import {
  article,
  booksOf,
  complete,
  confirm,
  initiate,
  levelOf,
  recover,
} from '../storefront/checkout-support.js';
import {
  add,
  byToken,
  cookieIn,
  logInCustomer,
  movableClock,
  type Visit,
} from '../storefront/support.js';
import type { Shop } from '../support/service.js';
import {
  type Acp,
  type Agent,
  acpOf,
  addAgent,
  amountsOf,
  followEvents,
  openAgentShop,
} from './support.js';

const MINUTE_MS = 60_000;

let shop: Shop;
let agent: Agent;
let acp: Acp;
let hoarder: Acp;
let silent: Acp;
let other: Agent;
const clock = movableClock();
beforeAll(async () => {
  shop = await openAgentShop({ clock });
  await article(shop, 'HAND-LAMP', { price: '20.00', stock: 500 });
  agent = await addAgent(shop);
  acp = acpOf(shop, agent);
  hoarder = acpOf(shop, await addAgent(shop, { name: 'Hoarder' }));
  silent = acpOf(shop, await addAgent(shop, { name: 'Silent' }));
  other = await addAgent(shop, { name: 'Other' });
});
afterAll(() => shop.close());

const ready = () => acp.ready([{ id: 'HAND-LAMP', quantity: 2 }]);
const linkOf = (session: { continue_url: string }): string =>
  String(session.continue_url.split('#')[1]);
const open = (token: string) => shop.call('POST', '/web-commerce/handover/', { body: { token } });
const visitOf = (body: { cart_id: string; cart_token: string }): Visit => ({
  cartId: body.cart_id,
  token: body.cart_token,
  cookie: '',
});
/** A session whose card the bank wants to be confirmed. */
async function challenged(token = 'tok_challenge') {
  const id = await ready();
  const { body } = await acp.complete(id, token);
  return { id, body, link: linkOf(body) };
}
/** The buyer opens the link. */
async function taken(link: string) {
  const { status, body, text } = await open(link);
  expect(status, text).toBe(200);
  return { visit: visitOf(body), body, checkoutId: body.challenge?.checkout_session_id };
}
const refusal = async (link: string) => {
  const { status, body } = await open(link);
  return [status, body.code];
};

describe('a card that the bank wants to be confirmed', () => {
  it('is confirmed by the buyer in the shop, and the program sees the order', async () => {
    const before = await levelOf(shop, 'HAND-LAMP');
    const { id, body, link } = await challenged();
    expect(body).toMatchObject({
      status: 'requires_escalation',
      continue_url: expect.stringMatching(/^http:\/\/shop\.test\/app\/shop\/continue#[\w-]{59}$/),
      messages: [
        { code: 'requires_3ds', resolution: 'requires_buyer_input', param: '$.payment_data' },
      ],
    });
    expect(body.order).toBeUndefined();
    expect(await levelOf(shop, 'HAND-LAMP')).toEqual({
      ...before,
      reserved: before.reserved + 2,
    });
    const buyer = await taken(link);
    expect(buyer.body).toMatchObject({
      email: 'ada@example.com',
      address: { firstName: 'Ada', address: '1 Park Avenue', country: 'US' },
      challenge: {
        amount: (Number(amountsOf(body).total) / 100).toFixed(2),
        fulfillment_method: 'ship',
        card_form: { kind: 'sandbox', publishable_key: null },
      },
    });
    expect((await acp.read(id)).body.status).toBe('requires_escalation');
    const paid = await confirm(shop, buyer.visit, buyer.checkoutId);
    expect(paid.status, paid.text).toBe(200);
    const done = (await acp.read(id)).body;
    expect(done).toMatchObject({
      status: 'completed',
      totals: body.totals,
      order: { id: paid.body.transaction_id },
    });
    expect(done.continue_url).toBeUndefined();
    expect((await acp.complete(id)).body.order).toEqual(done.order);
    expect(await booksOf(shop, buyer.checkoutId)).toMatchObject({ charges: 1, refunded: 0 });
    expect(await refusal(link)).toEqual([410, 'HANDOVER_OVER']);
  });

  it('is not charged by a program that repeats the payment, nor by another card', async () => {
    const { id, link } = await challenged();
    for (const token of ['tok_challenge', 'tok_ok']) {
      const again = await acp.complete(id, token);
      expect(again.body).toMatchObject({ status: 'requires_escalation' });
    }
    const { checkoutId, visit } = await taken(link);
    expect(await booksOf(shop, checkoutId)).toMatchObject({ charges: 0 });
    await confirm(shop, visit, checkoutId);
    expect(await booksOf(shop, checkoutId)).toMatchObject({ charges: 1 });
  });

  it('and is refused leaves the session open for another card', async () => {
    const before = await levelOf(shop, 'HAND-LAMP');
    const { id, link } = await challenged('tok_challenge_fail');
    const { visit, checkoutId } = await taken(link);
    expect(await confirm(shop, visit, checkoutId)).toMatchObject({
      status: 400,
      body: { code: 'PAYMENT_FAILED' },
    });
    expect((await acp.read(id)).body).toMatchObject({
      status: 'ready_for_payment',
      messages: [{ code: 'payment_declined' }],
    });
    expect(await levelOf(shop, 'HAND-LAMP')).toEqual(before);
    expect((await acp.complete(id)).body.status).toBe('completed');
  });

  it('is settled without the buyer who has closed the page', async () => {
    const { id, link } = await challenged();
    const { checkoutId } = await taken(link);
    await statement(
      shop.platform.db,
      `update sandbox_intents set status = 'succeeded' where idempotency_key like $1`,
      [`${checkoutId}:%`],
    );
    await recover(shop, checkoutId);
    expect((await acp.read(id)).body).toMatchObject({
      status: 'completed',
      order: { id: expect.stringMatching(/^TXN-/) },
    });
  });

  it('in time is no order, and the goods are free again', async () => {
    const before = await levelOf(shop, 'HAND-LAMP');
    const { id, body, link } = await challenged();
    clock.advance(20 * MINUTE_MS);
    expect((await acp.read(id)).body.status).toBe('requires_escalation');
    const { checkoutId, visit } = await taken(link);
    clock.advance(11 * MINUTE_MS);
    await recover(shop, checkoutId);
    expect((await confirm(shop, visit, checkoutId)).body.code).toBe('CHECKOUT_EXPIRED');
    expect(await levelOf(shop, 'HAND-LAMP')).toEqual(before);
    expect((await acp.read(id)).body).toMatchObject({
      status: 'expired',
      messages: [{ code: 'payment_declined', content: 'The payment was not confirmed in time.' }],
    });
    expect((await acp.complete(id)).status).toBe(405);
    expect(await refusal(linkOf(body))).toEqual([410, 'HANDOVER_OVER']);
  });

  it('is given up when the program changes or cancels the session', async () => {
    const before = await levelOf(shop, 'HAND-LAMP');
    const changed = await challenged();
    const buyer = await taken(changed.link);
    const fewer = await acp.update(changed.id, { line_items: [{ id: 'HAND-LAMP' }] });
    expect(fewer.body).toMatchObject({ status: 'ready_for_payment', messages: [] });
    expect(await levelOf(shop, 'HAND-LAMP')).toEqual(before);
    const late = await confirm(shop, buyer.visit, buyer.checkoutId);
    expect([late.status, late.body.code]).toEqual([400, 'CHECKOUT_CANCELLED']);
    expect((await acp.complete(changed.id)).body.status).toBe('completed');
    const canceled = await challenged();
    expect((await acp.cancel(canceled.id)).body.status).toBe('canceled');
    expect(await refusal(canceled.link)).toEqual([410, 'HANDOVER_OVER']);
  });

  /** A program that has 50 payments waiting for their card holders. */
  const fiftyOf = async (program: Acp) => {
    const first = await program.ready([{ id: 'HAND-LAMP' }]);
    const { status, body } = await program.complete(first, 'tok_challenge');
    expect(status).toBe(200);
    await statement(
      shop.platform.db,
      `insert into agent_checkouts (id, agent_id, visit_id, cart_id, checkout_id, created_at,
         updated_at, expires_at, challenged_until)
       select gen_random_uuid(), agent_id, visit_id, gen_random_uuid(), checkout_id, created_at,
         updated_at, expires_at, challenged_until
       from agent_checkouts, generate_series(1, 49) where id = $1`,
      [first],
    );
    return linkOf(body);
  };

  it('keeps goods for 50 sessions of a program at most', async () => {
    await fiftyOf(hoarder);
    const more = await hoarder.ready([{ id: 'HAND-LAMP' }]);
    const refused = await hoarder.complete(more);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect((await acp.complete(await ready())).body.status).toBe('completed');
    clock.advance(31 * MINUTE_MS);
    const later = await hoarder.ready([{ id: 'HAND-LAMP' }]);
    expect((await hoarder.complete(later)).body.status).toBe('completed');
  });

  it('that its holder has confirmed no longer counts, before the program reads it', async () => {
    const buyer = await taken(await fiftyOf(silent));
    const more = await silent.ready([{ id: 'HAND-LAMP' }]);
    expect((await silent.complete(more)).status).toBe(429);
    expect((await confirm(shop, buyer.visit, buyer.checkoutId)).status).toBe(200);
    expect((await silent.complete(more)).body.status).toBe('completed');
  });
});

describe('the link of a buyer', () => {
  it('works once; the next answer has another one, which ends the first visit', async () => {
    const { id, link } = await challenged();
    const first = await taken(link);
    clock.advance(MINUTE_MS);
    expect(await refusal(link)).toEqual([410, 'HANDOVER_USED']);
    const next = linkOf((await acp.read(id)).body);
    expect(next).not.toBe(link);
    const second = await taken(next);
    expect((await confirm(shop, first.visit, first.checkoutId)).status).toBe(403);
    expect((await confirm(shop, second.visit, second.checkoutId)).status).toBe(200);
  });

  it('works again for a minute if its answer was lost, and then the lost token does not', async () => {
    const { id, body, link } = await challenged();
    const lost = await taken(link);
    clock.advance(MINUTE_MS - 1);
    const again = await taken(link);
    expect(again.body).toMatchObject({
      cart_id: lost.body.cart_id,
      challenge: { checkout_session_id: lost.checkoutId },
    });
    expect(linkOf((await acp.read(id)).body)).not.toBe(link);
    expect((await confirm(shop, lost.visit, lost.checkoutId)).status).toBe(403);
    clock.advance(1);
    expect(await refusal(link)).toEqual([410, 'HANDOVER_USED']);
    const paid = await confirm(shop, again.visit, again.checkoutId);
    expect(paid.status, paid.text).toBe(200);
    expect((await acp.read(id)).body).toMatchObject({ status: 'completed', totals: body.totals });
  });

  it('no longer works after the next link was used', async () => {
    const { id, link } = await challenged();
    await taken(link);
    const second = await taken(linkOf((await acp.read(id)).body));
    expect(await refusal(link)).toEqual([410, 'HANDOVER_USED']);
    expect((await confirm(shop, second.visit, second.checkoutId)).status).toBe(200);
  });

  it('that ten open at once leaves one of them the visit, and counts once', async () => {
    const { id, link } = await challenged();
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(link)));
    const opened = answers.filter(({ status }) => status === 200);
    const carts = await Promise.all(
      opened.map(({ body }) =>
        shop.call('GET', `/web-commerce/cart/${body.cart_id}/`, {
          headers: byToken(visitOf(body)),
        }),
      ),
    );
    expect(carts.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await statement(
      shop.platform.db,
      'select handovers from agent_checkouts where id = $1',
      [id],
    );
    expect(rows).toEqual([{ handovers: 1 }]);
  });

  it('opens its own purchase only', async () => {
    const one = await challenged();
    const other = await challenged();
    const mine = await taken(one.link);
    const theirs = await taken(other.link);
    expect((await confirm(shop, mine.visit, theirs.checkoutId)).status).toBe(403);
    expect((await confirm(shop, theirs.visit, theirs.checkoutId)).status).toBe(200);
    expect((await acp.read(one.id)).body.status).toBe('requires_escalation');
  });

  it('cannot be made up', async () => {
    const { link } = await challenged();
    const { platform } = shop;
    const foreign = { config: { ...platform.config, secretKey: 'x'.repeat(64) } };
    const forged = [
      '',
      'x',
      'x'.repeat(200),
      'x'.repeat(59),
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      `B${link.slice(1)}`,
      handoverToken(foreign, { id: newId(), handovers: 0 }),
      handoverToken(platform, { id: newId(), handovers: 0 }),
    ];
    for (const token of forged) {
      const [status] = await refusal(token);
      expect([token, status]).toEqual([token, token === '' ? 400 : 410]);
    }
    expect((await taken(link)).checkoutId).toEqual(expect.any(String));
  });

  it('ends with the session and with the key of the program', async () => {
    const id = await ready();
    const link = linkOf((await acp.read(id)).body);
    clock.advance(31 * MINUTE_MS);
    expect(await refusal(link)).toEqual([410, 'HANDOVER_OVER']);
    const blocked = acpOf(shop, other);
    const session = await blocked.ready([{ id: 'HAND-LAMP' }]);
    const theirs = linkOf((await blocked.read(session)).body);
    await statement(shop.platform.db, 'update agents set is_active = false where id = $1', [
      other.id,
    ]);
    expect(await refusal(theirs)).toEqual([410, 'HANDOVER_OVER']);
  });
});

describe('a buyer who goes on in the shop', () => {
  it('buys what the cart then holds, and the program sees that', async () => {
    const id = await ready();
    const { visit, body } = await taken(linkOf((await acp.read(id)).body));
    expect(body.challenge).toBeNull();
    await add(shop, visit, 'HAND-LAMP', 1);
    expect((await acp.read(id)).body).toMatchObject({
      status: 'ready_for_payment',
      line_items: [{ id: 'HAND-LAMP', quantity: 3 }],
    });
    // What the program showed is not what it would buy now.
    expect(await acp.complete(id)).toMatchObject({ status: 409, body: { code: 'goods_changed' } });
    const begun = await initiate(shop, visit);
    const paid = await complete(shop, visit, begun.body.checkout.id);
    expect(paid.status, paid.text).toBe(200);
    const done = (await acp.read(id)).body;
    expect(done).toMatchObject({
      status: 'completed',
      line_items: [{ id: 'HAND-LAMP', quantity: 3, unit_amount: 2000 }],
      order: { id: paid.body.transaction_id },
    });
    expect(amountsOf(done)).toMatchObject({
      items_base_amount: 6000,
      total: Math.round(Number(paid.body.total_amount) * 100),
    });
    expect((await acp.complete(id)).body.order).toEqual(done.order);
  });

  it('and comes back leaves the purchase to the program', async () => {
    const id = await ready();
    const { visit } = await taken(linkOf((await acp.read(id)).body));
    await initiate(shop, visit);
    expect((await acp.complete(id)).body.status).toBe('completed');
  });

  it('and signs in keeps the program out of the own cart', async () => {
    const id = await ready();
    const { visit } = await taken(linkOf((await acp.read(id)).body));
    const login = await logInCustomer(shop, byToken(visit));
    expect(login.status, login.text).toBe(200);
    const shown = (await acp.read(id)).body;
    expect(shown).toMatchObject({
      status: 'requires_escalation',
      messages: [{ code: 'intervention_required', resolution: 'requires_buyer_input' }],
    });
    for (const answer of [
      await acp.update(id, { line_items: [{ id: 'MUG-WHITE' }] }),
      await acp.complete(id),
      await acp.cancel(id),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'handed_over' } });
    }
    expect(await refusal(linkOf(shown))).toEqual([410, 'HANDOVER_USED']);
    // The order is the customer's: the program learns its number, not what is in it.
    const own = { cookie: `web_session=${cookieIn(login)}`, origin: 'http://shop.test' };
    const cart = (await shop.call('GET', '/web-commerce/auth/session/', { headers: own })).body;
    await shop.call('POST', `/web-commerce/cart/${cart.cart_id}/add/`, {
      headers: own,
      body: { sku: 'MUG-BLACK', quantity: 1 },
    });
    const begun = await shop.call('POST', '/web-commerce/checkout/initiate/', {
      headers: own,
      body: { cart_id: cart.cart_id, store_id: cart.store_id, fulfillment_method: 'ship' },
    });
    const customer = { ...visit, token: '' };
    const paid = await complete(shop, customer, begun.body.checkout.id, { headers: own });
    expect(paid.status, paid.text).toBe(200);
    const done = (await acp.read(id)).body;
    expect(done).toMatchObject({
      status: 'completed',
      line_items: [{ id: 'HAND-LAMP', quantity: 2 }],
      order: {
        id: paid.body.transaction_id,
        permalink_url: `http://shop.test/app/shop/orders/${paid.body.transaction_id}`,
      },
    });
    await followEvents(shop);
    const known = await statement(
      shop.platform.db,
      'select from agent_orders where sale_number = $1',
      [paid.body.transaction_id],
    );
    expect(known).toEqual([]);
  });

  it('proves an age that the program cannot prove', async () => {
    const created = await acp.create({ line_items: [{ id: 'WINE-RED' }] });
    expect(created.body).toMatchObject({ status: 'requires_escalation' });
    expect(created.body.messages.map((one: { code: string }) => one.code)).toEqual([
      'missing',
      'missing',
      'age_verification_required',
    ]);
    const { visit } = await taken(linkOf(created.body));
    const proof = await shop.call('POST', '/compliance/age-verification/', {
      headers: byToken(visit),
      body: { method: 'self_declared', date_of_birth: '1980-01-01', minimum_age: 21 },
    });
    expect(proof.body.verified).toBe(true);
    const after = (await acp.read(created.body.id)).body;
    expect(after.status).toBe('not_ready_for_payment');
  });
});

describe('what a program can show to its buyer', () => {
  it('is answered as far as both sides know it', async () => {
    const asked = await acp.create({
      capabilities: { interventions: { supported: ['biometric', '3ds', 'dance'] } },
    });
    expect(asked.body.capabilities.interventions).toEqual({
      supported: ['3ds'],
      required: [],
      enforcement: 'conditional',
    });
    const none = await acp.create({ capabilities: { interventions: {} } });
    expect(none.body.capabilities.interventions.supported).toEqual([]);
    expect((await acp.create()).body.capabilities.interventions).toBeUndefined();
  });
});
