import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shop } from '../support/service.js';
import { type Agent, addAgent, knowProfile, openAgentShop, PROFILE, profileOf } from './support.js';

// Its modules for import name files without their ending, which Node refuses.
const schemas: typeof import('@ucp-js/sdk') = createRequire(import.meta.url)('@ucp-js/sdk');

let shop: Shop;
let agent: Agent;
beforeAll(async () => {
  shop = await openAgentShop();
  agent = await addAgent(shop);
});
afterAll(() => shop.close());

const wanted = {
  line_items: [{ item: { id: 'MUG-WHITE' }, quantity: 1 }],
  buyer: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' },
  fulfillment: {
    methods: [
      {
        type: 'shipping',
        destinations: [
          {
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

type Problem = { path: (string | number)[]; message: string };
type Schema = { safeParse(body: unknown): { error?: { issues: Problem[] } } };

/** The package has the schemas of an older version, in which `ucp.capabilities` is a list. */
function problemsOf(schema: Schema, body: { ucp: object }): string[] {
  const older = { ...body, ucp: { ...body.ucp, capabilities: [] } };
  const { error } = schema.safeParse(older);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

it('checkouts and orders fit the schemas of the official package', async () => {
  await knowProfile(shop, profileOf({}, '2026-04-08'));
  const headers = { 'x-api-key': agent.key, 'ucp-agent': `profile="${PROFILE}"` };
  const call = (method: string, path: string, body?: object) =>
    shop.call(method, `/ucp/v1/${path}`, { headers, body });
  const Checkout = schemas.CheckoutWithFulfillmentResponseSchema;
  const made = await call('POST', 'checkout-sessions', wanted);
  expect([made.status, problemsOf(Checkout, made.body)]).toEqual([201, []]);
  const [handler] = made.body.ucp.payment_handlers['example.tillhouse.processor_token'];
  const credential = { type: 'token', token: 'tok_ok' };
  const paid = await call('POST', `checkout-sessions/${made.body.id}/complete`, {
    payment: { instruments: [{ handler_id: handler.id, type: 'card', credential }] },
  });
  expect([paid.body.status, problemsOf(Checkout, paid.body)]).toEqual(['completed', []]);
  const order = await call('GET', `orders/${paid.body.order.id}`);
  expect([order.status, problemsOf(schemas.OrderSchema, order.body)]).toEqual([200, []]);
  // The schemas are not empty.
  expect(problemsOf(schemas.OrderSchema, { ucp: order.body.ucp })).toContain('id: Required');
});
