import { expect } from 'vitest';
import { consumers } from '../../src/domains/agents/orders/consumers.js';
import { parseProfile, profileKey } from '../../src/domains/agents/ucp/platform-profile.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { eventsAfter } from '../../src/platform/work/events/repository.js';
import { openCheckoutShop } from '../storefront/checkout-support.js';
import type { Reply, Shop, ShopOptions } from '../support/service.js';
import { brokenAcpRule } from './acp-rules.js';
import { brokenUcpRule } from './ucp-rules.js';

export const PROFILE = 'https://assistant.example/profile';

export type Agent = { id: string; key: string };

const VERSION = '2026-04-08';
const NAMES = ['checkout', 'fulfillment', 'catalog.search', 'catalog.lookup', 'order'];
const capabilitiesIn = (version: string) =>
  Object.fromEntries(NAMES.map(name => [`dev.ucp.shopping.${name}`, [{ version }]] as const));

/** What a program publishes about itself. */
export const profileOf = (ucp: object = {}, version = VERSION) => ({
  ucp: {
    version,
    services: { 'dev.ucp.shopping': [{ version, transport: 'rest' }] },
    capabilities: capabilitiesIn(version),
    payment_handlers: {},
    ...ucp,
  },
});

/** As if the service had read the profile at this address. */
export const knowProfile = (shop: Shop, profile: object, address = PROFILE): Promise<void> =>
  shop.platform.cache.setText(
    profileKey(address),
    JSON.stringify({ profile: parseProfile(JSON.stringify(profile)) }),
    86_400,
  );

export async function addAgent(shop: Shop, body: object = {}): Promise<Agent> {
  await knowProfile(shop, profileOf());
  const reply = await shop.call('POST', '/agents/', {
    token: await shop.officeToken('admin'),
    body: { name: 'Assistant', store_id: 'DOWNTOWN', profile_url: PROFILE, ...body },
  });
  expect(reply.status).toBe(201);
  return { id: reply.body.id, key: reply.body.key };
}

export const BUYER = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
export const ADDRESS = {
  name: 'Ada Byron',
  line_one: '1 Park Avenue',
  city: 'New York',
  state: 'NY',
  country: 'US',
  postal_code: '10016',
};

export type Acp = ReturnType<typeof acpOf>;

/** A program that speaks the Agentic Commerce Protocol; every answer is held against its rules. */
export function acpOf(shop: Shop, { key }: Agent) {
  const call = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string | undefined> = {},
  ): Promise<Reply> => {
    const sent = {
      authorization: `Bearer ${key}`,
      'api-version': '2026-04-17',
      ...(method === 'POST' && { 'idempotency-key': newId() }),
      ...headers,
    };
    const reply = await shop.call(method, `/acp/checkout_sessions${path}`, {
      headers: Object.fromEntries(
        Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
      body,
    });
    const kind = reply.status < 300 ? 'session' : 'error';
    expect(brokenAcpRule(kind, reply.body), reply.text).toBeUndefined();
    return reply;
  };
  return {
    call,
    create: (body: object = {}, headers?: Record<string, string | undefined>) =>
      call(
        'POST',
        '',
        {
          line_items: [{ id: 'MUG-WHITE', quantity: 2 }],
          currency: 'usd',
          capabilities: {},
          ...body,
        },
        headers,
      ),
    update: (id: string, body: object) => call('POST', `/${id}`, body),
    read: (id: string) => call('GET', `/${id}`),
    cancel: (id: string) => call('POST', `/${id}/cancel`),
    complete: async (id: string, token = 'tok_ok', more: object = {}, headers = {}) => {
      const session = await call('GET', `/${id}`);
      const [handler] = session.body.capabilities?.payment.handlers ?? [{ id: 'card' }];
      const instrument = { type: 'card', credential: { type: 'token', token } };
      return call(
        'POST',
        `/${id}/complete`,
        { payment_data: { handler_id: handler.id, instrument }, ...more },
        headers,
      );
    },
    /** A session that lacks nothing but the payment. */
    ready: async (items: object[] = [{ id: 'MUG-WHITE', quantity: 2 }]): Promise<string> => {
      const reply = await call('POST', '', {
        line_items: items,
        currency: 'usd',
        capabilities: {},
        buyer: BUYER,
        fulfillment_details: { address: ADDRESS },
      });
      expect(reply.body.status).toBe('ready_for_payment');
      return reply.body.id;
    },
  };
}

export const openAgentShop = (options: ShopOptions = {}): Promise<Shop> =>
  openCheckoutShop({ background: false, ...options });

export const amountsOf = (session: { totals: { type: string; amount: number }[] }) =>
  Object.fromEntries(session.totals.map(({ type, amount }) => [type, amount]));

const CATALOG = {
  search: 'catalogSearch',
  lookup: 'catalogLookup',
  product: 'catalogProduct',
} as const;

/** The catalogue as the Universal Commerce Protocol has it; answers are held against its rules. */
export const catalogOf =
  (shop: Shop, { key }: Agent) =>
  async (operation: keyof typeof CATALOG, body: object): Promise<Reply> => {
    const reply = await shop.call('POST', `/ucp/v1/catalog/${operation}`, {
      headers: { 'x-api-key': key, 'ucp-agent': `profile="${PROFILE}"` },
      body,
    });
    if (reply.status < 300) {
      const kind = reply.body.ucp.status === 'error' ? 'unavailable' : CATALOG[operation];
      expect(brokenUcpRule(kind, reply.body), reply.text).toBeUndefined();
    }
    return reply;
  };

const seen = new WeakMap<Shop, Map<string, number>>();

/** Lets the consumers of this domain handle what has happened since the last call, twice. */
export async function followEvents(shop: Shop): Promise<void> {
  const { platform } = shop;
  await shop.settleEvents();
  const streams = await statement<{ id: string }>(
    platform.db,
    'select stream_id as id from event_streams',
  );
  const positions = seen.get(shop) ?? new Map<string, number>();
  seen.set(shop, positions);
  for (const { id } of streams) {
    const events = await eventsAfter(platform.db, id, positions.get(id) ?? 0, 10_000);
    positions.set(id, events.at(-1)?.seq ?? positions.get(id) ?? 0);
    for (const { events: names, handle } of consumers) {
      const own = events.filter(({ event }) => names.includes(event));
      if (own.length > 0) {
        await handle(platform, own);
        await handle(platform, own);
      }
    }
  }
}
