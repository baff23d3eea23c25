import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productionWarnings } from '../../src/production-warnings.js';
import { atCheckout, complete } from '../storefront/checkout-support.js';
import { statusOf } from '../storefront/support.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, DOWNTOWN_ID } from '../transactions/support.js';

/** Settings that production requires; the tests have a database of their own. */
const PRODUCTION = { NODE_ENV: 'production', DATABASE_URL: 'postgres://unused/unused' };

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ env: PRODUCTION });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

describe('production without credentials of a processor', () => {
  it('refuses a card in the web shop and keeps the cart', async () => {
    const { visit, id } = await atCheckout(shop, [['MUG-WHITE', 1]]);
    const reply = await complete(shop, visit, id);
    expect([reply.status, reply.body.code]).toEqual([400, 'METHOD_NOT_USABLE']);
    expect(await statusOf(shop, visit.cartId)).toBe('ACTIVE');
  });

  it('offers no card in the web shop', async () => {
    const { body } = await shop.call(
      'GET',
      `/web-commerce/payment-methods/?store_id=${DOWNTOWN_ID}`,
    );
    expect(body.payment_methods.map((method: { name: string }) => method.name)).toEqual([
      'Pay at the store',
    ]);
  });

  it('has no form and no tokens for test cards', async () => {
    const body = { card_number: '4242424242424242', exp_month: 12, exp_year: 2034 };
    expect((await shop.call('POST', '/sandbox/card-tokens/', { body })).status).toBe(404);
    expect((await shop.call('GET', '/app/card-frame/')).status).toBe(404);
  });

  it('starts no card payment at a till, where cash still pays', async () => {
    const sale = await counter.ring();
    const card = await counter.post(`/pos/transactions/${sale}/card/`, {});
    expect([card.status, card.body.code]).toEqual([409, 'NO_READER']);
    const intent = await counter.post('/payments/terminal/create-payment/', {
      amount: 500,
      currency: 'USD',
      processor_type: 'primary',
    });
    expect([intent.status, intent.body.code]).toEqual([400, 'METHOD_NOT_USABLE']);
    const paid = await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '50.00' });
    expect(paid.status).toBe(202);
    expect(await counter.row(sale)).toMatchObject({ status: 'completed' });
  });

  it('says so at the start', async () => {
    expect(await productionWarnings(shop.platform)).toContain(
      'The payment method card is active, but its processor (primary) has no credentials: cards are refused.',
    );
  });
});

describe('the card form of the web shop', () => {
  const STRIPE = { ...PRODUCTION, PRIMARY_API_KEY: 'sk_test_key' };
  const shown = async (env: Record<string, string>) => {
    const other = await openShop({ env, background: false });
    try {
      const path = `/web-commerce/payment-methods/?store_id=${DOWNTOWN_ID}`;
      const [card] = (await other.call('GET', path)).body.payment_methods;
      const page = await other.call('GET', '/app/shop/');
      return {
        form: card.card_form,
        policy: String(page.headers['content-security-policy']),
        warnings: (await productionWarnings(other.platform)).filter(text => /card form/.test(text)),
      };
    } finally {
      await other.close();
    }
  };

  it('is the one of Stripe if its publishable key is set', async () => {
    const { form, policy, warnings } = await shown({
      ...STRIPE,
      PRIMARY_PUBLISHABLE_KEY: 'pk_test_1',
    });
    expect(form).toEqual({ kind: 'stripe', publishable_key: 'pk_test_1' });
    expect(policy).toContain(
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;',
    );
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
    expect(warnings).toEqual([]);
  });

  it('is the one of Square if its application and location are set', async () => {
    const SQUARE = { ...PRODUCTION, SQUARE_ACCESS_TOKEN: 'token', SQUARE_LOCATION_ID: 'L1' };
    const { form, policy, warnings } = await shown({
      ...SQUARE,
      SQUARE_APPLICATION_ID: 'sq0idp-abc_1',
    });
    expect(form).toEqual({ kind: 'square', publishable_key: 'sq0idp-abc_1', location_id: 'L1' });
    expect(policy).toContain(' https://web.squarecdn.com https://pay.google.com; style-src');
    expect(policy).toContain("img-src 'self' data: blob: https://www.gstatic.com;");
    expect(policy).toContain(
      "connect-src 'self' https://web.squarecdn.com https://connect.squareup.com https://pci-connect.squareup.com https://pay.google.com https://google.com/pay; frame-src https:;",
    );
    expect(policy).not.toContain('stripe');
    expect(warnings).toEqual([]);
    expect((await shown(SQUARE)).form).toBeNull();
    await expect(shown({ ...SQUARE, SQUARE_APPLICATION_ID: 'sandbox-sq0idb-1' })).rejects.toThrow(
      'SQUARE_APPLICATION_ID must start with sq0idp-',
    );
  });

  it('is missing without that key, and the start says so', async () => {
    const { form, policy, warnings } = await shown(STRIPE);
    expect(form).toBeNull();
    expect(policy).not.toMatch(/stripe|frame-src/);
    expect(warnings).toEqual([
      'The payment method card is offered online, but its processor has no card form for the web shop (for Stripe, set PRIMARY_PUBLISHABLE_KEY; for Square, SQUARE_APPLICATION_ID and SQUARE_LOCATION_ID): the shop does not show it.',
    ]);
  });

  it('does not start with a secret key in its place', async () => {
    await expect(shown({ ...STRIPE, PRIMARY_PUBLISHABLE_KEY: 'sk_live_1' })).rejects.toThrow(
      'PRIMARY_PUBLISHABLE_KEY must start with pk_',
    );
  });
});

describe('ALLOW_SANDBOX', () => {
  it('lets the sandbox stand in', async () => {
    const allowed = await openShop({ env: { ...PRODUCTION, ALLOW_SANDBOX: 'true' } });
    try {
      const { visit, id } = await atCheckout(allowed, [['MUG-WHITE', 1]]);
      expect((await complete(allowed, visit, id)).status).toBe(200);
    } finally {
      await allowed.close();
    }
  });
});
