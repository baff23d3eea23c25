import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityIn, roleOf } from '../../src/domains/people/oidc/rules.js';
import { statement } from '../../src/platform/database/tx.js';
import { testConfig } from '../support/config.js';
import {
  CLIENT,
  type Colleague,
  type IdentityProvider,
  startIdentityProvider,
} from '../support/identity-provider.js';
import {
  eventsOf,
  inParallel,
  MINUTE_MS,
  movableClock,
  openShop,
  type Reply,
  type Shop,
  tally,
} from './support.js';

const ORIGIN = 'http://desk.example';
const CALLBACK = `${ORIGIN}/auth/oidc/callback/`;
const clock = movableClock();
let provider: IdentityProvider;
let shop: Shop;

const settings = (issuer: string) => ({
  PUBLIC_URL: ORIGIN,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_SCOPE: 'openid email groups',
  OIDC_ROLES: 'Shop managers=manager, tellers=cashier, it=admin',
});

beforeAll(async () => {
  provider = await startIdentityProvider(CALLBACK);
  shop = await openShop({ clock, background: false, env: settings(provider.issuer) });
});
afterAll(async () => {
  await shop.close();
  await provider.close();
});

let next = 0;

/** A staff account here, and the same person at the provider. */
async function colleague(account: object, there: Partial<Colleague> = {}) {
  next += 1;
  const email = `sso-${next}@example.com`;
  const token = await adminToken();
  const body = { role: 'cashier', employee_number: `SSO-${next}`, email, ...account };
  const made = await shop.call('POST', '/users/', { token, body });
  expect(made.status).toBe(201);
  const id = `subject-${next}`;
  provider.people.set(id, { id, email, email_verified: true, groups: ['tellers'], ...there });
  return { id, email, userId: made.body.id as string };
}

const adminToken = async (): Promise<string> =>
  (
    await shop.call('POST', '/auth/login/', {
      body: { username: 'admin', password: 'admin-demo' },
    })
  ).body.access;
const browserOf = (reply: Reply): string =>
  /oidc_login=[\w-]{43}/.exec(String(reply.headers['set-cookie']))?.[0] ?? '';
const pathOf = (url: URL): string => url.pathname + url.search;

async function start(at = shop) {
  const reply = await at.call('GET', '/auth/oidc/login/');
  expect(reply.status).toBe(302);
  return { browser: browserOf(reply), url: String(reply.headers.location) };
}
const comeBack = async (path: string, browser: string) =>
  (await shop.call('GET', path, { headers: { cookie: browser } })).headers.location;
const open = (browser: string, origin = ORIGIN) =>
  shop.call('POST', '/auth/oidc/session/', { headers: { cookie: browser, origin } });

/** The whole way: to the provider, back, and the login. */
async function signOn(id: string): Promise<Reply> {
  const { browser, url } = await start();
  const back = await provider.logIn(url, id);
  expect(await comeBack(pathOf(back), browser)).toBe('/app/desk/?sso=ready');
  return open(browser);
}
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
const roleIn = async (userId: string) =>
  (await shop.call('GET', `/users/${userId}/`, { token: await adminToken() })).body.role;
const sessionsOf = (userId: string) =>
  statement(shop.platform.db, 'select id from sessions where user_id = $1', [userId]);

describe('single sign-on', () => {
  it('logs in a colleague with a verified address, with PKCE, state and nonce', async () => {
    const { id, email } = await colleague({ store_ids: ['DOWNTOWN'] });
    const { url } = await start();
    const asked = new URL(url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe(CALLBACK);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    }
    const reply = await signOn(id);
    expect(reply.status).toBe(200);
    const me = await shop.call('GET', '/auth/me/', { token: reply.body.access });
    expect(me.body).toMatchObject({ email, role: 'cashier' });
    expect((await shop.call('GET', '/auth/options/')).body.single_sign_on).toBe(true);
  });

  it('knows the person again after a change of the address on both sides', async () => {
    const { id, userId } = await colleague({ store_ids: ['DOWNTOWN'] });
    expect((await signOn(id)).status).toBe(200);
    provider.people.set(id, { id, email: 'new-name@example.com', groups: ['tellers'] });
    const reply = await signOn(id);
    expect(reply.status).toBe(200);
    const me = await shop.call('GET', '/auth/me/', { token: reply.body.access });
    expect(me.body.id).toBe(userId);
  });

  it('gives the role of the groups, the highest of several, and records the change', async () => {
    const { id, userId } = await colleague(
      { store_ids: ['DOWNTOWN'] },
      { groups: ['tellers', 'Shop managers', 'cooks'] },
    );
    expect((await signOn(id)).status).toBe(200);
    expect(await roleIn(userId)).toBe('manager');
    const mapped = await eventsOf(shop, 'user.role_mapped');
    expect(mapped.map(event => event.subject_id)).toContain(userId);
    provider.people.set(id, { id, groups: ['tellers'] });
    const again = await signOn(id);
    expect(again.status).toBe(200);
    expect(await roleIn(userId)).toBe('cashier');
    const voided = await shop.call('GET', '/users/', { token: again.body.access });
    expect(answerOf(voided)).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('refuses people without a role, an account or a verified address, and changes nothing', async () => {
    const refused = async (account: object, there: Partial<Colleague>, code: string) => {
      const { id, userId } = await colleague({ store_ids: ['DOWNTOWN'], ...account }, there);
      expect(answerOf(await signOn(id))).toEqual([403, code]);
      expect(await sessionsOf(userId)).toEqual([]);
      const links = await statement(
        shop.platform.db,
        'select 1 from oidc_subjects where user_id = $1',
        [userId],
      );
      expect(links).toEqual([]);
    };
    await refused({}, { groups: ['cooks'] }, 'SSO_NO_ROLE');
    await refused({}, { groups: undefined }, 'SSO_NO_ROLE');
    await refused({}, { email_verified: false }, 'SSO_NO_ACCOUNT');
    await refused({}, { email: 'somebody-else@example.com' }, 'SSO_NO_ACCOUNT');
    await refused({ is_active: false }, {}, 'SSO_NO_ACCOUNT');
    // Without an assignment a manager would work at every store.
    await refused({ store_ids: [] }, { groups: ['Shop managers'] }, 'SSO_NO_STORE');
    provider.people.set('buyer', {
      id: 'buyer',
      email: 'shopper@example.com',
      email_verified: true,
      groups: ['it'],
    });
    expect(answerOf(await signOn('buyer'))).toEqual([403, 'SSO_NO_ACCOUNT']);
  });

  it('refuses another person who got the address of a colleague', async () => {
    const { id, email, userId } = await colleague({ store_ids: ['DOWNTOWN'] });
    expect((await signOn(id)).status).toBe(200);
    const before = await sessionsOf(userId);
    provider.people.set('heir', { id: 'heir', email, email_verified: true, groups: ['it'] });
    expect(answerOf(await signOn('heir'))).toEqual([403, 'SSO_NO_ACCOUNT']);
    expect(await roleIn(userId)).toBe('cashier');
    expect(await sessionsOf(userId)).toEqual(before);
  });

  it('keeps the last administrator', async () => {
    const { id, userId } = await colleague(
      { role: 'admin', employee_number: 'SSO-LAST' },
      { groups: ['tellers'] },
    );
    await statement(
      shop.platform.db,
      `update users set is_active = false where role = 'admin' and id <> $1`,
      [userId],
    );
    expect(answerOf(await signOn(id))).toEqual([409, 'LAST_ADMIN']);
    await statement(shop.platform.db, `update users set is_active = true where role = 'admin'`);
    expect(await roleIn(userId)).toBe('admin');
  });
});

describe('an answer of the provider', () => {
  it('works once, for the browser that asked, and opens one login', async () => {
    const { id } = await colleague({ store_ids: ['DOWNTOWN'] });
    const { browser, url } = await start();
    const path = pathOf(await provider.logIn(url, id));
    const other = (await start()).browser;
    expect(await comeBack(path, '')).toBe('/app/desk/?sso=failed');
    expect(await comeBack(path, other)).toBe('/app/desk/?sso=failed');
    expect((await open(browser)).status).toBe(401);
    expect(await comeBack(path, browser)).toBe('/app/desk/?sso=ready');
    expect(await comeBack(path, browser)).toBe('/app/desk/?sso=failed');
    expect(answerOf(await open(browser, 'https://evil.example'))).toEqual([
      403,
      'CROSS_SITE_REQUEST',
    ]);
    const replies = await inParallel(3, () => open(browser));
    expect(tally(replies)).toEqual({ 200: 1, 401: 2 });
  });

  it('is refused with another state, with an error, or too late', async () => {
    const { id } = await colleague({ store_ids: ['DOWNTOWN'] });
    const changed = async (change: (params: URLSearchParams) => void) => {
      const { browser, url } = await start();
      const back = await provider.logIn(url, id);
      change(back.searchParams);
      expect(await comeBack(pathOf(back), browser)).toBe('/app/desk/?sso=failed');
      expect((await open(browser)).status).toBe(401);
    };
    await changed(params => params.set('state', 'another'));
    await changed(params => params.set('code', 'another'));
    await changed(params => params.set('iss', 'https://evil.example'));
    await changed(params => {
      params.delete('code');
      params.set('error', 'access_denied');
    });
    await changed(() => clock.advance(11 * MINUTE_MS));
    const { browser, url } = await start();
    expect(await comeBack(pathOf(await provider.logIn(url, id)), browser)).toBe(
      '/app/desk/?sso=ready',
    );
    clock.advance(2 * MINUTE_MS);
    expect(answerOf(await open(browser))).toEqual([401, 'SSO_EXPIRED']);
  });
});

describe('without the provider', () => {
  it('says so on the log-in page, and passwords work', async () => {
    const gone = await startIdentityProvider(CALLBACK);
    await gone.close();
    const node = await openShop({
      clock,
      background: false,
      beside: shop,
      env: settings(gone.issuer),
    });
    const reply = await node.call('GET', '/auth/oidc/login/');
    expect([reply.status, reply.headers.location]).toEqual([302, '/app/desk/?sso=unavailable']);
    const body = { username: 'manager', password: 'manager-demo' };
    expect((await node.call('POST', '/auth/login/', { body })).status).toBe(200);
    await node.close();
  });

  it('has no such routes where it is not set up', async () => {
    const node = await openShop({ clock, background: false, beside: shop });
    for (const [method, path] of [
      ['GET', 'login'],
      ['GET', 'callback'],
      ['POST', 'session'],
    ] as const) {
      const reply = await node.call(method, `/auth/oidc/${path}/`);
      expect(answerOf(reply)).toEqual([404, 'SSO_NOT_SET_UP']);
    }
    expect((await node.call('GET', '/auth/options/')).body.single_sign_on).toBe(false);
    await node.close();
  });
});

describe('the settings', () => {
  it('go together and name roles of staff only', () => {
    const whole = settings('https://login.example');
    expect(testConfig(whole).oidc?.roles).toEqual({
      'Shop managers': 'manager',
      tellers: 'cashier',
      it: 'admin',
    });
    const refused = (change: Record<string, string>) => () => testConfig({ ...whole, ...change });
    expect(refused({ OIDC_ROLES: '' })).toThrow('go together');
    expect(refused({ OIDC_CLIENT_SECRET: '' })).toThrow('go together');
    expect(refused({ OIDC_ROLES: 'all=customer' })).toThrow('OIDC_ROLES takes group=role');
    expect(refused({ OIDC_ISSUER: 'http://login.example' })).toThrow('OIDC_ISSUER must be');
    expect(testConfig({}).oidc).toBeUndefined();
  });

  it.each([
    [['tellers'], 'cashier'],
    [['tellers', 'it'], 'admin'],
    ['it', 'admin'],
    [['cooks'], null],
    [[], null],
    [undefined, null],
    [['toString', 7, null], null],
  ])('give %j the role %s', (claim, role) => {
    expect(roleOf(claim, { tellers: 'cashier', it: 'admin' })).toBe(role);
  });
});

describe('the verified address', () => {
  const mapping = { rolesClaim: 'groups', roles: { tellers: 'cashier' } } as const;
  const token = { iss: 'https://provider.test', sub: 'a' };
  const [own, boss] = ['own@example.com', 'boss@example.com'];
  it.each([
    ['verified in the ID token', { email: own, email_verified: true }, { email: boss }, own],
    ['verified beside it', {}, { email: own, email_verified: true }, own],
    ['verified in the one, named in the other', { email_verified: true }, { email: boss }, null],
    ['named in the one, verified in the other', { email: boss }, { email_verified: true }, null],
    [
      'another in the ID token than beside it',
      { email: boss },
      { email: own, email_verified: true },
      own,
    ],
    [
      'refused beside the flag of another',
      { email: own, email_verified: true },
      { email: boss, email_verified: false },
      own,
    ],
    ['verified by a word', { email: boss, email_verified: 'true' }, {}, null],
  ])('is taken from one document: %s', (_, claims, more, email) => {
    expect(identityIn({ ...token, ...claims }, more, mapping).email).toBe(email);
  });

  it('leaves the groups to either document, first to the ID token', () => {
    expect(identityIn(token, { groups: ['tellers'] }, mapping).role).toBe('cashier');
    expect(identityIn({ ...token, groups: [] }, { groups: ['tellers'] }, mapping).role).toBeNull();
  });
});
