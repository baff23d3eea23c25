import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cookieOf,
  inParallel,
  MINUTE_MS,
  movableClock,
  openShop,
  type Shop,
  tally,
} from './support.js';

const DAY_MS = 24 * 60 * MINUTE_MS;
const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false, env: { PUBLIC_URL: 'http://shop.test' } });
});
afterAll(() => shop.close());
beforeEach(() => clock.advance(21 * MINUTE_MS));

const logIn = (username = 'manager', password = 'manager-demo', headers = {}) =>
  shop.call('POST', '/auth/login/', { body: { username, password }, headers });
const refresh = (token: string) =>
  shop.call('POST', '/auth/refresh/', { body: { refresh: token } });
const me = (token: string) => shop.call('GET', '/auth/me/', { token });
const withCookie = (method: string, path: string, cookie: string, headers = {}) =>
  shop.call(method, path, { headers: { cookie, ...headers } });

describe('a login with a password', () => {
  it('answers with two tokens and sets the cookie', async () => {
    const reply = await logIn();
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    expect(reply.headers['set-cookie']).toMatch(
      /^web_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { iat = 0, exp = 0, aud } = decodeJwt(reply.body.access);
    expect([aud, exp - iat]).toEqual(['tillhouse:web', 900]);
  });

  it('accepts the e-mail address in any case, and the user name', async () => {
    expect((await logIn('Shopper@Example.com', 'shopper-demo')).status).toBe(200);
    expect((await logIn('MANAGER')).status).toBe(200);
  });

  it('answers the same for a wrong password, an unknown name and an inactive person', async () => {
    const { db } = shop.platform;
    await db
      .updateTable('users')
      .set({ is_active: false })
      .where('email', '=', 'shopper@example.com')
      .execute();
    const replies = [
      await logIn('manager', 'wrong-password'),
      await logIn('nobody', 'manager-demo'),
      await logIn('EMP001', '1234'),
      await logIn('shopper@example.com', 'shopper-demo'),
    ];
    await db
      .updateTable('users')
      .set({ is_active: true })
      .where('email', '=', 'shopper@example.com')
      .execute();
    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual({
        detail: 'Invalid user name or password.',
        code: 'INVALID_CREDENTIALS',
      });
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
  });

  it('sends the cookie over TLS only where the shop uses TLS', async () => {
    const secure = await openShop({
      beside: shop,
      background: false,
      env: { PUBLIC_URL: 'https://shop.test' },
    });
    const reply = await secure.call('POST', '/auth/login/', {
      body: { username: 'manager', password: 'manager-demo' },
    });
    await secure.close();
    expect(reply.headers['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('checks at most twenty wrong passwords of one account, even when concurrent', async () => {
    const guesses = await inParallel(50, n => logIn('manager', `guess-number-${n}`));
    expect(tally(guesses)).toEqual({ 401: 20, 429: 30 });
    const refused = await logIn();
    expect([refused.status, refused.body.code]).toEqual([429, 'LOCKED_OUT']);
    expect(refused.headers['retry-after']).toBe('600');
    expect((await logIn('admin', 'admin-demo')).status).toBe(200);
    clock.advance(10 * MINUTE_MS);
    expect((await logIn()).status).toBe(200);
  });
});

describe('an access token', () => {
  it('is valid for fifteen minutes', async () => {
    const { body } = await logIn();
    const { exp = 0 } = decodeJwt(body.access);
    clock.advance(exp * 1000 - clock.now().getTime() - 1);
    expect((await me(body.access)).status).toBe(200);
    clock.advance(1);
    const late = await me(body.access);
    expect(late.status).toBe(401);
    expect(late.body).toEqual({ detail: 'Authentication is required.', code: 'NOT_AUTHENTICATED' });
    expect(late.headers['www-authenticate']).toBe('Bearer');
  });

  it('cannot be a refresh token, foreign-signed or unsigned', async () => {
    const { body } = await logIn();
    const claims = decodeJwt(body.access);
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(Buffer.from('a-secret-for-tests-only-0123456789'));
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body.access.split('.')[1]}.`;
    for (const token of [body.refresh, foreign, unsigned, `${body.access}.x`]) {
      expect((await me(token)).status).toBe(401);
    }
    expect((await me(body.access)).status).toBe(200);
  });

  it('in the header counts alone: the cookie does not replace an invalid one', async () => {
    const login = await logIn();
    const cookie = cookieOf(login);
    expect((await withCookie('GET', '/auth/me/', cookie)).status).toBe(200);
    const mixed = await withCookie('GET', '/auth/me/', cookie, { authorization: 'Bearer x.y.z' });
    expect(mixed.status).toBe(401);
  });
});

describe('a refresh token', () => {
  it('is exchanged for a new pair, and the session continues', async () => {
    const { body: first } = await logIn();
    const { status, body: second } = await refresh(first.refresh);
    expect(status).toBe(200);
    expect(second).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    expect(second.refresh).not.toBe(first.refresh);
    expect(second.access).not.toBe(first.access);
    expect((await me(second.access)).status).toBe(200);
    expect((await refresh(second.refresh)).status).toBe(200);
  });

  it('ends the whole login when it is reused', async () => {
    const login = await logIn();
    const { body: second } = await refresh(login.body.refresh);
    expect((await me(second.access)).status).toBe(200);
    const again = await refresh(login.body.refresh);
    expect(again.status).toBe(401);
    expect(again.body).toEqual({
      detail: 'This refresh token is not valid.',
      code: 'INVALID_REFRESH_TOKEN',
    });
    expect((await me(second.access)).status).toBe(401);
    expect((await me(login.body.access)).status).toBe(401);
    expect((await withCookie('GET', '/auth/me/', cookieOf(login))).status).toBe(401);
    expect((await refresh(second.refresh)).status).toBe(401);
  });

  it('gives one pair to ten concurrent uses, and the login ends', async () => {
    const { body } = await logIn();
    const replies = await inParallel(10, () => refresh(body.refresh));
    expect(tally(replies)).toEqual({ 200: 1, 401: 9 });
    const winner = replies.find(reply => reply.status === 200);
    expect((await me(winner?.body.access)).status).toBe(401);
  });

  it('is valid for fourteen days', async () => {
    const { body: first } = await logIn();
    const { body: other } = await logIn();
    clock.advance(14 * DAY_MS - 1);
    expect((await refresh(first.refresh)).status).toBe(200);
    clock.advance(1);
    expect((await refresh(other.refresh)).status).toBe(401);
  });

  it('that is unknown is refused like a used one', async () => {
    expect((await refresh('nothing')).body.code).toBe('INVALID_REFRESH_TOKEN');
    expect((await refresh('')).status).toBe(400);
  });
});

describe('the session cookie', () => {
  const origin = 'http://shop.test';

  it("allows reads from anywhere and changes only from the shop's own pages", async () => {
    const cookie = cookieOf(await logIn());
    expect((await withCookie('GET', '/auth/me/', cookie)).status).toBe(200);
    expect(
      (await withCookie('GET', '/auth/me/', cookie, { origin: 'https://evil.test' })).status,
    ).toBe(200);
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const refused = await withCookie('POST', '/auth/logout/', cookie, headers);
      expect(refused.status).toBe(403);
      expect(refused.body.code).toBe('CROSS_SITE_REQUEST');
    }
    expect((await withCookie('GET', '/auth/me/', cookie)).status).toBe(200);
    expect((await withCookie('POST', '/auth/logout/', cookie, { origin })).status).toBe(200);
    // A program sends neither header.
    const again = cookieOf(await logIn());
    expect((await withCookie('POST', '/auth/logout/', again)).status).toBe(200);
  });

  it('is cleared by the logout, which ends token and refresh token too', async () => {
    const login = await logIn();
    const cookie = cookieOf(login);
    const out = await withCookie('POST', '/auth/logout/', cookie, { origin });
    expect(out.body).toEqual({ success: true, message: 'Logged out.' });
    expect(out.headers['set-cookie']).toMatch(/^web_session=; .*Expires=Thu, 01 Jan 1970/);
    expect((await withCookie('GET', '/auth/me/', cookie)).status).toBe(401);
    expect((await me(login.body.access)).status).toBe(401);
    expect((await refresh(login.body.refresh)).status).toBe(401);
  });

  it('is valid as long as the session, not as long as an access token', async () => {
    const cookie = cookieOf(await logIn());
    clock.advance(14 * DAY_MS - 1);
    expect((await withCookie('GET', '/auth/me/', cookie)).status).toBe(200);
    clock.advance(1);
    expect((await withCookie('GET', '/auth/me/', cookie)).status).toBe(401);
  });

  it('does not exist for a till, and a till cannot use pages that need a web session', async () => {
    const token = await shop.tillToken('EMP004');
    const refused = await shop.call('GET', '/ops/jobs/', { token });
    expect([refused.status, refused.body.code]).toEqual([403, 'WEB_SESSION_REQUIRED']);
  });
});

describe('who am I', () => {
  it('shows a cashier at a till their permissions and store', async () => {
    const { status, body } = await me(await shop.tillToken('EMP001'));
    expect(status).toBe(200);
    expect(body).toEqual({
      id: '00000000-0000-4000-a002-000000000001',
      name: 'Casey Nguyen',
      first_name: 'Casey',
      last_name: 'Nguyen',
      email: null,
      phone: '',
      username: null,
      employee_number: 'EMP001',
      role: 'cashier',
      own_role: null,
      all_stores: false,
      loyalty_points: 0,
      sends_mail: false,
      permissions: expect.arrayContaining(['sale.create', 'payment.take', 'drawer.open']),
      stores: [
        {
          id: '00000000-0000-4000-8000-000000000001',
          code: 'DOWNTOWN',
          name: 'Tillhouse Downtown',
        },
      ],
      session: {
        id: expect.any(String),
        kind: 'pos',
        store_id: '00000000-0000-4000-8000-000000000001',
        terminal_id: 'T-001',
        expires_at: expect.any(String),
      },
    });
    expect(body.permissions).not.toContain('sale.void');
    expect(body.permissions).not.toContain('user.read');
  });

  it('shows a manager without assignments every store', async () => {
    const { body } = await me((await logIn()).body.access);
    expect(body).toMatchObject({ role: 'manager', all_stores: true, stores: [] });
    expect(body.session).toMatchObject({ kind: 'web', store_id: null, terminal_id: null });
    expect(body.permissions).toEqual(expect.arrayContaining(['sale.void', 'user.manage']));
    expect(body.permissions).not.toContain('store.manage');
  });

  it('shows a customer no permissions', async () => {
    const { body } = await me((await logIn('shopper@example.com', 'shopper-demo')).body.access);
    expect(body).toMatchObject({ role: 'customer', permissions: [], loyalty_points: 500 });
    const refused = await shop.call('GET', '/stores/', {
      token: (await logIn('shopper@example.com', 'shopper-demo')).body.access,
    });
    expect(refused.status).toBe(403);
  });

  it('needs a login', async () => {
    expect((await shop.call('GET', '/auth/me/')).status).toBe(401);
    expect((await withCookie('GET', '/auth/me/', 'web_session=forged')).status).toBe(401);
  });
});
