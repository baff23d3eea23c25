import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productionWarnings } from '../../src/production-warnings.js';
import { atCheckout, complete } from '../storefront/checkout-support.js';
import { statusOf } from '../storefront/support.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, DOWNTOWN_ID } from '../transactions/support.js';

/** Settings that production insists on; the tests have a database of their own. */
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
