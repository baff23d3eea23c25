import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordDecline } from '../../src/domains/storefront/checkout/attempt/card-testing.js';
import type { Payer } from '../../src/domains/storefront/checkout/payer.js';
import { newId } from '../../src/platform/ids.js';
import { mailsTo } from '../support/mails.js';
import {
  article,
  complete,
  confirm,
  initiate,
  openCheckoutShop,
  tomorrow,
} from './checkout-support.js';
import {
  add,
  byToken,
  DOWNTOWN_ID,
  inParallel,
  openVisit,
  type Shop,
  tally,
  type Visit,
} from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openCheckoutShop({
    env: { BLOCK_LOOPBACK: 'true', TRUST_PROXY: '127.0.0.1' },
  });
  await article(shop, 'WANTED', { price: '10.00', stock: 100 });
});
afterAll(() => shop.close());

let requests = 0;
const from = (address: string) => ({ 'x-forwarded-for': address });

/** The same shop, called from a new address each time, so that request rate limits do not apply. */
const elsewhere = (): Shop => ({
  ...shop,
  call: (method, url, options = {}) => {
    requests += 1;
    const headers = from(`192.0.2.${requests % 250}`);
    return shop.call(method, url, { ...options, headers: { ...headers, ...options.headers } });
  },
});

async function visitWithCart(): Promise<Visit> {
  const visit = await openVisit(elsewhere());
  const reply = await add(elsewhere(), visit, 'WANTED', 1);
  if (reply.status !== 200) throw new Error(reply.text);
  return visit;
}

async function checkoutOf(visit: Visit, body: Record<string, unknown> = {}): Promise<string> {
  const reply = await initiate(elsewhere(), visit, body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.checkout.id;
}

const pay = (visit: Visit, id: string, token: string, address: string) =>
  complete(shop, visit, id, { token, headers: { ...byToken(visit), ...from(address) } });

describe('declined cards', () => {
  it('block a visit after 25, over all its checkouts', async () => {
    const visit = await visitWithCart();
    for (let n = 0; n < 25; n += 1) {
      const id = await checkoutOf(visit);
      const reply = await pay(visit, id, 'tok_declined', `198.51.100.${n}`);
      expect([reply.status, reply.body.code]).toEqual([400, 'PAYMENT_FAILED']);
    }
    const id = await checkoutOf(visit);
    const refused = await pay(visit, id, 'tok_ok', '198.51.100.99');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      error: 'Too many payments were declined; try again later.',
      code: 'TOO_MANY_DECLINES',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    const status = await shop.platform.db
      .selectFrom('checkout_sessions')
      .select(['status', 'attempt', 'transaction_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(status).toEqual({ status: 'checkout_initiated', attempt: 0, transaction_id: null });
    const other = await visitWithCart();
    const good = await pay(other, await checkoutOf(other), 'tok_ok', '198.51.100.99');
    expect(good.status).toBe(200);
  });

  it('block an address after 40, including failed challenges but not accepted cards', async () => {
    const address = '198.51.100.200';
    const once = async (token: string) => {
      const visit = await visitWithCart();
      const id = await checkoutOf(visit);
      const paid = await pay(visit, id, token, address);
      return token === 'tok_challenge_fail' ? confirm(shop, visit, id, {}, from(address)) : paid;
    };
    expect((await once('tok_ok')).status).toBe(200);
    expect((await once('tok_error')).body.code).toBe('PAYMENT_FAILED');
    const declined = {
      kind: 'failed',
      isUncertain: false,
      code: 'card_declined',
      message: '',
    } as const;
    for (let n = 0; n < 38; n += 1) {
      const session = { id: newId() } as Payer['session'];
      await recordDecline(shop.platform, { session, address }, declined);
    }
    for (const token of ['tok_declined', 'tok_challenge_fail']) {
      const reply = await once(token);
      expect([reply.status, reply.body.code]).toEqual([400, 'PAYMENT_FAILED']);
    }
    const refused = await once('tok_ok');
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_DECLINES']);
  });
});

describe('unpaid pay-at-store orders', () => {
  const order = async (email: string, address: string) => {
    const own = await visitWithCart();
    const body = { fulfillment_method: 'pickup', pickup_scheduled_time: tomorrow(shop) };
    const id = await checkoutOf(own, body);
    return complete(shop, own, id, {
      method: 'pay_at_store',
      token: null,
      form: { email },
      headers: { ...byToken(own), ...from(address) },
    });
  };
  const held = async () => {
    const row = await shop.platform.db
      .selectFrom('inventory_levels')
      .innerJoin('product_variants', 'product_variants.id', 'inventory_levels.variant_id')
      .select('reserved')
      .where('sku', '=', 'WANTED')
      .where('store_id', '=', DOWNTOWN_ID)
      .executeTakeFirstOrThrow();
    return row.reserved;
  };

  it('are limited to three per mail address, even when six arrive at once', async () => {
    const before = await held();
    const replies = await inParallel(6, n => order('Greedy@example.com', `198.51.100.${n}`));
    expect(tally(replies)).toEqual({ 200: 3, 409: 3 });
    const refused = replies.find(reply => reply.status === 409);
    expect(refused?.body).toEqual({
      success: false,
      error:
        'Too many orders wait to be paid at the store; pay for one of them first, or pay for this one now.',
      code: 'TOO_MANY_OPEN_ORDERS',
    });
    expect(await held()).toBe(before + 3);
  });

  it('are accepted again once one of them is paid', async () => {
    const placed = [];
    for (let n = 0; n < 3; n += 1) placed.push(await order('regular@example.com', '198.51.101.1'));
    expect((await order('regular@example.com', '198.51.101.1')).status).toBe(409);
    const paid = await shop.call(
      'POST',
      `/pos/transactions/${placed[0]?.body.transaction_id}/payment/`,
      {
        token: await shop.tillToken(),
        body: { payment_method_id: 'cash', tendered_amount: '10.83' },
      },
    );
    expect(paid.status).toBe(202);
    expect((await order('REGULAR@example.com', '198.51.101.1')).status).toBe(200);
  });

  it('that are cancelled at once mail a stranger ten times in an hour, and no words of the sender', async () => {
    const victim = 'victim@example.com';
    const before = await held();
    for (let n = 0; n < 10; n += 1) {
      const placed = await order(victim, `198.51.103.${n}`);
      expect(placed.status).toBe(200);
      const cancelled = await shop.call('POST', '/web-commerce/guest-order/cancel/', {
        headers: from(`198.51.103.${n}`),
        body: {
          access_token: placed.body.receipt_token,
          reason: 'You have won. Collect it at https://evil.example',
        },
      });
      expect([cancelled.status, cancelled.body.transaction.status]).toEqual([200, 'voided']);
    }
    const refused = await order(victim, '198.51.103.200');
    expect([refused.status, refused.body.success]).toEqual([429, false]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await held()).toBe(before);
    const mails = await mailsTo(shop, victim);
    expect(mails.map(({ purpose }) => purpose).sort()).toEqual([
      ...Array(10).fill('order-confirmation'),
      ...Array(10).fill('order_cancelled'),
    ]);
    for (const { body_text, body_html } of mails) {
      expect(`${body_text}${body_html}`).not.toContain('evil.example');
    }
  });

  it('are limited to ten per client address, and the address is not stored', async () => {
    const address = '198.51.102.1';
    for (let n = 0; n < 10; n += 1) {
      expect((await order(`member-${n}@example.com`, address)).status).toBe(200);
    }
    const before = await held();
    expect((await order('member-10@example.com', address)).status).toBe(409);
    expect(await held()).toBe(before);
    expect((await order('member-10@example.com', '198.51.102.2')).status).toBe(200);
    const marks = await shop.platform.db
      .selectFrom('checkout_sessions')
      .select('client_mark')
      .where('client_mark', 'is not', null)
      .execute();
    for (const { client_mark } of marks) expect(client_mark).toMatch(/^[\w-]{43}$/);
  });
});

describe('unpaid pay-at-store orders of one visit', () => {
  it('are limited to three, also on loopback', async () => {
    const near = await openCheckoutShop();
    const visit = await openVisit(near);
    const order = async () => {
      const cart = await near.call('POST', '/web-commerce/session/create/', {
        headers: byToken(visit),
        body: { store_id: DOWNTOWN_ID },
      });
      Object.assign(visit, { cartId: cart.body.cart_id, token: cart.body.cart_token });
      await add(near, visit, 'MUG-WHITE', 1);
      const opened = await initiate(near, visit, {
        fulfillment_method: 'pickup',
        pickup_scheduled_time: tomorrow(near),
      });
      return complete(near, visit, opened.body.checkout.id, {
        method: 'pay_at_store',
        token: null,
      });
    };
    for (let n = 0; n < 3; n += 1) expect((await order()).status).toBe(200);
    expect((await order()).body.code).toBe('TOO_MANY_OPEN_ORDERS');
    await near.close();
  });
});
