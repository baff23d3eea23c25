import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { intersection, webhookOf } from '../../src/domains/agents/ucp/negotiate.js';
import { fetchProfile, parseProfile } from '../../src/domains/agents/ucp/platform-profile.js';
import { UcpProblem } from '../../src/domains/agents/ucp/problem.js';
import { anyAddress, openInternet } from '../../src/platform/outgoing/download.js';
import type { Reply, Shop } from '../support/service.js';
import { type Agent, addAgent, knowProfile, openAgentShop, PROFILE, profileOf } from './support.js';
import { brokenUcpRule } from './ucp-rules.js';

const versions = (...list: string[]) => list.map(version => ({ version }));
const parsed = (ucp: object) => parseProfile(JSON.stringify(profileOf(ucp)));
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof UcpProblem ? `${error.status} ${error.code}` : String(error);
  }
  return 'fine';
};

describe('a profile of a program', () => {
  it('must fit the schema of the protocol', () => {
    expect(codeOf(() => parsed({}))).toBe('fine');
    for (const text of [
      '',
      'nonsense',
      '[]',
      '{}',
      JSON.stringify({ ucp: { version: '2026-04-08' } }),
      JSON.stringify(profileOf({ version: 'draft' })),
      JSON.stringify(profileOf({ capabilities: [] })),
      JSON.stringify(profileOf({ capabilities: { 'Not A Name': versions('2026-04-08') } })),
      JSON.stringify(profileOf({ capabilities: { 'dev.ucp.shopping.order': [{}] } })),
    ]) {
      expect([text, codeOf(() => parseProfile(text))]).toEqual([text, '422 profile_malformed']);
    }
  });

  it('shares capabilities in a version that both have, and no extension without its parent', () => {
    const shared = (capabilities: object) => [...intersection(parsed({ capabilities }))];
    expect(
      shared({
        'dev.ucp.shopping.checkout': versions('2026-01-11', '2026-04-08'),
        'dev.ucp.shopping.fulfillment': versions('2026-04-08'),
        'dev.ucp.shopping.order': versions('2026-08-01'),
        'com.example.loyalty': versions('2026-04-08'),
      }),
    ).toEqual(['dev.ucp.shopping.checkout', 'dev.ucp.shopping.fulfillment']);
    expect(shared({ 'dev.ucp.shopping.fulfillment': versions('2026-04-08') })).toEqual([]);
    expect(shared({})).toEqual([]);
    const hostile = '{"ucp":{"version":"2026-04-08","services":{},"payment_handlers":{},';
    expect(codeOf(() => parseProfile(`${hostile}"capabilities":{"__proto__":[]}}}`))).not.toBe(
      'Error',
    );
  });

  it('names where order events go', () => {
    const order = (one: object) =>
      webhookOf(parsed({ capabilities: { 'dev.ucp.shopping.order': [one] } }));
    const config = { webhook_url: 'https://assistant.example/orders' };
    expect(order({ version: '2026-04-08', config })).toBe(config.webhook_url);
    expect(order({ version: '2026-01-11', config })).toBeUndefined();
    expect(order({ version: '2026-04-08' })).toBeUndefined();
    expect(webhookOf(parsed({ capabilities: {} }))).toBeUndefined();
  });
});

describe('reading a profile', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  const serve = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener);
    await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/profile`;
  };
  const failing = (address: string, reach = anyAddress) =>
    fetchProfile(address, reach).then(
      () => 'fine',
      (error: unknown) => (error instanceof UcpProblem ? error.code : String(error)),
    );

  it('takes JSON of the address itself', async () => {
    const asked: string[] = [];
    const address = await serve((request, response) => {
      asked.push(String(request.headers.accept));
      response.end(JSON.stringify(profileOf()));
    });
    expect((await fetchProfile(address, anyAddress)).version).toBe('2026-04-08');
    expect(asked).toEqual(['application/json']);
  });

  it('follows no redirect, reads no large answer, and no private address', async () => {
    const elsewhere = await serve((_request, response) =>
      response.writeHead(302, { location: 'https://other.example/' }).end(),
    );
    expect(await failing(elsewhere)).toBe('profile_unreachable');
    server?.close();
    const large = await serve((_request, response) => response.end(' '.repeat(300 * 1024)));
    expect(await failing(large)).toBe('profile_unreachable');
    expect(await failing(large, openInternet)).toBe('profile_unreachable');
    server?.close();
    expect(await failing(large)).toBe('profile_unreachable');
  });
});

describe('a request', () => {
  let shop: Shop;
  let agent: Agent;
  beforeAll(async () => {
    shop = await openAgentShop();
    agent = await addAgent(shop);
  });
  afterAll(() => shop.close());
  afterEach(() => knowProfile(shop, profileOf()));
  const call = (path: string, body: object, header = `profile="${PROFILE}"`): Promise<Reply> =>
    shop.call('POST', `/ucp/v1/${path}`, {
      headers: { 'x-api-key': agent.key, 'ucp-agent': header },
      body,
    });
  const mug = { line_items: [{ item: { id: 'MUG-WHITE' }, quantity: 1 }] };

  it('names the profile by its https address', async () => {
    for (const header of [
      '',
      'nonsense',
      'profile=""',
      'profile="http://assistant.example/profile"',
      'profile="javascript:alert(1)"',
      `profile="https://assistant.example/${'x'.repeat(600)}"`,
      `xprofile="${PROFILE}"`,
    ]) {
      const { status, body } = await call('checkout-sessions', mug, header);
      expect([header, status, body.code]).toEqual([header, 400, 'invalid_profile_url']);
    }
  });

  it.each(['2026-01-23', '2026-12-01'])(
    'of version %s is refused, with the way to the shop',
    async version => {
      await knowProfile(shop, profileOf({ version }));
      expect(await call('catalog/search', { query: 'mug' })).toMatchObject({
        status: 422,
        body: {
          code: 'version_unsupported',
          content: `Version ${version} is not supported. This business supports 2026-04-08 and 2026-08-25.`,
          continue_url: `${shop.platform.config.publicUrl}/app/shop/`,
        },
      });
    },
  );

  it('without a common capability is an outcome of the business', async () => {
    const capabilities = { 'dev.ucp.shopping.checkout': versions('2026-04-08') };
    await knowProfile(shop, profileOf({ capabilities }));
    for (const path of ['catalog/search', 'catalog/lookup', 'catalog/product']) {
      const { status, body } = await call(path, { query: 'mug', ids: ['MUG-WHITE'], id: 'x' });
      expect([path, status]).toEqual([path, 200]);
      expect(brokenUcpRule('unavailable', { ucp: body.ucp, messages: body.messages })).toBe(
        undefined,
      );
      expect(body).toMatchObject({
        ucp: { status: 'error', capabilities: {} },
        messages: [{ code: 'capabilities_incompatible', severity: 'unrecoverable' }],
      });
    }
    await knowProfile(shop, profileOf({ capabilities: {} }));
    expect((await call('checkout-sessions', mug)).body.messages[0].code).toBe(
      'capabilities_incompatible',
    );
  });

  it('without the extension for deliveries leaves the address to the buyer', async () => {
    const capabilities = { 'dev.ucp.shopping.checkout': versions('2026-04-08') };
    await knowProfile(shop, profileOf({ capabilities }));
    const { body } = await call('checkout-sessions', {
      ...mug,
      buyer: { email: 'ada@example.com' },
      fulfillment: {
        methods: [
          {
            type: 'shipping',
            destinations: [
              {
                street_address: '1 Park Avenue',
                address_locality: 'New York',
                address_country: 'US',
              },
            ],
          },
        ],
      },
    });
    expect(brokenUcpRule('checkout', body)).toBeUndefined();
    expect(Object.keys(body.ucp.capabilities)).toEqual(['dev.ucp.shopping.checkout']);
    expect(body.fulfillment).toBeUndefined();
    expect(body).toMatchObject({
      status: 'requires_escalation',
      continue_url: expect.stringContaining('/app/shop/continue#'),
      messages: [{ severity: 'requires_buyer_input' }],
    });
  });

  it('is refused while the profile cannot be read, which is not tried again at once', async () => {
    const address = 'https://unreachable.invalid/profile';
    const { key } = await addAgent(shop, { profile_url: address });
    const ask = () =>
      shop.call('POST', '/ucp/v1/catalog/search', {
        headers: { 'x-api-key': key, 'ucp-agent': `profile="${address}"` },
        body: { query: 'mug' },
      });
    for (const answer of [await ask(), await ask()]) {
      expect(answer).toMatchObject({ status: 424, body: { code: 'profile_unreachable' } });
    }
  });
});
