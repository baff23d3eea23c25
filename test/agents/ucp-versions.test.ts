import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reply, Shop } from '../support/service.js';
import { type Agent, addAgent, knowProfile, openAgentShop, PROFILE, profileOf } from './support.js';
import { brokenUcpRule } from './ucp-rules.js';

const NEWEST = '2026-08-25';

let shop: Shop;
let agent: Agent;
beforeAll(async () => {
  shop = await openAgentShop();
  agent = await addAgent(shop);
});
afterAll(() => shop.close());

/** As a program whose profile has this version. */
async function as(version: string, method: string, path: string, body?: object): Promise<Reply> {
  await knowProfile(shop, profileOf({}, version));
  const headers = { 'x-api-key': agent.key, 'ucp-agent': `profile="${PROFILE}"` };
  return shop.call(method, `/ucp/v1/${path}`, { headers, body });
}

const wanted = {
  line_items: [{ item: { id: 'MUG-WHITE' }, quantity: 1 }],
  buyer: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' },
  fulfillment: {
    methods: [
      {
        type: 'shipping',
        destinations: [
          {
            type: 'shipping_address',
            street_address: '1 Park Avenue',
            address_locality: 'New York',
            address_region: 'NY',
            address_country: 'US',
            postal_code: '10016',
          },
        ],
      },
    ],
  },
};

it('a program of the newest version buys with its words', async () => {
  const created = await as(NEWEST, 'POST', 'checkout-sessions', wanted);
  expect(created.status).toBe(201);
  expect(brokenUcpRule('checkout', created.body)).toBeUndefined();
  expect(brokenUcpRule('newerCheckout', created.body)).toBeUndefined();
  expect(created.body).toMatchObject({
    ucp: {
      version: NEWEST,
      capabilities: {
        'dev.ucp.shopping.checkout': [{ version: NEWEST }],
        'dev.ucp.shopping.fulfillment': [{ version: NEWEST }],
      },
    },
    status: 'ready_for_complete',
    fulfillment: { methods: [{ destinations: [{ id: 'destination', type: 'shipping_address' }] }] },
  });
  const [handler] = created.body.ucp.payment_handlers['example.tillhouse.processor_token'];
  expect(handler.version).toBe(NEWEST);
  const paid = await as(NEWEST, 'POST', `checkout-sessions/${created.body.id}/complete`, {
    payment: {
      instruments: [
        { handler_id: handler.id, type: 'card', credential: { type: 'token', token: 'tok_ok' } },
      ],
    },
  });
  // 12.50, 1.03 tax and 5.00 for the parcel.
  expect(paid.body).toMatchObject({ status: 'completed', ucp: { version: NEWEST } });
  expect(paid.body.totals.at(-1)).toEqual({ type: 'total', amount: 1853 });
  const order = await as(NEWEST, 'GET', `orders/${paid.body.order.id}`);
  expect(brokenUcpRule('order', order.body)).toBeUndefined();
  expect(order.body.ucp).toEqual({
    version: NEWEST,
    capabilities: { 'dev.ucp.shopping.order': [{ version: NEWEST }] },
  });
});

it('a session has the words of the version that asks for it', async () => {
  const { body } = await as(NEWEST, 'POST', 'checkout-sessions', wanted);
  const older = await as('2026-04-08', 'GET', `checkout-sessions/${body.id}`);
  expect(older.body.ucp.version).toBe('2026-04-08');
  expect(brokenUcpRule('checkout', older.body)).toBeUndefined();
  expect(older.body.fulfillment.methods[0].destinations[0]).not.toHaveProperty('type');
  const again = await as(NEWEST, 'GET', `checkout-sessions/${body.id}`);
  expect(again.body.fulfillment).toEqual(body.fulfillment);
});

it('the catalogue answers in the version that asks', async () => {
  for (const version of [NEWEST, '2026-04-08']) {
    const found = await as(version, 'POST', 'catalog/search', { query: 'white mug' });
    expect(brokenUcpRule('catalogSearch', found.body)).toBeUndefined();
    expect(found.body.ucp).toEqual({
      version,
      capabilities: { 'dev.ucp.shopping.catalog.search': [{ version }] },
    });
    expect(found.body.products[0].handle).toBe('white-mug');
    const missing = await as(version, 'POST', 'catalog/product', { id: 'no-such-product' });
    expect(missing.body.ucp).toMatchObject({ version, status: 'error' });
  }
});

it('what cannot be bought is an outcome in the version that asks', async () => {
  const lines = { line_items: [{ item: { id: 'NO-SUCH-SKU' }, quantity: 1 }] };
  for (const version of [NEWEST, '2026-04-08']) {
    const { status, body } = await as(version, 'POST', 'checkout-sessions', lines);
    expect([status, body.ucp.version, body.messages[0].code]).toEqual([
      200,
      version,
      'item_unavailable',
    ]);
  }
});

it('the profile fits the newest version', async () => {
  const { body } = await shop.call('GET', '/.well-known/ucp');
  expect(brokenUcpRule('newerProfile', body)).toBeUndefined();
});
