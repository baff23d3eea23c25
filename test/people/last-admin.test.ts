import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from './support.js';

let shop: Shop;
let first: { id: string; token: string };
let second: { id: string; token: string };
beforeAll(async () => {
  shop = await openShop({ background: false });
  const token = await logIn('admin');
  const me = await shop.call('GET', '/auth/me/', { token });
  first = { id: me.body.id, token };
  const hired = await shop.call('POST', '/users/', {
    token,
    body: {
      role: 'admin',
      employee_number: 'ADM-2',
      username: 'second',
      password: 'second-demo',
    },
  });
  expect(hired.status).toBe(201);
  second = { id: hired.body.id, token: '' };
  await logInAgain();
});
afterAll(() => shop.close());
afterEach(async () => {
  await statement(
    shop.platform.db,
    `update users set role = 'admin', is_active = true where id = any($1)`,
    [[first.id, second.id]],
  );
  await logInAgain();
});

/** `officeToken` keeps a token, also after the login has ended. */
async function logIn(username: string): Promise<string> {
  const body = { username, password: `${username}-demo` };
  const reply = await shop.call('POST', '/auth/login/', { body });
  expect(reply.status).toBe(200);
  return reply.body.access;
}

async function logInAgain(): Promise<void> {
  first.token = await logIn('admin');
  second.token = await logIn('second');
}

const admins = async () =>
  statement<{ id: string }>(
    shop.platform.db,
    `select id from users where role = 'admin' and is_active`,
  );

const WAYS = {
  'switch off': (token: string, id: string) =>
    shop.call('PATCH', `/users/${id}/`, { token, body: { is_active: false } }),
  'change the role of': (token: string, id: string) =>
    shop.call('PATCH', `/users/${id}/`, {
      token,
      body: { role: 'manager', all_stores: true },
    }),
  delete: (token: string, id: string) => shop.call('DELETE', `/users/${id}/`, { token }),
};

const ROUNDS = 5;

it.each(Object.entries(WAYS).slice(0, 2))(
  'two last admins cannot %s each other',
  async (_, take) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const replies = await Promise.all([
        take(first.token, second.id),
        take(second.token, first.id),
      ]);
      const won = replies.filter(reply => reply.status === 200);
      const lost = replies.filter(reply => reply.status !== 200);
      expect(won).toHaveLength(1);
      // The loser's login may have ended before its request was admitted.
      expect([401, 409]).toContain(lost[0]?.status);
      if (lost[0]?.status === 409) expect(lost[0].body.code).toBe('LAST_ADMIN');
      expect(await admins()).toHaveLength(1);
      await statement(
        shop.platform.db,
        `update users set role = 'admin', is_active = true where id = any($1)`,
        [[first.id, second.id]],
      );
      await logInAgain();
    }
  },
);

/** What the other admin's request has written but not committed. */
async function whileOtherIs(write: string, id: string, work: () => Promise<void>): Promise<void> {
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  let begun = () => {};
  const written = new Promise<void>(resolve => {
    begun = resolve;
  });
  const other = shop.platform.db.transaction().execute(async tx => {
    await statement(tx, write, [id]);
    begun();
    await held;
  });
  await written;
  const request = work();
  // The request waits for the lock of the transaction above.
  await expect
    .poll(async () => {
      const rows = await statement<{ waiting: number }>(
        shop.platform.db,
        `select count(*)::integer as waiting from pg_locks
         where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows[0]?.waiting;
    })
    .toBe(1);
  release();
  await Promise.all([other, request]);
}

it.each(Object.entries(WAYS))(
  'a request to %s the last one waits and gets 409',
  async (_, take) => {
    await whileOtherIs('update users set is_active = false where id = $1', first.id, async () => {
      const reply = await take(first.token, second.id);
      expect(reply.status).toBe(409);
      expect(reply.body.code).toBe('LAST_ADMIN');
    });
    expect(await admins()).toEqual([{ id: second.id }]);
  },
);

it('an admin who is not the last one can be deleted', async () => {
  const spare = await shop.call('POST', '/users/', {
    token: first.token,
    body: { role: 'admin', employee_number: 'ADM-3', username: 'third', password: 'third-demo' },
  });
  const reply = await shop.call('DELETE', `/users/${spare.body.id}/`, { token: first.token });
  expect(reply.status).toBe(204);
});
