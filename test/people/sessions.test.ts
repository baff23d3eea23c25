import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/domains/people/clean-up.js';
import { authenticateToken, hashToken, resolveWebSession } from '../../src/domains/people/index.js';
import { newId } from '../../src/platform/ids.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { cookieOf, MINUTE_MS, movableClock, openShop, type Shop } from './support.js';

const DAY_MS = 24 * 60 * MINUTE_MS;
const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false, env: { PUBLIC_URL: 'http://shop.test' } });
});
afterAll(() => shop.close());

const me = (at: Shop, token: string) => at.call('GET', '/auth/me/', { token });
const logIn = (at: Shop, username: string, password: string, headers = {}) =>
  at.call('POST', '/auth/login/', { body: { username, password }, headers });

async function guestVisit(): Promise<{ id: string; cookie: string; cartToken: string }> {
  const visit = { id: newId(), cookie: `cookie-${newId()}`, cartToken: `cart-${newId()}` };
  await shop.platform.db
    .insertInto('sessions')
    .values({
      id: visit.id,
      kind: 'web',
      store_id: DOWNTOWN_ID,
      cookie_hash: hashToken(visit.cookie),
      cart_token_hash: hashToken(visit.cartToken),
      expires_at: new Date(clock.now().getTime() + 30 * DAY_MS),
    })
    .execute();
  return visit;
}

const request = (
  method: string,
  sent: { cookie?: string; cartToken?: string; origin?: string },
): FastifyRequest =>
  ({
    method,
    protocol: 'http',
    headers: {
      host: 'shop.test',
      ...(sent.cartToken !== undefined && { 'x-cart-session-token': sent.cartToken }),
      ...(sent.origin !== undefined && { origin: sent.origin }),
    },
    cookies: sent.cookie === undefined ? {} : { web_session: sent.cookie },
  }) as unknown as FastifyRequest;
const resolve = (method: string, sent: Parameters<typeof request>[1], cookieOnly = false) =>
  resolveWebSession(shop.platform, request(method, sent), { cookieOnly });

describe('a visit to the shop', () => {
  it('is identified by cart token, then by cookie', async () => {
    const [a, b] = [await guestVisit(), await guestVisit()];
    const both = { cartToken: a.cartToken, cookie: b.cookie };
    expect(await resolve('GET', both)).toEqual({
      id: a.id,
      userId: null,
      storeId: DOWNTOWN_ID,
      email: null,
      via: 'cart-token',
    });
    expect(await resolve('GET', both, true)).toMatchObject({ id: b.id, via: 'cookie' });
    expect(await resolve('GET', { cookie: b.cookie })).toMatchObject({ id: b.id });
    expect(await resolve('POST', { cartToken: a.cartToken })).toMatchObject({ id: a.id });
    expect(await resolve('GET', {})).toBeNull();
  });

  it('is that of the cookie if the cart token is invalid, for changes too', async () => {
    const { id, cookie } = await guestVisit();
    const sent = { cartToken: 'bad', cookie, origin: 'http://shop.test' };
    expect(await resolve('POST', sent)).toMatchObject({ id, via: 'cookie' });
    expect(await resolve('GET', sent)).toMatchObject({ id, via: 'cookie' });
    await expect(resolve('POST', { ...sent, origin: 'https://evil.test' })).rejects.toMatchObject({
      status: 403,
    });
    expect(await resolve('POST', { cartToken: 'bad' })).toBeNull();
  });

  it("identified by cookie accepts changes only from the shop's own pages and programs", async () => {
    const { id, cookie } = await guestVisit();
    expect(await resolve('POST', { cookie, origin: 'http://shop.test' })).toMatchObject({ id });
    expect(await resolve('POST', { cookie })).toMatchObject({ id });
    await expect(resolve('DELETE', { cookie, origin: 'https://evil.test' })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('continues when the guest logs in, with a new cookie and without cart token', async () => {
    const { id, cookie, cartToken } = await guestVisit();
    const login = await logIn(shop, 'shopper@example.com', 'shopper-demo', {
      cookie: `web_session=${cookie}`,
    });
    const renewed = cookieOf(login).replace('web_session=', '');
    expect(await resolve('GET', { cookie: renewed })).toMatchObject({
      id,
      userId: expect.any(String),
      storeId: DOWNTOWN_ID,
    });
    expect(await resolve('GET', { cookie })).toBeNull();
    expect(await resolve('GET', { cartToken })).toBeNull();
  });

  it("stays a guest's visit when a member of staff logs in as well", async () => {
    const { id, cookie } = await guestVisit();
    const login = await logIn(shop, 'manager', 'manager-demo', { cookie: `web_session=${cookie}` });
    expect(login.status).toBe(200);
    expect(await resolve('GET', { cookie })).toMatchObject({ id, userId: null });
  });

  it('expires', async () => {
    const { id, cookie } = await guestVisit();
    clock.advance(30 * DAY_MS - 1);
    expect(await resolve('GET', { cookie })).toMatchObject({ id });
    clock.advance(1);
    expect(await resolve('GET', { cookie })).toBeNull();
  });
});

describe('a token outside a request', () => {
  it('identifies its person until the logout', async () => {
    const { body } = await logIn(shop, 'manager', 'manager-demo');
    expect(await authenticateToken(shop.platform, body.access)).toMatchObject({
      kind: 'staff',
      role: 'manager',
      stores: 'all',
      till: null,
    });
    await shop.call('POST', '/auth/logout/', { token: body.access });
    expect(await authenticateToken(shop.platform, body.access)).toBeNull();
    expect(await authenticateToken(shop.platform, 'nonsense')).toBeNull();
  });
});

describe('the daily clean-up', () => {
  it('deletes expired records and keeps the rest', async () => {
    const { db } = shop.platform;
    const count = async (
      table: 'sessions' | 'refresh_tokens' | 'registrations' | 'login_failures',
    ) =>
      (
        await db
          .selectFrom(table)
          .select(db.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    await shop.call('POST', '/auth/register/initiate/', {
      body: { email: 'late@example.com', password: 'long-enough', first_name: 'L', last_name: 'T' },
    });
    await logIn(shop, 'manager', 'wrong-password');
    clock.advance(31 * DAY_MS);
    const guests = await guestVisit();
    const alive = (await logIn(shop, 'manager', 'manager-demo')).body;
    await logIn(shop, 'admin', 'wrong-password');
    await cleanUp.run(shop.platform, {});
    await cleanUp.run(shop.platform, {});
    expect(await count('refresh_tokens')).toBe(1);
    expect(await count('registrations')).toBe(0);
    expect(await count('login_failures')).toBe(2);
    const logins = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', 'is not', null)
      .execute();
    expect(logins).toHaveLength(1);
    expect((await me(shop, alive.access)).status).toBe(200);
    expect(await resolve('GET', { cookie: guests.cookie })).toMatchObject({ id: guests.id });
  });
});
