import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../../src/domains/people/index.js';
import { statement } from '../../src/platform/database/tx.js';
import {
  article,
  atCheckout,
  complete,
  FORM,
  initiate,
  openCheckoutShop,
} from './checkout-support.js';
import {
  add,
  byCookie,
  cookieIn,
  DAY_MS,
  DOWNTOWN_ID,
  logInCustomer,
  movableClock,
  type Shop,
  type Visit,
} from './support.js';

let shop: Shop;
const clock = movableClock();
beforeAll(async () => {
  shop = await openCheckoutShop({ clock });
  await article(shop, 'GUEST-GOODS', { price: '10.00', stock: 100 });
});
afterAll(() => shop.close());

const PATH = '/web-commerce/guest-order/';
/** Each test uses its own client address, because requests are rate limited per address. */
async function ask(body: unknown, address: string) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: PATH,
    payload: body as object,
    remoteAddress: address,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

describe('the receipt link', () => {
  const unknown = {
    success: false,
    error: 'Order not found or link expired',
    code: 'ORDER_NOT_FOUND',
  };

  it('answers 400 without a token, and the same 404 for a wrong token, a malformed one and a hash', async () => {
    for (const body of [{}, { access_token: '' }, { access_token: null }]) {
      expect((await ask(body, '198.51.100.1')).status).toBe(400);
    }
    const wrong = ['x'.repeat(32), 'x', 'ä'.repeat(32), randomBytes(200).toString('hex')];
    for (const access_token of wrong) {
      const reply = await ask({ access_token }, '198.51.100.1');
      expect([reply.status, reply.body]).toEqual([404, unknown]);
    }
  });

  it('is valid for 90 days', async () => {
    const { visit, id } = await atCheckout(shop, [['GUEST-GOODS', 1]]);
    const { receipt_token: access_token } = (await complete(shop, visit, id)).body;
    clock.advance(90 * DAY_MS - 1_000);
    expect((await ask({ access_token }, '198.51.100.2')).status).toBe(200);
    clock.advance(1_000);
    const late = await ask({ access_token }, '198.51.100.2');
    expect([late.status, late.body]).toEqual([404, unknown]);
  });

  it('of the release before works until its day, by the hash that was stored', async () => {
    const { visit, id } = await atCheckout(shop, [['GUEST-GOODS', 1]]);
    const { transaction_id } = (await complete(shop, visit, id)).body;
    const access_token = randomBytes(16).toString('hex');
    await statement(
      shop.platform.db,
      `insert into order_access_tokens (token_hash, transaction_id, expires_at)
       select $1, transaction_id, $3 from checkout_sessions where id = $2`,
      [hashToken(access_token), id, new Date(clock.now().getTime() + DAY_MS)],
    );
    const found = await ask({ access_token }, '198.51.100.5');
    expect([found.status, found.body.transaction.transactionId]).toEqual([200, transaction_id]);
    clock.advance(DAY_MS);
    expect((await ask({ access_token }, '198.51.100.5')).status).toBe(404);
  });

  it('is limited to ten requests a minute per address', async () => {
    const replies = [];
    for (let n = 0; n < 11; n += 1) {
      replies.push(await ask({ access_token: 'y'.repeat(32) }, '198.51.100.3'));
    }
    expect(replies.map(reply => reply.status)).toEqual([...Array(10).fill(404), 429]);
    expect(Number(replies[10]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask({ access_token: 'y'.repeat(32) }, '198.51.100.4')).status).toBe(404);
  });
});

describe('a customer who is logged in', () => {
  async function customer(): Promise<Visit> {
    const login = await logInCustomer(shop);
    const cookie = cookieIn(login);
    const reply = await shop.call('POST', '/web-commerce/session/create/', {
      headers: byCookie({ cookie }),
      body: { store_id: DOWNTOWN_ID },
    });
    const visit = { cartId: reply.body.cart_id, token: '', cookie: cookieIn(reply) || cookie };
    const added = await shop.call('POST', `/web-commerce/cart/${visit.cartId}/add/`, {
      headers: byCookie(visit),
      body: { sku: 'GUEST-GOODS', quantity: 1 },
    });
    if (added.status !== 200) throw new Error(added.text);
    return visit;
  }

  async function order(form: Record<string, unknown>) {
    const visit = await customer();
    const started = await shop.call('POST', '/web-commerce/checkout/initiate/', {
      headers: byCookie(visit),
      body: { cart_id: visit.cartId, store_id: DOWNTOWN_ID, fulfillment_method: 'ship' },
    });
    return complete(shop, visit, started.body.checkout.id, { form, headers: byCookie(visit) });
  }

  const addresses = async () => {
    const cookie = cookieIn(await logInCustomer(shop));
    const reply = await shop.call('GET', '/web-commerce/saved-addresses/', {
      headers: byCookie({ cookie }, null),
    });
    return reply.body.addresses as { id: string; address: string; city: string }[];
  };

  it('ships to a saved address', async () => {
    const [home] = await addresses();
    const reply = await order({ saved_address_id: home?.id, shipping_address: null });
    expect(reply.status).toBe(200);
    const row = await shop.platform.db
      .selectFrom('fulfillments')
      .innerJoin('transactions', 'transactions.id', 'fulfillments.transaction_id')
      .select(['shipping_address', 'customer_id'])
      .where('transaction_number', '=', reply.body.transaction_id)
      .executeTakeFirstOrThrow();
    expect(row.shipping_address).toMatchObject({ address: home?.address, city: home?.city });
    expect(row.customer_id).not.toBeNull();
  });

  it('saves a new address to the profile once', async () => {
    const before = await addresses();
    for (const _ of [1, 2]) {
      const reply = await order({ save_to_profile: true });
      expect(reply.status).toBe(200);
    }
    const after = await addresses();
    expect(after).toHaveLength(before.length + 1);
    expect(after.map(({ address }) => address)).toContain('1 Park Avenue');
  });
});

describe('a guest who wants an account', () => {
  it('gets an invitation by mail, and no account is created for a typed address', async () => {
    const { visit, id } = await atCheckout(shop, [['GUEST-GOODS', 1]]);
    const email = 'new.customer@example.com';
    const reply = await complete(shop, visit, id, { form: { email, create_account: true } });
    expect(reply.status).toBe(200);
    const mail = await shop.platform.db
      .selectFrom('mails')
      .select('body_text')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(mail.body_text).toContain('/app/shop/register');
    const user = await shop.platform.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    expect(user).toBeUndefined();
    const fulfillment = await shop.platform.db
      .selectFrom('fulfillments')
      .select('create_account')
      .where('customer_email', '=', email)
      .executeTakeFirstOrThrow();
    expect(fulfillment.create_account).toBe(true);
  });

  it('may use the cookie only from the shop’s own pages', async () => {
    const { visit, id } = await atCheckout(shop, [['GUEST-GOODS', 1]]);
    const foreign = await complete(shop, visit, id, {
      headers: byCookie(visit, 'https://evil.test'),
    });
    expect([foreign.status, foreign.body.error]).toEqual([403, 'Not authorized']);
    const own = await complete(shop, visit, id, { headers: byCookie(visit) });
    expect(own.status).toBe(200);
    expect(FORM.email).toBe('ada@example.com');
    expect((await initiate(shop, visit)).status).toBe(403);
    expect((await add(shop, visit, 'GUEST-GOODS', 1)).status).toBe(403);
  });
});
