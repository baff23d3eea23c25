import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestByCartToken } from '../../src/domains/people/logins/session-repository.js';
import { consumers } from '../../src/domains/storefront/consumers.js';
import {
  abandonStaleCarts,
  deleteStaleGuests,
  schedules,
} from '../../src/domains/storefront/jobs.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { waitingForLocks } from '../support/locks.js';
import { rowsRead } from '../support/rows-read.js';
import {
  AIRPORT_ID,
  add,
  byCookie,
  byToken,
  cartPath,
  contents,
  cookieIn,
  countRows,
  DAY_MS,
  DOWNTOWN_ID,
  inParallel,
  logInCustomer,
  movableClock,
  ORIGIN,
  openShop,
  openVisit,
  readCart,
  type Shop,
  sessionOf,
  statusOf,
  tally,
  type Visit,
} from './support.js';

const ANONYMOUS_SESSION = {
  authenticated: false,
  web_session_id: null,
  cart_id: null,
  store_id: null,
  store_settings: null,
  cart_token: null,
  user: null,
};
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';

const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock });
});
afterAll(() => shop.close());

const create = (body: unknown, headers: Record<string, string> = {}) =>
  shop.call('POST', '/web-commerce/session/create/', { body, headers });
const changeStore = (body: unknown, headers: Record<string, string> = {}) =>
  shop.call('POST', '/web-commerce/session/store/', { body, headers });
const session = (headers: Record<string, string> = {}) =>
  shop.call('GET', '/web-commerce/auth/session/', { headers });
const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('creating a session', () => {
  it('gives a guest a cart, a token and a cookie, and stores only their hashes', async () => {
    const reply = await create({ store_id: DOWNTOWN_ID, email: 'guest@example.com', admin: true });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      success: true,
      cart_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      cart_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expires_at: new Date(clock.now().getTime() + 30 * DAY_MS).toISOString(),
    });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^web_session=[A-Za-z0-9_-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const row = await shop.platform.db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', await sessionOf(shop, reply.body.cart_id))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      kind: 'web',
      user_id: null,
      store_id: DOWNTOWN_ID,
      email: 'guest@example.com',
      cart_token_hash: sha256(reply.body.cart_token),
      cookie_hash: sha256(cookieIn(reply)),
    });
    expect(await statusOf(shop, reply.body.cart_id)).toBe('ACTIVE');
  });

  it('refuses a store that is unknown, closed, malformed or missing, and writes nothing', async () => {
    const before = [await countRows(shop, 'sessions'), await countRows(shop, 'carts')];
    const closed = newId();
    await shop.platform.db
      .insertInto('stores')
      .values({ id: closed, code: 'CLOSED', name: 'Closed', is_active: false })
      .execute();
    for (const body of [
      { store_id: UNKNOWN_ID },
      { store_id: closed },
      { store_id: 'DOWNTOWN' },
      { store_id: 7 },
      { email: 'guest@example.com' },
      { store_id: DOWNTOWN_ID, email: 'no address' },
      undefined,
    ]) {
      const reply = await create(body);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ success: false, error: expect.any(String) });
    }
    expect([await countRows(shop, 'sessions'), await countRows(shop, 'carts')]).toEqual(before);
  });

  it('continues the visit of the cookie with a new cart and token, and ends the earlier ones', async () => {
    const visit = await openVisit(shop);
    await add(shop, visit, 'MUG-WHITE', 1);
    const reply = await create({ store_id: AIRPORT_ID }, byCookie(visit));
    expect(reply.status).toBe(201);
    expect(await sessionOf(shop, reply.body.cart_id)).toBe(await sessionOf(shop, visit.cartId));
    expect(await statusOf(shop, visit.cartId)).toBe('ABANDONED');
    expect(cookieIn(reply)).toBe(visit.cookie);
    expect(reply.body.cart_token).not.toBe(visit.token);
    expect((await readCart(shop, visit)).status).toBe(403);
    const next = { ...visit, cartId: reply.body.cart_id, token: reply.body.cart_token };
    expect((await readCart(shop, next)).body).toMatchObject({
      store_id: AIRPORT_ID,
      line_items: [],
    });
  });

  it('continues the visit of the token and sets no cookie', async () => {
    const visit = await openVisit(shop);
    const reply = await create({ store_id: DOWNTOWN_ID }, byToken(visit));
    expect(await sessionOf(shop, reply.body.cart_id)).toBe(await sessionOf(shop, visit.cartId));
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await session(byCookie(visit))).body.cart_id).toBe(reply.body.cart_id);
  });

  it('continues the visit of the cookie after a bad token, and without an Origin', async () => {
    const visit = await openVisit(shop);
    const id = await sessionOf(shop, visit.cartId);
    for (const headers of [
      { ...byCookie(visit), 'x-cart-session-token': 'bad' },
      byCookie(visit, null),
    ]) {
      const reply = await create({ store_id: DOWNTOWN_ID }, headers);
      expect(reply.status).toBe(201);
      expect(await sessionOf(shop, reply.body.cart_id)).toBe(id);
    }
  });

  it('opens a new visit for a bad token alone', async () => {
    const visit = await openVisit(shop);
    const reply = await create({ store_id: DOWNTOWN_ID }, { 'x-cart-session-token': 'bad' });
    expect(reply.status).toBe(201);
    expect(cookieIn(reply)).not.toBe(visit.cookie);
    expect(await statusOf(shop, visit.cartId)).toBe('ACTIVE');
  });

  it('refuses a cookie sent from another site', async () => {
    const visit = await openVisit(shop);
    const reply = await create({ store_id: DOWNTOWN_ID }, byCookie(visit, 'https://evil.test'));
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({ success: false, code: 'CROSS_SITE_REQUEST' });
    expect(await statusOf(shop, visit.cartId)).toBe('ACTIVE');
  });

  it('treats an empty mail address as absent', async () => {
    const reply = await create({ store_id: DOWNTOWN_ID, email: '' });
    expect(reply.status).toBe(201);
    const row = await shop.platform.db
      .selectFrom('sessions')
      .select('email')
      .where('id', '=', await sessionOf(shop, reply.body.cart_id))
      .executeTakeFirstOrThrow();
    expect(row.email).toBeNull();
  });

  it('leaves one active cart after fifty parallel requests', async () => {
    const visit = await openVisit(shop);
    const replies = await inParallel(50, () => create({ store_id: DOWNTOWN_ID }, byCookie(visit)));
    expect(tally(replies)).toEqual({ 201: 50 });
    const rows = await shop.platform.db
      .selectFrom('carts')
      .select('status')
      .where('session_id', '=', await sessionOf(shop, visit.cartId))
      .execute();
    expect(rows).toHaveLength(51);
    expect(rows.filter(row => row.status === 'ACTIVE')).toHaveLength(1);
  });
});

describe('changing the store', () => {
  it('creates an empty cart there and gives a guest a new token', async () => {
    const visit = await openVisit(shop);
    await add(shop, visit, 'MUG-WHITE', 2);
    const reply = await changeStore({ store_id: AIRPORT_ID }, byToken(visit));
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      success: true,
      cart_id: expect.not.stringMatching(visit.cartId),
      cart_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      message: 'The store was changed; the cart is empty.',
    });
    expect(await statusOf(shop, visit.cartId)).toBe('ABANDONED');
    expect(await contents(shop, reply.body.cart_id)).toEqual({});
    expect((await changeStore({ store_id: DOWNTOWN_ID }, byToken(visit))).status).toBe(400);
    const next = { ...visit, cartId: reply.body.cart_id, token: reply.body.cart_token };
    expect((await readCart(shop, next)).body).toMatchObject({ store_id: AIRPORT_ID });
    expect((await session(byToken(next))).body).toMatchObject({
      store_id: AIRPORT_ID,
      store_settings: { pickup_enabled: false, tax_rate: 0.19 },
    });
  });

  it('gives a customer no token', async () => {
    const login = cookieIn(await logInCustomer(shop));
    const reply = await changeStore({ store_id: AIRPORT_ID }, byCookie({ cookie: login }));
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ success: true, cart_token: null });
  });

  it('refuses other stores and callers without a visit, and changes nothing', async () => {
    const visit = await openVisit(shop);
    const before = await countRows(shop, 'carts');
    for (const body of [{}, { store_id: 'x' }, { store_id: null }, { store_id: UNKNOWN_ID }]) {
      expect((await changeStore(body, byToken(visit))).status).toBe(400);
    }
    const good = { store_id: AIRPORT_ID };
    expect((await changeStore(good)).body).toMatchObject({ code: 'SESSION_REQUIRED' });
    const badToken = { 'x-cart-session-token': 'bad' };
    expect((await changeStore(good, badToken)).status).toBe(400);
    expect((await changeStore(good, byCookie(visit, 'https://evil.test'))).status).toBe(403);
    expect(await countRows(shop, 'carts')).toBe(before);
    expect(await statusOf(shop, visit.cartId)).toBe('ACTIVE');
    expect((await readCart(shop, visit)).status).toBe(200);
  });

  it('is refused when the store is deleted in parallel, and changes nothing', async () => {
    const visit = await openVisit(shop);
    const token = await shop.officeToken('admin');
    const made = await shop.call('POST', '/stores/', {
      token,
      body: { code: 'GONE', name: 'Gone', currency: 'USD', time_zone: 'UTC' },
    });
    const { db } = shop.platform;
    const changing = await atomically(db, async tx => {
      await statement(tx, 'delete from stores where id = $1', [made.body.id]);
      const asked = changeStore({ store_id: made.body.id }, byToken(visit));
      await expect.poll(() => waitingForLocks(shop.platform.db)).toBeGreaterThan(0);
      return { asked };
    });
    const reply = await changing.asked;
    expect([reply.status, reply.body.code]).toEqual([409, 'REFERENCE_GONE']);
    expect(await statusOf(shop, visit.cartId)).toBe('ACTIVE');
  });
});

describe('reading the session', () => {
  it('answers anonymous without a cookie or token, and creates nothing', async () => {
    const before = await countRows(shop, 'sessions');
    const strangers: Record<string, string>[] = [
      {},
      { cookie: 'web_session=unknown' },
      { 'x-cart-session-token': 'bad' },
    ];
    for (const headers of strangers) {
      const reply = await session(headers);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(ANONYMOUS_SESSION);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect(await countRows(shop, 'sessions')).toBe(before);
  });

  it('describes a guest with a token, without repeating the token', async () => {
    const visit = await openVisit(shop);
    const reply = await session(byToken(visit));
    expect(reply.body).toEqual({
      ...ANONYMOUS_SESSION,
      web_session_id: await sessionOf(shop, visit.cartId),
      cart_id: visit.cartId,
      store_id: DOWNTOWN_ID,
      store_settings: { pickup_enabled: true, tax_rate: 0.0825 },
    });
    expect((await readCart(shop, visit)).status).toBe(200);
  });

  it('issues a token to a guest with only a cookie, and revokes the previous one', async () => {
    const visit = await openVisit(shop);
    const reply = await session(byCookie(visit, null));
    expect(reply.body).toMatchObject({ authenticated: false, cart_id: visit.cartId });
    expect(reply.body.cart_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(cookieIn(reply)).toBe(visit.cookie);
    expect((await readCart(shop, visit)).status).toBe(403);
    const next = { ...visit, token: reply.body.cart_token };
    expect((await readCart(shop, next)).status).toBe(200);
  });

  it('issues no token for a HEAD request', async () => {
    const visit = await openVisit(shop);
    await shop.call('HEAD', '/web-commerce/auth/session/', { headers: byCookie(visit, null) });
    expect((await readCart(shop, visit)).status).toBe(200);
  });

  it('falls back to the cookie when the token is bad, without issuing a token', async () => {
    const visit = await openVisit(shop);
    const reply = await session({ ...byCookie(visit, null), 'x-cart-session-token': 'bad' });
    expect(reply.body).toMatchObject({ cart_id: visit.cartId, cart_token: null });
    expect((await readCart(shop, visit)).status).toBe(200);
  });

  it('describes a logged-in customer', async () => {
    const login = cookieIn(await logInCustomer(shop));
    expect((await session(byCookie({ cookie: login }, null))).body).toEqual({
      ...ANONYMOUS_SESSION,
      authenticated: true,
      web_session_id: expect.any(String),
      user: {
        name: expect.any(String),
        first_name: expect.any(String),
        last_name: expect.any(String),
        email: 'shopper@example.com',
        phone: expect.any(String),
        customer_id: expect.any(String),
        loyalty_points: expect.any(Number),
      },
    });
  });

  it('answers anonymous when the lookup fails', async () => {
    const visit = await openVisit(shop);
    await statement(shop.platform.db, 'alter table carts rename to hidden_carts');
    try {
      const reply = await session(byToken(visit));
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual(ANONYMOUS_SESSION);
    } finally {
      await statement(shop.platform.db, 'alter table hidden_carts rename to carts');
    }
    expect((await session(byToken(visit))).body.cart_id).toBe(visit.cartId);
  });
});

describe('logging in', () => {
  /** Runs the subscriber of the last login. */
  const restoreCarts = async (): Promise<void> => {
    await shop.settleEvents();
    const events = await statement<{ data: Record<string, unknown> }>(
      shop.platform.db,
      `select data from events where event = 'customer.logged_in' order by seq desc limit 1`,
    );
    for (const subscriber of consumers.filter(one => one.name === 'storefront:restore-cart')) {
      await subscriber.handle(shop.platform, events as never);
    }
  };
  const asGuestWith = async (sku: string, quantity: number): Promise<Visit> => {
    const visit = await openVisit(shop);
    await add(shop, visit, sku, quantity);
    return visit;
  };
  const logOut = (cookie: string) =>
    shop.call('POST', '/auth/logout/', { headers: byCookie({ cookie }) });

  it('keeps the guest’s cart and revokes the earlier token and cookie', async () => {
    for (const proof of [byCookie, byToken]) {
      const visit = await asGuestWith('MUG-WHITE', 2);
      const login = cookieIn(await logInCustomer(shop, proof(visit)));
      const now = await session(byCookie({ cookie: login }, null));
      expect(now.body).toMatchObject({
        authenticated: true,
        cart_id: visit.cartId,
        cart_token: null,
        store_id: DOWNTOWN_ID,
      });
      expect((await readCart(shop, visit)).status).toBe(403);
      expect((await session(byCookie(visit, null))).body).toEqual(ANONYMOUS_SESSION);
      const cart = await shop.call('GET', cartPath(visit.cartId), {
        headers: byCookie({ cookie: login }, null),
      });
      expect(cart.body.line_items).toMatchObject([{ sku: 'MUG-WHITE', quantity: 2 }]);
      await shop.call('POST', cartPath(visit.cartId, 'clear'), {
        headers: byCookie({ cookie: login }),
      });
      await logOut(login);
    }
  });

  it('merges the cart of an ended login, once', async () => {
    const first = await asGuestWith('MUG-WHITE', 2);
    await shop.platform.db
      .updateTable('carts')
      .set({ quantities: [998] })
      .where('id', '=', first.cartId)
      .execute();
    await logOut(cookieIn(await logInCustomer(shop, byCookie(first))));
    const second = await asGuestWith('MUG-WHITE', 3);
    await logInCustomer(shop, byCookie(second));
    await restoreCarts();
    await restoreCarts();
    expect(await contents(shop, second.cartId)).toEqual({ 'MUG-WHITE': 999 });
    expect(await statusOf(shop, first.cartId)).toBe('ABANDONED');
    expect(await statusOf(shop, second.cartId)).toBe('ACTIVE');
  });

  it('restores the earlier cart of a customer without a current one', async () => {
    const first = await asGuestWith('MUG-BLACK', 4);
    const left = cookieIn(await logInCustomer(shop, byCookie(first)));
    await logOut(left);
    const login = cookieIn(await logInCustomer(shop));
    await restoreCarts();
    const { body } = await session(byCookie({ cookie: login }, null));
    expect(body).toMatchObject({ cart_id: first.cartId, store_id: DOWNTOWN_ID });
    expect((await contents(shop, first.cartId))['MUG-BLACK']).toBe(4);
  });

  it('restores the earlier cart in a visit whose latest cart is closed', async () => {
    const first = await asGuestWith('MUG-BLACK', 1);
    await logOut(cookieIn(await logInCustomer(shop, byCookie(first))));
    const ordered = await asGuestWith('MUG-WHITE', 1);
    await shop.platform.db
      .updateTable('carts')
      .set({ status: 'CONVERTED' })
      .where('id', '=', ordered.cartId)
      .execute();
    const login = cookieIn(await logInCustomer(shop, byCookie(ordered)));
    await restoreCarts();
    const { body } = await session(byCookie({ cookie: login }, null));
    expect(body).toMatchObject({ cart_id: first.cartId });
    expect(await statusOf(shop, ordered.cartId)).toBe('CONVERTED');
    const opened = await create({ store_id: DOWNTOWN_ID }, byCookie({ cookie: login }));
    expect(opened.status).toBe(201);
    expect(await statusOf(shop, first.cartId)).toBe('ABANDONED');
    expect(await statusOf(shop, ordered.cartId)).toBe('CONVERTED');
  });

  it('does not merge the cart of another device that is still logged in', async () => {
    const phone = await asGuestWith('CUP-ESPRESSO', 1);
    const phoneLogin = cookieIn(await logInCustomer(shop, byCookie(phone)));
    const desk = await asGuestWith('MUG-WHITE', 1);
    await logInCustomer(shop, byCookie(desk));
    await restoreCarts();
    expect(await contents(shop, desk.cartId)).not.toHaveProperty('CUP-ESPRESSO');
    expect((await session(byCookie({ cookie: phoneLogin }, null))).body.cart_id).toBe(phone.cartId);
  });
});

describe('the clean-up', () => {
  it('abandons carts unchanged for a day, every night', async () => {
    const [idle, busy, paying] = [
      await openVisit(shop),
      await openVisit(shop),
      await openVisit(shop),
    ];
    await shop.platform.db
      .insertInto('checkout_sessions')
      .values({
        id: newId(),
        session_id: await sessionOf(shop, paying.cartId),
        cart_id: paying.cartId,
        store_id: DOWNTOWN_ID,
        status: 'payment_requires_action',
        fulfillment_method: 'ship',
        expires_at: clock.now(),
      })
      .execute();
    clock.advance(DAY_MS);
    await abandonStaleCarts.run(shop.platform, {});
    expect(await statusOf(shop, idle.cartId)).toBe('ACTIVE');
    await add(shop, busy, 'MUG-WHITE', 1);
    clock.advance(1);
    await abandonStaleCarts.run(shop.platform, {});
    expect(await statusOf(shop, idle.cartId)).toBe('ABANDONED');
    expect(await statusOf(shop, busy.cartId)).toBe('ACTIVE');
    expect(await statusOf(shop, paying.cartId)).toBe('ACTIVE');
    expect((await readCart(shop, idle)).status).toBe(403);
    expect((await session(byToken(idle))).body).toMatchObject({
      web_session_id: await sessionOf(shop, idle.cartId),
      cart_id: null,
    });
  });

  it('deletes guests after 30 days, but not guests with an order and not customers', async () => {
    const [gone, ordered, back] = [
      await openVisit(shop),
      await openVisit(shop),
      await openVisit(shop),
    ];
    const saleId = await anySale();
    await shop.platform.db
      .insertInto('checkout_sessions')
      .values({
        id: newId(),
        session_id: await sessionOf(shop, ordered.cartId),
        cart_id: ordered.cartId,
        store_id: DOWNTOWN_ID,
        status: 'completed',
        fulfillment_method: 'ship',
        transaction_id: saleId,
        expires_at: clock.now(),
      })
      .execute();
    const customers = await customerSessions();
    clock.advance(29 * DAY_MS);
    const seen = await session(byCookie(back, null));
    clock.advance(DAY_MS + 1);
    await deleteStaleGuests.run(shop.platform, {});
    expect(await statusOf(shop, gone.cartId)).toBeUndefined();
    expect(await statusOf(shop, ordered.cartId)).toBe('ACTIVE');
    expect(await statusOf(shop, back.cartId)).toBe('ACTIVE');
    expect((await readCart(shop, { ...back, token: seen.body.cart_token })).status).toBe(200);
    expect(await customerSessions()).toBe(customers);
  });

  it('runs every day and every week, in UTC', () => {
    expect(schedules).toContainEqual({ job: 'storefront:abandon-carts', cron: '30 2 * * *' });
    expect(schedules).toContainEqual({ job: 'storefront:forget-guests', cron: '45 2 * * 0' });
  });

  const customerSessions = async (): Promise<number> => {
    const { n } = await shop.platform.db
      .selectFrom('sessions')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .where('user_id', 'is not', null)
      .executeTakeFirstOrThrow();
    return n;
  };

  const anySale = async (): Promise<string> => {
    const token = await shop.officeToken();
    const { body } = await shop.call('POST', '/transactions/', {
      token,
      body: { storeId: DOWNTOWN_ID },
    });
    const row = await shop.platform.db
      .selectFrom('transactions')
      .select('id')
      .where('transaction_number', '=', body.transactionId)
      .executeTakeFirstOrThrow();
    return row.id;
  };
});

it('accepts a request from the shop’s own pages', async () => {
  const visit = await openVisit(shop);
  const reply = await shop.call('POST', cartPath(visit.cartId, 'add'), {
    headers: { cookie: `web_session=${visit.cookie}`, origin: ORIGIN },
    body: { sku: 'MUG-WHITE', quantity: 1 },
  });
  expect(reply.status).toBe(200);
});

it('finds a guest by index, also in a small database', async () => {
  const looked = await atomically(shop.platform.db, async tx => {
    await statement(
      tx,
      `insert into sessions (id, kind, cart_token_hash, expires_at)
       select gen_random_uuid(), 'web', sha256(n::text::bytea), now() + interval '1 day'
       from generate_series(1, 1000) as n`,
    );
    const before = await rowsRead(tx, 'sessions');
    const hash = createHash('sha256').update('777').digest();
    expect(await guestByCartToken(tx, hash, new Date())).toMatchObject({ user_id: null });
    return (await rowsRead(tx, 'sessions')) - before;
  });
  expect(looked).toBe(1);
});
