import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { article } from '../storefront/checkout-support.js';
import type { Reply, Shop } from '../support/service.js';
import { type Agent, addAgent, amountsOf, openAgentShop, PROFILE } from './support.js';
import { brokenUcpRule } from './ucp-rules.js';

let shop: Shop;
let agent: Agent;
beforeAll(async () => {
  shop = await openAgentShop();
  expect((await shop.call('GET', '/.well-known/ucp')).status).toBe(404);
  agent = await addAgent(shop);
});
afterAll(() => shop.close());

const call = async (
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const reply = await shop.call(method, `/ucp/v1/checkout-sessions${path}`, {
    headers: { 'x-api-key': agent.key, 'ucp-agent': `profile="${PROFILE}"`, ...headers },
    body,
  });
  if (reply.status < 300 && reply.body.ucp.status !== 'error') {
    expect(brokenUcpRule('checkout', reply.body), reply.text).toBeUndefined();
  }
  return reply;
};
const items = (sku: string, quantity = 1) => [{ item: { id: sku }, quantity }];
const buyer = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' };
const destination = {
  id: 'home',
  street_address: '1 Park Avenue',
  address_locality: 'New York',
  address_region: 'NY',
  address_country: 'US',
  postal_code: '10016',
};
const shipping = (more: object = {}) => ({
  methods: [{ type: 'shipping', destinations: [destination], ...more }],
});
const pay = async (id: string, token = 'tok_ok') => {
  const { body } = await call('GET', `/${id}`);
  const [handler] = body.ucp.payment_handlers['example.tillhouse.processor_token'];
  const instrument = {
    id: 'card-1',
    handler_id: handler.id,
    type: 'card',
    selected: true,
    credential: { type: 'token', token },
  };
  return call('POST', `/${id}/complete`, { payment: { instruments: [instrument] } });
};

describe('the profile', () => {
  it('describes the service, its capabilities and its payments', async () => {
    const { status, body, headers } = await shop.call('GET', '/.well-known/ucp');
    expect(status).toBe(200);
    expect(headers.link).toContain(`<${shop.platform.config.publicUrl}/feed.xml>; rel="alternate"`);
    expect(brokenUcpRule('profile', body)).toBeUndefined();
    expect(body.ucp).toMatchObject({
      version: '2026-08-25',
      supported_versions: {
        '2026-04-08': `${shop.platform.config.publicUrl}/.well-known/ucp?version=2026-04-08`,
      },
      services: {
        'dev.ucp.shopping': [
          { transport: 'rest', endpoint: `${shop.platform.config.publicUrl}/ucp/v1` },
        ],
      },
    });
    expect(Object.keys(body.ucp.capabilities)).toEqual([
      'dev.ucp.shopping.checkout',
      'dev.ucp.shopping.fulfillment',
      'dev.ucp.shopping.catalog.search',
      'dev.ucp.shopping.catalog.lookup',
      'dev.ucp.shopping.order',
    ]);
    expect(body.keys).toEqual([
      expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }),
    ]);
    // Where programs of the older version look for them.
    expect(body.signing_keys).toEqual(body.keys);
    expect(JSON.stringify(body)).not.toContain('"d"');
  });
});

describe('the profile of the older version', () => {
  it('is complete and names no other version', async () => {
    const { body } = await shop.call('GET', '/.well-known/ucp?version=2026-04-08');
    expect(brokenUcpRule('profile', body)).toBeUndefined();
    expect(body.ucp.version).toBe('2026-04-08');
    expect(body.ucp.supported_versions).toBeUndefined();
    expect(body.ucp.capabilities['dev.ucp.shopping.checkout']).toEqual([
      {
        version: '2026-04-08',
        spec: 'https://ucp.dev/2026-04-08/specification/checkout',
        schema: 'https://ucp.dev/2026-04-08/schemas/shopping/checkout.json',
      },
    ]);
    const unknown = await shop.call('GET', '/.well-known/ucp?version=1999-01-01');
    expect([unknown.status, unknown.body.ucp.version]).toEqual([200, '2026-08-25']);
  });
});

describe('a checkout', () => {
  it('goes from articles over buyer and delivery to a paid order', async () => {
    await article(shop, 'UCP-LAMP', { price: '20.00', stock: 5 });
    const created = await call('POST', '', { line_items: items('UCP-LAMP', 2) });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      status: 'incomplete',
      currency: 'USD',
      line_items: [{ item: { id: 'UCP-LAMP', price: 2000 }, quantity: 2 }],
    });
    const legal = `${shop.platform.config.publicUrl}/app/shop/legal`;
    expect(created.body.links).toEqual([
      { type: 'terms_of_service', url: `${legal}/terms?store=DOWNTOWN` },
      { type: 'privacy_policy', url: `${legal}/privacy?store=DOWNTOWN` },
      { type: 'refund_policy', url: `${legal}/returns?store=DOWNTOWN` },
      { type: 'imprint', url: `${legal}/imprint?store=DOWNTOWN`, title: 'Imprint' },
    ]);
    const { id } = created.body;
    const addressed = await call('PUT', `/${id}`, {
      line_items: items('UCP-LAMP', 2),
      buyer,
      fulfillment: shipping(),
    });
    expect(addressed.body).toMatchObject({ status: 'ready_for_complete', buyer, messages: [] });
    const [method] = addressed.body.fulfillment.methods;
    const [, express] = method.groups[0].options;
    const chosen = await call('PUT', `/${id}`, {
      line_items: items('UCP-LAMP', 2),
      fulfillment: {
        methods: [{ id: method.id, groups: [{ id: 'parcel', selected_option_id: express.id }] }],
      },
    });
    const amounts = amountsOf(chosen.body);
    expect(amounts.fulfillment).toBe(express.totals[0].amount);
    expect(amounts.total).toBe(4000 + Number(amounts.fulfillment) + Number(amounts.tax));
    const paid = await pay(id);
    expect(paid.body).toMatchObject({ status: 'completed', totals: chosen.body.totals });
    expect(paid.body.order.permalink_url).toContain('/app/shop/order#');
    expect((await pay(id)).body.order).toEqual(paid.body.order);
    expect((await call('POST', `/${id}/cancel`)).status).toBe(405);
  });

  it('reports a declined card and can be canceled', async () => {
    const created = await call('POST', '', {
      line_items: items('MUG-WHITE'),
      buyer,
      fulfillment: shipping(),
    });
    const declined = await pay(created.body.id, 'tok_declined');
    expect(declined.body).toMatchObject({
      status: 'ready_for_complete',
      messages: [{ code: 'payment_declined', severity: 'recoverable' }],
    });
    const canceled = await call('POST', `/${created.body.id}/cancel`);
    expect(canceled.body).toMatchObject({ status: 'canceled' });
  });

  it('sends the buyer to the shop where the bank wants the card to be confirmed', async () => {
    const created = await call('POST', '', {
      line_items: items('MUG-WHITE'),
      buyer,
      fulfillment: shipping(),
    });
    expect(created.body.continue_url).toContain('/app/shop/continue#');
    const waiting = await pay(created.body.id, 'tok_challenge');
    expect(waiting.body).toMatchObject({
      status: 'requires_escalation',
      continue_url: created.body.continue_url,
      messages: [{ code: 'requires_3ds', severity: 'requires_buyer_input' }],
    });
    const [, token] = waiting.body.continue_url.split('#');
    const taken = await shop.call('POST', '/web-commerce/handover/', { body: { token } });
    const confirmed = await shop.call('POST', '/payments/confirm/', {
      headers: { 'x-cart-session-token': taken.body.cart_token },
      body: { checkout_session_id: taken.body.challenge.checkout_session_id },
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    expect((await pay(created.body.id, 'tok_challenge')).body).toMatchObject({
      status: 'completed',
      order: { id: confirmed.body.transaction_id },
    });
  });

  it('of an unknown article is an outcome of the business, and none is made', async () => {
    const unknown = await call('POST', '', { line_items: items('NO-SUCH') });
    expect(unknown.status).toBe(200);
    expect(brokenUcpRule('unavailable', unknown.body)).toBeUndefined();
    expect(unknown.body.messages[0]).toMatchObject({ code: 'item_unavailable' });
  });

  it('of another interface is the same session, by the key of the same program', async () => {
    const created = await call('POST', '', { line_items: items('MUG-WHITE') });
    const acp = await shop.call('GET', `/acp/checkout_sessions/${created.body.id}`, {
      headers: { authorization: `Bearer ${agent.key}`, 'api-version': '2026-04-17' },
    });
    expect(acp).toMatchObject({ status: 200, body: { id: created.body.id } });
  });
});

describe('the login of a program', () => {
  const body = { line_items: items('MUG-WHITE') };

  it('is its key together with its own profile', async () => {
    expect((await call('POST', '', body, { 'x-api-key': 'x'.repeat(43) })).status).toBe(401);
    expect(await call('POST', '', body, { 'ucp-agent': '' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_profile_url' },
    });
    const other = { 'ucp-agent': 'profile="https://other.example/profile"' };
    expect(await call('POST', '', body, other)).toMatchObject({
      status: 403,
      body: { code: 'ucp_profile_mismatch' },
    });
  });

  it('repeats an answer and refuses a key with another body by 409', async () => {
    const key = { 'idempotency-key': '4b0c9a4e-6f0e-4b55-9a52-2f3f1f2f8a11' };
    const first = await call('POST', '', body, key);
    expect((await call('POST', '', body, key)).body).toEqual(first.body);
    expect((await call('POST', '', { ...body, buyer }, key)).status).toBe(409);
  });
});
