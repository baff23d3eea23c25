import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService, type Service } from '../../src/app.js';
import { createLog } from '../../src/platform/log.js';
import { testConfig } from '../support/config.js';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { cloneDatabase } from '../support/service.js';

/** Reads whose callers add parameters of their own. Everything else refuses what it does not know. */
const TAKES_ANY = `
/
/.well-known/apple-developer-merchantid-domain-association
/app/
/app/:screen/
/app/:screen/*
/app/assets/*
/app/card-frame/
/app/order
/app/shop/
/app/shop/*
/app/shop/product/:slug
/asyncapi.json
/auth/oidc/callback/
/feed.xml
/health/
/integrations/cms-webhook/
/livez/
/media/files/:name
/metrics/
/openapi.json
/payments/webhook/primary/
/pos/health/
/readyz/
/robots.txt
/sitemap.xml
/web-commerce/account/export/
/web-commerce/account/mail-consent/
/web-commerce/auth/session/
/web-commerce/balances/
/web-commerce/cart/:cart_id/
/web-commerce/cart/:cart_id/shipping-rates/
/web-commerce/categories/
/web-commerce/checkout/:checkout_session_id/status/
/web-commerce/gift-cards/
/web-commerce/home/
/web-commerce/legal/:kind/
/web-commerce/orders/
/web-commerce/orders/:transaction_id/
/web-commerce/payment-methods/
/web-commerce/products/
/web-commerce/products/:slug/
/web-commerce/products/:slug/reviews/
/web-commerce/products/:slug/reviews/mine/
/web-commerce/products/:slug/stores/
/web-commerce/saved-addresses/
/web-commerce/search/
/web-commerce/stores/
/web-commerce/suggest/
/web-commerce/theme/
/ws/pos-gateway/display/
/ws/pos-gateway/manager/:store_id/
/ws/pos-gateway/terminal/:terminal_id/
`
  .trim()
  .split('\n');

const routes: RouteOptions[] = [];
let service: Service;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
const tokens = { office: '', till: '' };

beforeAll(async () => {
  database = await cloneDatabase(DEMO_TEMPLATE);
  service = await createService({
    config: testConfig(),
    databaseUrl: database.url,
    log: createLog('silent'),
    background: false,
    onApp: app => app.addHook('onRoute', route => void routes.push(route)),
  });
  const post = async (url: string, payload: object) =>
    (await service.app.inject({ method: 'POST', url, payload })).json();
  tokens.office = (
    await post('/auth/login/', { username: 'admin', password: 'admin-demo' })
  ).access;
  tokens.till = (
    await post('/pos/auth/terminal-login/', {
      employee_id: 'EMP004',
      pin_code: '4567',
      store_id: 'DOWNTOWN',
      terminal_id: 'T-004',
    })
  ).token;
});

afterAll(async () => {
  await service.close();
  await database.drop();
});

type Parameter = { type?: string; format?: string; pattern?: string; enum?: string[] };

/** The path with a valid value for each parameter. */
function filled({ url, schema }: RouteOptions): string {
  const { properties = {} } = (schema?.params ?? {}) as { properties?: Record<string, Parameter> };
  return url.replaceAll(/:(\w+)(\([^)]*\))?/g, (_, name: string) => {
    const { type, format, enum: words } = properties[name] ?? {};
    if (words?.[0] !== undefined) return words[0];
    if (format === 'uuid') return '00000000-0000-4000-8000-000000000001';
    return type === 'integer' ? '1' : 'x';
  });
}

const isRead = ({ method }: RouteOptions) => [method].flat().includes('GET');
/** Programs that buy have a key of their own; `test/agents/acp.test.ts` asks with one. */
const needsKey = ({ url }: RouteOptions) => /^\/(acp|ucp)\//.test(url);
const takesAny = ({ url }: RouteOptions) => TAKES_ANY.includes(url) || url.startsWith('/docs');

describe('an unknown query parameter', () => {
  it('is refused by name on every read', async () => {
    const reads = routes.filter(route => isRead(route) && !takesAny(route) && !needsKey(route));
    expect(reads.length).toBeGreaterThan(100);
    const ignoring: string[] = [];
    for (const route of reads) {
      const access = route.config?.access;
      const isTill = access?.from.includes('till') && !access.from.includes('office');
      const answer = await service.app.inject({
        url: `${filled(route)}?unknown_parameter=1`,
        headers: { authorization: `Bearer ${isTill ? tokens.till : tokens.office}` },
      });
      const body = answer.statusCode === 400 ? answer.json() : {};
      const named = body.errors?.unknown_parameter ?? body.details?.unknown_parameter;
      if (body.code === 'UNKNOWN_PARAMETER' && named?.[0] === 'This parameter is not known here.')
        continue;
      ignoring.push(`${answer.statusCode} ${route.url}`);
    }
    expect(ignoring).toEqual([]);
  });

  it('is declared unwelcome on every write, except those of signed webhooks', () => {
    const open = routes
      .filter(route => !isRead(route) && ![route.method].flat().includes('HEAD'))
      // One hidden route only answers 405.
      .filter(({ config, schema }) => config?.access?.kind !== 'signature' && !schema?.hide)
      .filter(({ schema }) => {
        const query = schema?.querystring as { additionalProperties?: boolean } | undefined;
        return query?.additionalProperties !== false;
      })
      .map(route => `${route.method} ${route.url}`);
    expect(open).toEqual([]);
  });

  it('refuses a write before it has an effect', async () => {
    const headers = { authorization: `Bearer ${tokens.office}` };
    const names = async () => {
      const answer = await service.app.inject({ url: '/brands/', headers });
      return (answer.json() as { name: string }[]).map(brand => brand.name);
    };
    const before = await names();
    const answer = await service.app.inject({
      method: 'POST',
      url: '/brands/?dry_run=true',
      headers,
      payload: { name: 'Nobody' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'UNKNOWN_PARAMETER']);
    expect(await names()).toEqual(before);
  });

  it('is ignored by health checks, metrics, pages, webhooks, sockets and reads of the shop', async () => {
    const excepted = [
      ...new Set(routes.filter(route => isRead(route) && takesAny(route)).map(({ url }) => url)),
    ].filter(url => !url.startsWith('/docs'));
    expect(excepted.sort()).toEqual(TAKES_ANY);
    for (const url of [
      '/health/',
      '/livez',
      '/readyz',
      '/pos/health/',
      '/metrics/',
      '/web-commerce/stores/',
      '/',
    ]) {
      const answer = await service.app.inject({ url: `${url}?unknown_parameter=1` });
      expect([url, answer.statusCode]).toEqual([url, 200]);
    }
  });
});
