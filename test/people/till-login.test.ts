import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { inParallel, MINUTE_MS, movableClock, openShop, type Shop, tally } from './support.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const clock = movableClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());

const cashier = { employee_id: 'EMP001', pin_code: '1234', store_id: 'DOWNTOWN' };
const logIn = (body: Record<string, unknown> = {}) =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    body: { ...cashier, terminal_id: 'T-001', ...body },
  });
const logOut = (token: string) => shop.call('POST', '/pos/auth/terminal-logout/', { token });
const me = (token: string) => shop.call('GET', '/auth/me/', { token });
const liveAt = (terminal: string) =>
  shop.platform.db
    .selectFrom('sessions')
    .select('id')
    .where('terminal_id', '=', terminal)
    .where('ended_at', 'is', null)
    .execute();
const terminal = (id: string) =>
  shop.platform.db.selectFrom('terminals').selectAll().where('id', '=', id).executeTakeFirst();

const REFUSED = {
  success: false,
  error: 'Invalid employee or PIN.',
  code: 'INVALID_CREDENTIALS',
};

describe('a login at a till', () => {
  it('answers with token, session, person and store', async () => {
    const { status, body } = await logIn();
    expect(status).toBe(200);
    const startedAt = Math.floor(clock.now().getTime() / 1000) * 1000;
    expect(body).toEqual({
      success: true,
      token: expect.any(String),
      session_id: expect.stringMatching(UUID),
      expires_at: new Date(startedAt + 12 * 60 * MINUTE_MS).toISOString(),
      user: {
        id: expect.stringMatching(UUID),
        name: 'Casey Nguyen',
        employee_number: 'EMP001',
        role: 'cashier',
      },
      store: { id: DOWNTOWN_ID, name: 'Tillhouse Downtown' },
    });
    expect(decodeProtectedHeader(body.token)).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    expect(decodeJwt(body.token)).toMatchObject({
      iss: 'tillhouse',
      aud: 'tillhouse:pos',
      sub: body.user.id,
      session_id: body.session_id,
      iat: startedAt / 1000,
      exp: startedAt / 1000 + 43_200,
    });
  });

  it('accepts the user id as employee, and id or content id as store', async () => {
    const first = await logIn();
    const byIds = await logIn({ employee_id: first.body.user.id, store_id: DOWNTOWN_ID });
    const byContentId = await logIn({ store_id: 'store-downtown' });
    expect([byIds.status, byContentId.status]).toEqual([200, 200]);
    expect(byContentId.body.store.id).toBe(DOWNTOWN_ID);
  });

  it('answers the same for a wrong PIN, an unknown employee, a customer and an inactive employee', async () => {
    const { db } = shop.platform;
    await db
      .updateTable('users')
      .set({ is_active: false })
      .where('employee_number', '=', 'EMP002')
      .execute();
    const customer = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'customer')
      .executeTakeFirstOrThrow();
    const replies = [
      await logIn({ pin_code: '9999', terminal_id: 'T-900' }),
      await logIn({ employee_id: 'EMP999', terminal_id: 'T-900' }),
      await logIn({ employee_id: customer.id, pin_code: 'shopper-demo', terminal_id: 'T-900' }),
      await logIn({ employee_id: 'EMP002', pin_code: '2345', terminal_id: 'T-900' }),
      // Neither an unknown nor a forbidden store is disclosed before the PIN is correct.
      await logIn({ pin_code: '9999', terminal_id: 'T-900', store_id: 'NOWHERE' }),
      await logIn({ pin_code: '9999', terminal_id: 'T-900', store_id: 'AIRPORT' }),
    ];
    await db
      .updateTable('users')
      .set({ is_active: true })
      .where('employee_number', '=', 'EMP002')
      .execute();
    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual(REFUSED);
    }
    expect(await liveAt('T-900')).toEqual([]);
    expect(await terminal('T-900')).toBeUndefined();
  });

  it('names every missing field at once and refuses numbers as text', async () => {
    const { status, body } = await shop.call('POST', '/pos/auth/terminal-login/', {
      body: { pin_code: 1234 },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'INVALID' });
    expect(Object.keys(body.details).sort()).toEqual([
      'employee_id',
      'pin_code',
      'store_id',
      'terminal_id',
    ]);
  });

  it('refuses an unknown store with 400 once the PIN is correct', async () => {
    const { status, body } = await logIn({ store_id: 'NOWHERE', terminal_id: 'T-901' });
    expect(status).toBe(400);
    expect(body.details).toEqual({ store_id: ['There is no such store.'] });
    expect(await terminal('T-901')).toBeUndefined();
  });

  it('refuses a store the cashier is not assigned to and registers no till there', async () => {
    const { status, body } = await logIn({ store_id: 'AIRPORT', terminal_id: 'T-902' });
    expect([status, body.code]).toEqual([403, 'STORE_NOT_ASSIGNED']);
    expect(await terminal('T-902')).toBeUndefined();
  });

  it('lets a manager without assignments work at any store', async () => {
    const manager = { employee_id: 'EMP003', pin_code: '3456' };
    const downtown = await logIn({ ...manager, terminal_id: 'T-903' });
    const airport = await logIn({ ...manager, store_id: 'AIRPORT', terminal_id: 'T-904' });
    expect([downtown.status, airport.status]).toEqual([200, 200]);
  });

  it('registers an unknown till at the store where it first logs in, and nowhere else later', async () => {
    const manager = { employee_id: 'EMP003', pin_code: '3456', terminal_id: 'T-905' };
    expect((await logIn(manager)).status).toBe(200);
    expect(await terminal('T-905')).toMatchObject({ store_id: DOWNTOWN_ID });
    const elsewhere = await logIn({ ...manager, store_id: AIRPORT_ID });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'TERMINAL_OF_OTHER_STORE']);
    expect(await terminal('T-905')).toMatchObject({ store_id: DOWNTOWN_ID });
    expect(await liveAt('T-905')).toHaveLength(1);
  });

  it('refuses a till that is switched off and a store that is closed', async () => {
    const { db } = shop.platform;
    await logIn({ terminal_id: 'T-906' });
    await db.updateTable('terminals').set({ is_active: false }).where('id', '=', 'T-906').execute();
    const off = await logIn({ terminal_id: 'T-906' });
    await db
      .updateTable('stores')
      .set({ is_active: false })
      .where('id', '=', DOWNTOWN_ID)
      .execute();
    const closed = await logIn({ terminal_id: 'T-907' });
    await db.updateTable('stores').set({ is_active: true }).where('id', '=', DOWNTOWN_ID).execute();
    expect([off.status, off.body.code]).toEqual([403, 'TERMINAL_INACTIVE']);
    expect([closed.status, closed.body.code]).toEqual([403, 'STORE_INACTIVE']);
  });
});

describe('one till, one session', () => {
  it('ends the older session when another person logs in there', async () => {
    const first = await logIn({ terminal_id: 'T-910' });
    const other = await logIn({ terminal_id: 'T-911' });
    expect((await me(first.body.token)).status).toBe(200);
    const second = await logIn({
      employee_id: 'EMP002',
      pin_code: '2345',
      terminal_id: 'T-910',
    });
    expect((await me(first.body.token)).status).toBe(401);
    expect((await me(second.body.token)).body.employee_number).toBe('EMP002');
    expect((await me(other.body.token)).status).toBe(200);
    expect(await liveAt('T-910')).toEqual([{ id: second.body.session_id }]);
  });

  it('keeps exactly one of twenty concurrent logins', async () => {
    const replies = await inParallel(20, () =>
      logIn({ employee_id: 'EMP003', pin_code: '3456', terminal_id: 'T-912' }),
    );
    expect(tally(replies)).toEqual({ 200: 20 });
    const alive = await Promise.all(replies.map(reply => me(reply.body.token)));
    expect(alive.filter(reply => reply.status === 200)).toHaveLength(1);
    expect(await liveAt('T-912')).toHaveLength(1);
  });

  it('notifies the sockets of all nodes which session was replaced', async () => {
    const messages: unknown[] = [];
    const stop = await shop.platform.bus.subscribe('sessions', message => messages.push(message));
    const first = await logIn({ terminal_id: 'T-913' });
    await logIn({ terminal_id: 'T-913' });
    await stop();
    expect(messages).toEqual([
      { ended: [first.body.session_id], reason: 'replaced', changedUsers: [] },
    ]);
  });
});

describe('a token of a till', () => {
  it('is invalid after the logout', async () => {
    const { body } = await logIn({ terminal_id: 'T-920' });
    expect((await me(body.token)).status).toBe(200);
    const out = await logOut(body.token);
    expect(out.status).toBe(200);
    expect(out.body).toEqual({ success: true, message: 'Logged out.' });
    expect((await me(body.token)).status).toBe(401);
    const again = await logOut(body.token);
    expect(again.status).toBe(401);
    expect(again.body).toMatchObject({ success: false, code: 'NOT_AUTHENTICATED' });
    expect(await liveAt('T-920')).toEqual([]);
  });

  it('works with the Token scheme too, and not with any other', async () => {
    const { body } = await logIn({ terminal_id: 'T-921' });
    const with_ = (authorization: string) =>
      shop.call('GET', '/auth/me/', { headers: { authorization } });
    expect((await with_(`Token ${body.token}`)).status).toBe(200);
    expect((await with_(`bearer ${body.token}`)).status).toBe(200);
    expect((await with_(`Basic ${body.token}`)).status).toBe(401);
    expect((await with_(body.token)).status).toBe(401);
    expect((await with_(`Bearer ${body.token}x`)).status).toBe(401);
  });

  it('is one login in any spelling of the header, and all spellings end together', async () => {
    const { token } = (await logIn({ terminal_id: 'T-922' })).body;
    const spellings = [
      `Bearer ${token}`,
      `bearer ${token} `,
      `Token   ${token}`,
      `Bearer ${' '.repeat(1_000)}${token}`,
    ];
    const statuses = async (): Promise<number[]> => {
      const found: number[] = [];
      for (const authorization of spellings) {
        const answer = await shop.call('GET', '/auth/me/', { headers: { authorization } });
        found.push(answer.status);
      }
      return found;
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await logOut(token);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
  });

  it('expires after exactly twelve hours, even if it was just used', async () => {
    const { body } = await logIn({ terminal_id: 'T-922' });
    clock.advance(Date.parse(body.expires_at) - clock.now().getTime() - 1);
    expect((await me(body.token)).status).toBe(200);
    clock.advance(1);
    expect((await me(body.token)).status).toBe(401);
  });

  it('is refused at till routes when it is a back-office token', async () => {
    const { status, body } = await logOut(await shop.officeToken('admin'));
    expect([status, body.code]).toEqual([403, 'TERMINAL_REQUIRED']);
    expect((await me(await shop.officeToken('admin'))).status).toBe(200);
  });

  it('updates the time of its last use once a minute', async () => {
    const { body } = await logIn({ terminal_id: 'T-923' });
    const seen = async () => {
      const row = await shop.platform.db
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('id', '=', body.session_id)
        .executeTakeFirstOrThrow();
      return row.last_seen_at.getTime();
    };
    const loggedInAt = clock.now().getTime();
    clock.advance(MINUTE_MS - 1);
    await me(body.token);
    expect(await seen()).toBe(loggedInAt);
    clock.advance(1);
    // Another spelling of the scheme shares the cached login; a new token does not.
    await shop.platform.bus.publish('sessions', {
      ended: [],
      reason: 'ended',
      changedUsers: [body.user.id],
    });
    await me(body.token);
    await expect.poll(seen).toBe(loggedInAt + MINUTE_MS);
  });
});
