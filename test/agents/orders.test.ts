import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderEventQueue, sendOrder } from '../../src/domains/agents/orders/order-events.js';
import type { AgentOrder } from '../../src/domains/agents/orders/repository.js';
import { signingKeys } from '../../src/domains/agents/ucp/signing-keys.js';
import { statement } from '../../src/platform/database/tx.js';
import { anyAddress } from '../../src/platform/outgoing/download.js';
import { digestOf } from '../../src/platform/webhooks/signature.js';
import { fail } from '../../src/platform/work/queues/repository.js';
import { article } from '../storefront/checkout-support.js';
import type { Shop } from '../support/service.js';
import { brokenAcpRule } from './acp-rules.js';
import {
  type Agent,
  acpOf,
  addAgent,
  amountsOf,
  followEvents,
  knowProfile,
  openAgentShop,
  PROFILE,
  profileOf,
} from './support.js';
import { brokenUcpRule } from './ucp-rules.js';

type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Order };
// biome-ignore lint/suspicious/noExplicitAny: orders of both protocols
type Order = any;

const received: Received[] = [];
let status = 200;
const program = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = String(Buffer.concat(chunks));
  received.push({
    path: request.url ?? '',
    headers: request.headers,
    text,
    body: JSON.parse(text),
  });
  response.statusCode = status;
  response.end('{}');
});

const SECRET = 'a-secret-of-the-program';
let shop: Shop;
let agent: Agent;
let port: number;
beforeAll(async () => {
  await new Promise<void>(resolve => program.listen(0, '127.0.0.1', resolve));
  port = (program.address() as AddressInfo).port;
  shop = await openAgentShop();
  await article(shop, 'ORDER-LAMP', { price: '20.00', stock: 100 });
  agent = await addAgent(shop, {
    webhook_url: 'https://assistant.example/events',
    webhook_secret: SECRET,
  });
  // Addresses of this machine are refused by the route.
  await statement(shop.platform.db, 'update agents set webhook_url = $1', [
    `http://127.0.0.1:${port}/acp`,
  ]);
});
beforeEach(() => {
  received.length = 0;
  status = 200;
});
afterAll(async () => {
  program.close();
  await shop.close();
});

const orderOf = async (number: string): Promise<AgentOrder> => {
  const [row] = await statement<AgentOrder>(
    shop.platform.db,
    'select * from agent_orders where sale_number = $1',
    [number],
  );
  if (row === undefined) throw new Error('no such order');
  return row;
};
/** What the queue does, with the address of this machine allowed. */
async function deliver(number: string): Promise<Received[]> {
  await followEvents(shop);
  received.length = 0;
  const order = await orderOf(number);
  if (order.revision > order.sent_revision) await sendOrder(shop.platform, order, anyAddress);
  return [...received];
}
async function buy(): Promise<string> {
  const acp = acpOf(shop, agent);
  const id = await acp.ready([{ id: 'ORDER-LAMP', quantity: 2 }]);
  const { body } = await acp.complete(id);
  return body.order.id;
}
const ucpOf = async (key: string, number: string) => {
  const reply = await shop.call('GET', `/ucp/v1/orders/${number}`, {
    headers: { 'x-api-key': key, 'ucp-agent': `profile="${PROFILE}"` },
  });
  expect(reply.status).toBe(200);
  return reply.body;
};
const staff = async (method: string, path: string, body: object = {}) => {
  const reply = await shop.call(method, path, { token: await shop.officeToken('admin'), body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
};

describe('order events of the Agentic Commerce Protocol', () => {
  it('are signed and have the whole order: placed, sent, given back', async () => {
    const number = await buy();
    const [created] = await deliver(number);
    if (created === undefined) throw new Error('no event');
    expect(brokenAcpRule('orderEvent', created.body), created.text).toBeUndefined();
    const [, time, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
      String(created.headers['merchant-signature']),
    ) as unknown as string[];
    expect(digest).toBe(digestOf(SECRET, [`${time}.`, created.text], 'hex'));
    expect(created.body).toMatchObject({
      type: 'order_create',
      data: {
        id: number,
        status: 'created',
        line_items: [
          {
            product_id: 'ORDER-LAMP',
            quantity: { ordered: 2, current: 2, fulfilled: 0 },
            unit_price: 2000,
            subtotal: 4000,
            status: 'processing',
          },
        ],
        fulfillments: [{ type: 'shipping', status: 'pending' }],
        adjustments: [],
      },
    });
    expect(amountsOf(created.body.data)).toMatchObject({ subtotal: 4000, fulfillment: 500 });
    // Who bought it and where it goes is not in the event.
    expect(created.text).not.toMatch(/ada@example|Byron|Park Avenue/i);
    expect(await deliver(number)).toEqual([]);

    const [delivery] = await staff('GET', `/fulfillments/?transaction=${number}`);
    await staff('POST', `/fulfillments/${delivery.id}/ship/`, {
      carrier_name: 'USPS',
      tracking_number: '9400111899223456789012',
    });
    const [sent] = await deliver(number);
    expect(brokenAcpRule('orderEvent', sent?.body), sent?.text).toBeUndefined();
    expect(sent?.body).toMatchObject({
      type: 'order_update',
      data: {
        status: 'shipped',
        line_items: [{ quantity: { fulfilled: 2 }, status: 'fulfilled' }],
        fulfillments: [
          {
            status: 'shipped',
            carrier: 'USPS',
            tracking_number: '9400111899223456789012',
            events: [{ type: 'shipped' }],
          },
        ],
      },
    });
    const order = await ucpOf(agent.key, number);
    expect(brokenUcpRule('order', order), JSON.stringify(order)).toBeUndefined();
    expect(order).toMatchObject({
      id: number,
      line_items: [{ quantity: { original: 2, total: 2, fulfilled: 2 }, status: 'fulfilled' }],
      fulfillment: {
        expectations: [
          {
            method_type: 'shipping',
            destination: {
              address_locality: 'New York',
              address_region: 'NY',
              address_country: 'US',
            },
          },
        ],
        events: [{ type: 'shipped', tracking_number: '9400111899223456789012' }],
      },
    });
    expect(JSON.stringify(order)).not.toMatch(/ada@example|Byron|Park Avenue/i);
  });

  it('tell of a cancelled order, and of its refund', async () => {
    const number = await buy();
    await deliver(number);
    await staff('POST', `/transactions/${number}/void/`, { reason: 'The buyer changed the mind' });
    const [voided] = await deliver(number);
    expect(brokenAcpRule('orderEvent', voided?.body), voided?.text).toBeUndefined();
    expect(voided?.body).toMatchObject({
      type: 'order_update',
      data: { status: 'canceled', line_items: [{ quantity: { current: 0 }, status: 'removed' }] },
    });
    const kinds = voided?.body.data.adjustments.map(({ type }: { type: string }) => type);
    expect(kinds).toEqual(expect.arrayContaining(['refund', 'cancellation']));
    const order = await ucpOf(agent.key, number);
    expect(brokenUcpRule('order', order), JSON.stringify(order)).toBeUndefined();
  });

  it('are sent again after a failure, and are parked after the last one', async () => {
    const number = await buy();
    await followEvents(shop);
    status = 500;
    await expect(sendOrder(shop.platform, await orderOf(number), anyAddress)).rejects.toThrow(
      'answered 500',
    );
    const { db, clock } = shop.platform;
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const order = await orderOf(number);
      outcomes.push(await fail(db, orderEventQueue, clock, order, 'answered 500'));
    }
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'retry'), 'parked']);
    // What happens next is worth another try.
    status = 200;
    const [delivery] = await staff('GET', `/fulfillments/?transaction=${number}`);
    await staff('POST', `/fulfillments/${delivery.id}/process/`);
    const [event] = await deliver(number);
    expect(event?.body.type).toBe('order_create');
    expect(await orderOf(number)).toMatchObject({ attempts: 0, error: null });
  });

  it('are not sent for a program that is blocked or has no address', async () => {
    const other = await addAgent(shop, { name: 'Silent' });
    const acp = acpOf(shop, other);
    const { body } = await acp.complete(await acp.ready([{ id: 'ORDER-LAMP' }]));
    expect(await deliver(body.order.id)).toEqual([]);
    const number = await buy();
    await staff('PATCH', `/agents/${agent.id}/`, { is_active: false });
    expect(await deliver(number)).toEqual([]);
    await staff('PATCH', `/agents/${agent.id}/`, { is_active: true });
  });
});

describe('order events of the Universal Commerce Protocol', () => {
  it('go to the address of the profile, signed with the key that the shop publishes', async () => {
    const config = { webhook_url: `http://127.0.0.1:${port}/ucp?shop=1` };
    const { capabilities } = profileOf().ucp;
    await knowProfile(
      shop,
      profileOf({
        capabilities: {
          ...capabilities,
          'dev.ucp.shopping.order': [{ version: '2026-04-08', config }],
        },
      }),
    );
    const headers = { 'x-api-key': agent.key, 'ucp-agent': `profile="${PROFILE}"` };
    await article(shop, 'UCP-EBOOK', { price: '9.00', digital: true });
    const created = await shop.call('POST', '/ucp/v1/checkout-sessions', {
      headers,
      body: {
        line_items: [{ item: { id: 'UCP-EBOOK' }, quantity: 1 }],
        buyer: { email: 'ada@example.com' },
      },
    });
    const [handler] = created.body.ucp.payment_handlers['example.tillhouse.processor_token'];
    const credential = { type: 'token', token: 'tok_ok' };
    const paid = await shop.call('POST', `/ucp/v1/checkout-sessions/${created.body.id}/complete`, {
      headers,
      body: { payment: { instruments: [{ handler_id: handler.id, type: 'card', credential }] } },
    });
    const [event] = await deliver(paid.body.order.id);
    if (event === undefined) throw new Error('no event');
    expect(brokenUcpRule('order', event.body), event.text).toBeUndefined();
    expect(event.body).toMatchObject({ id: paid.body.order.id, checkout_id: created.body.id });
    const { publicUrl } = shop.platform.config;
    expect(event.headers['ucp-agent']).toBe(`profile="${publicUrl}/.well-known/ucp"`);

    const [, names = '', rest = ''] = /^sig1=\(([^)]*)\);(.*)$/.exec(
      String(event.headers['signature-input']),
    ) as unknown as string[];
    const known: Record<string, string> = {
      '@method': 'POST',
      '@authority': `127.0.0.1:${port}`,
      '@path': '/ucp',
      '@query': '?shop=1',
    };
    const base = [
      ...names.split(' ').map(quoted => {
        const name = quoted.slice(1, -1);
        return `${quoted}: ${known[name] ?? event.headers[name]}`;
      }),
      `"@signature-params": (${names});${rest}`,
    ].join('\n');
    expect(names.split(' ')).toEqual(
      expect.arrayContaining(['"@method"', '"@authority"', '"@path"', '"@query"', '"ucp-agent"']),
    );
    const profile = await shop.call('GET', '/.well-known/ucp');
    const [jwk] = profile.body.signing_keys;
    expect(rest).toMatch(new RegExp(`^created=\\d+;keyid="${jwk.kid}"$`));
    const signature = Buffer.from(
      String(event.headers.signature).replace(/^sig1=:|:$/g, ''),
      'base64',
    );
    expect(signature).toHaveLength(64);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isSigned = (text: string) =>
      verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature);
    expect(isSigned(base)).toBe(true);
    expect(isSigned(base.replace('POST', 'PUT'))).toBe(false);
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update(event.text).digest('base64');
    expect(event.headers['content-digest']).toBe(`sha-256=:${digest}:`);
  });

  it('are signed by a key of the secret; the previous one stays published', () => {
    const secretKey = 'a'.repeat(40);
    const [one] = signingKeys({ secretKey });
    const keys = signingKeys({ secretKey: 'b'.repeat(40), secretKeyOld: secretKey });
    expect(keys.map(({ jwk }) => jwk.kid)).toEqual([expect.any(String), one?.jwk.kid]);
    expect(keys[0]?.jwk).not.toEqual(one?.jwk);
    expect(signingKeys({ secretKey })[0]?.jwk).toEqual(one?.jwk);
  });
});

describe('an order', () => {
  it('that a buyer pays in the shop is found by its event, without the program', async () => {
    const acp = acpOf(shop, agent);
    const id = await acp.ready([{ id: 'ORDER-LAMP' }]);
    const waiting = (await acp.complete(id, 'tok_challenge')).body;
    const [, token] = waiting.continue_url.split('#');
    const taken = await shop.call('POST', '/web-commerce/handover/', { body: { token } });
    const paid = await shop.call('POST', '/payments/confirm/', {
      headers: { 'x-cart-session-token': taken.body.cart_token },
      body: { checkout_session_id: taken.body.challenge.checkout_session_id },
    });
    const [event] = await deliver(paid.body.transaction_id);
    expect(event?.body).toMatchObject({
      type: 'order_create',
      data: { checkout_session_id: id, status: 'created' },
    });
  });

  it('is shown to its own program only', async () => {
    const number = await buy();
    const other = await addAgent(shop, { name: 'Other' });
    const foreign = await ucpOf(other.key, number);
    expect(foreign).toMatchObject({
      ucp: { status: 'error' },
      messages: [{ code: 'not_found', severity: 'unrecoverable' }],
    });
    expect(await ucpOf(agent.key, 'TXN-20260101-00000000')).toEqual(foreign);
    expect((await ucpOf(agent.key, number)).id).toBe(number);
  });
});

describe('the secret of order events', () => {
  it('that is missing keeps the event for the next attempt', async () => {
    const number = await buy();
    await followEvents(shop);
    const [row] = await statement<{ webhook_secret: Buffer }>(
      shop.platform.db,
      'select webhook_secret from agents where id = $1',
      [agent.id],
    );
    const setSecret = (secret: Buffer | null) =>
      statement(shop.platform.db, 'update agents set webhook_secret = $2 where id = $1', [
        agent.id,
        secret,
      ]);
    await setSecret(null);
    await expect(sendOrder(shop.platform, await orderOf(number), anyAddress)).rejects.toThrow(
      'address without a secret',
    );
    expect([received.length, (await orderOf(number)).sent_revision]).toEqual([0, 0]);
    await setSecret(row?.webhook_secret ?? null);
    expect(await deliver(number)).toHaveLength(1);
  });

  it('is made by the service if the store gives none, and answered once', async () => {
    const token = await shop.officeToken('admin');
    const made = await shop.call('POST', '/agents/', {
      token,
      body: { name: 'New', store_id: 'DOWNTOWN', webhook_url: 'https://assistant.example/hook' },
    });
    expect(made.body).toMatchObject({
      has_webhook_secret: true,
      webhook_secret: expect.stringMatching(/^whsec_[\w-]{20,}$/),
    });
    const path = `/agents/${made.body.id}/`;
    expect((await shop.call('GET', path, { token })).body.webhook_secret).toBeUndefined();
    const rows = await statement(shop.platform.db, 'select * from agents');
    expect(JSON.stringify(rows)).not.toContain(made.body.webhook_secret);
    const changed = await shop.call('PATCH', path, { token, body: { name: 'Newer' } });
    expect(changed.body.webhook_secret).toBeUndefined();
    const renewed = await shop.call('PATCH', path, {
      token,
      body: { webhook_url: 'https://assistant.example/hook', webhook_secret: null },
    });
    expect(renewed.body.webhook_secret).toMatch(/^whsec_/);
    expect(renewed.body.webhook_secret).not.toBe(made.body.webhook_secret);
    // The address is stored, so it needs a secret.
    const again = await shop.call('PATCH', path, { token, body: { webhook_secret: null } });
    expect(again.body).toMatchObject({
      has_webhook_secret: true,
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    expect(again.body.webhook_secret).not.toBe(renewed.body.webhook_secret);
    const silent = { webhook_url: null, webhook_secret: null };
    const none = await shop.call('PATCH', path, { token, body: silent });
    expect(none.body).toMatchObject({ webhook_url: null, has_webhook_secret: false });
    expect(none.body.webhook_secret).toBeUndefined();
    for (const [field, value] of [
      ['webhook_url', 'http://assistant.example/hook'],
      ['webhook_url', 'https://localhost/hook'],
      ['webhook_url', 'https://10.0.0.1/hook'],
      ['feed_url', 'https://192.168.1.4/'],
      ['profile_url', 'https://169.254.169.254/latest'],
      ['webhook_secret', 'short'],
    ] as const) {
      const refused = await shop.call('PATCH', path, { token, body: { [field]: value } });
      expect([field, value, refused.status]).toEqual([field, value, 400]);
    }
  });
});
