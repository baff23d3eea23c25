import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

const SITE = 'http://shop.test';
const PARTNER = 'https://partner.test';
const NO_RECORD = '00000000-0000-4000-8000-00000000ffff';

/** Answers another site as it answers an unknown checkout. */
const CANCEL = '/web-commerce/checkout/cancel/';
const NO_CHECKOUT = 'CHECKOUT_NOT_FOUND';

type Route = { method: string; path: string; isShop: boolean };
type Security = Record<string, unknown>[];
type Paths = Record<string, Record<string, { security?: Security }>>;

let shop: Shop;
let routes: Route[];
let admin: string;
let guest: string;
let cartId: string;
beforeAll(async () => {
  shop = await openShop({
    background: false,
    env: { PUBLIC_URL: SITE, CORS_ORIGINS: PARTNER },
  });
  const login = { username: 'admin', password: 'admin-demo' };
  admin = cookieIn(await shop.call('POST', '/auth/login/', { body: login }));
  const visit = await shop.call('POST', '/web-commerce/session/create/', {
    body: { store_id: DOWNTOWN_ID },
  });
  guest = cookieIn(visit);
  cartId = visit.body.cart_id;
  routes = await routesWithCookie();
});
afterAll(() => shop.close());

const cookieIn = ({ headers }: Reply): string =>
  /web_session=[\w-]+/.exec(String(headers['set-cookie']))?.[0] ?? '';

/** Every unsafe route that takes the session cookie, by the API description. */
async function routesWithCookie(): Promise<Route[]> {
  const { paths } = (await shop.call('GET', '/openapi.json')).body as { paths: Paths };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security = [] }]) => {
        return method !== 'get' && security.some(one => 'cookie' in one);
      })
      .map(([method, { security = [] }]) => ({
        method: method.toUpperCase(),
        path,
        isShop: security.some(one => 'cartToken' in one),
      })),
  );
}

/** Of the shop, what the schema must accept before the visit is looked at. */
const ADDRESS = { address: '1 Lake Road', city: 'Hudson' };
const CHECKOUT = { checkout_session_id: NO_RECORD };
const bodies = (): Record<string, object> => ({
  '/web-commerce/saved-addresses/': ADDRESS,
  '/web-commerce/saved-addresses/{id}/': ADDRESS,
  '/compliance/age-verification/': { method: 'self_declared', date_of_birth: '1990-01-01' },
  '/promo-codes/validate/': { code: 'MADE-UP', subtotal: '10.00', cart_id: cartId },
  '/web-commerce/checkout/initiate/': { cart_id: cartId },
  [CANCEL]: CHECKOUT,
  '/web-commerce/checkout/complete/': CHECKOUT,
  '/payments/confirm/': CHECKOUT,
  '/web-commerce/session/create/': { store_id: DOWNTOWN_ID },
  '/web-commerce/session/store/': { store_id: DOWNTOWN_ID },
  '/web-commerce/session/restore-cart/': { token: 'made-up-token' },
});

const call = ({ method, path, isShop }: Route, headers: Record<string, string>) =>
  shop.call(method, path.replace('{cart_id}', cartId).replace(/\{[^}]+\}/g, NO_RECORD), {
    headers: { cookie: isShop ? guest : admin, host: 'shop.test', ...headers },
    ...(method !== 'DELETE' && { body: bodies()[path] ?? {} }),
  });

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { origin: 'http://sub.shop.test' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: SITE, 'sec-fetch-site': 'cross-site' },
];
const OWN: Record<string, string>[] = [
  {},
  { origin: SITE },
  { 'sec-fetch-site': 'same-origin' },
  { origin: SITE, 'sec-fetch-site': 'same-origin' },
  { origin: PARTNER, 'sec-fetch-site': 'cross-site' },
];

describe('a change with the session cookie', () => {
  it('is refused on every route if a page of another site sends it', async () => {
    expect(routes.length).toBeGreaterThan(200);
    const answered: string[] = [];
    for (const route of routes) {
      for (const headers of FOREIGN) {
        const { status, body } = await call(route, headers);
        if (status === 403 && body.code === 'CROSS_SITE_REQUEST') continue;
        if (route.path === CANCEL && status === 400 && body.code === NO_CHECKOUT) continue;
        answered.push(`${route.method} ${route.path} ${JSON.stringify(headers)}: ${status}`);
      }
    }
    expect(answered).toEqual([]);
  });

  it('is taken from our own pages, from allowed ones and from programs', async () => {
    const open = routes.filter(({ path }) => !/log(in|out)|sessions/.test(path));
    for (const headers of OWN) {
      const refused: string[] = [];
      // Each way of calling on some of the routes: together on all of them.
      const some = open.filter((_, index) => index % OWN.length === OWN.indexOf(headers));
      for (const route of some) {
        const { body } = await call(route, headers);
        if (body?.code === 'CROSS_SITE_REQUEST') refused.push(`${route.method} ${route.path}`);
      }
      expect(refused).toEqual([]);
    }
  });
});

describe('POST /mcp/', () => {
  const ask = (headers: Record<string, string>, token?: string) =>
    shop.call('POST', '/mcp/', {
      token,
      headers: { host: 'shop.test', ...headers },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });

  it('answers 403 to a foreign Origin, with and without a login, and serves others', async () => {
    const token = await shop.officeToken('manager');
    for (const origin of ['https://evil.test', 'null']) {
      for (const login of [token, undefined]) {
        const refused = await ask({ origin }, login);
        expect([refused.status, refused.body.code]).toEqual([403, 'CROSS_SITE_REQUEST']);
      }
    }
    for (const headers of [{}, { origin: SITE }, { origin: PARTNER }] as Record<string, string>[]) {
      expect((await ask(headers, token)).status).toBe(200);
      expect((await ask(headers)).status).toBe(401);
    }
  });
});
