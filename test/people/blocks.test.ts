import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, MINUTE_MS, movableClock, openShop, type Shop } from './support.js';

const PATH = '/ops/blocks/';
const clock = movableClock();
let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openShop({ clock, background: false });
});
afterAll(() => shop.close());
beforeEach(async () => {
  clock.advance(21 * MINUTE_MS);
  token = await office();
});

/** A new login, because the clock leaves older ones behind. */
async function office(): Promise<string> {
  const body = { username: 'manager', password: 'manager-demo' };
  return (await shop.call('POST', '/auth/login/', { body })).body.access;
}
const type = (employee: string, pin: string, terminal = 'T-001') =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    body: { employee_id: employee, pin_code: pin, store_id: 'DOWNTOWN', terminal_id: terminal },
  });
const lockOut = async (employee: string, terminal?: string) => {
  for (let n = 0; n < 5; n += 1) {
    expect((await type(employee, '0000', terminal)).status).toBe(401);
  }
};
const list = async (as = token) => (await shop.call('GET', PATH, { token: as })).body;

/** A login of the back office: a manager of these stores. */
async function managerOf(store: string, name: string): Promise<string> {
  const stores = (await shop.call('GET', '/stores/', { token })).body as {
    id: string;
    code: string;
  }[];
  const body = {
    role: 'manager',
    employee_number: name,
    username: name.toLowerCase(),
    password: 'a long password',
    store_ids: stores.filter(({ code }) => code === store).map(({ id }) => id),
  };
  const made = await shop.call('POST', '/users/', { token, body });
  expect(made.status).toBe(201);
  const login = { username: body.username, password: body.password };
  return (await shop.call('POST', '/auth/login/', { body: login })).body.access;
}

describe('the list of lock-outs', () => {
  it('names the person, the till and the end, and nothing before the limit', async () => {
    await type('EMP001', '0000');
    expect(await list()).toEqual([]);
    clock.advance(11 * MINUTE_MS);
    token = await office();
    await type('EMP001', '1234');
    await lockOut('EMP001');
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        kind: 'pin_at_till',
        user: { id: expect.any(String), name: expect.stringMatching(/\w/) },
        terminal_id: 'T-001',
        address: null,
        reason: 'Wrong PINs of this employee at this till',
        failures: 5,
        since: clock.now().toISOString(),
        blocked_until: new Date(clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
      },
    ]);
    clock.advance(10 * MINUTE_MS);
    expect(await list(await office())).toEqual([]);
  });

  it('keeps no text that an unknown caller typed', async () => {
    await lockOut('NOBODY-4711', 'TILL-OF-NOBODY');
    const blocks = await list();
    expect(blocks).toEqual([expect.objectContaining({ user: null, terminal_id: null })]);
    const rows = await shop.platform.db.selectFrom('login_failures').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/NOBODY/);
  });

  it('is hidden from cashiers and from managers of other stores', async () => {
    const [airport, downtown] = [
      await managerOf('AIRPORT', 'MGR-A'),
      await managerOf('DOWNTOWN', 'MGR-D'),
    ];
    await type('EMP001', '1234');
    await lockOut('EMP001');
    const [block] = await list(downtown);
    expect(block).toMatchObject({ kind: 'pin_at_till', terminal_id: 'T-001' });
    expect(await list(airport)).toEqual([]);
    const path = `${PATH}${block.id}/`;
    expect((await shop.call('DELETE', path, { token: airport })).status).toBe(404);
    expect((await type('EMP001', '1234')).status).toBe(429);
    const till = (await type('EMP002', '2345', 'T-002')).body.token;
    expect((await shop.call('GET', PATH, { token: till })).status).toBe(403);
    expect((await shop.call('DELETE', path, { token: till })).status).toBe(403);
    expect((await shop.call('DELETE', path)).status).toBe(401);
    expect((await shop.call('DELETE', path, { token: downtown })).status).toBe(204);
    expect((await type('EMP001', '1234')).status).toBe(200);
  });
});

describe('lifting a lock-out', () => {
  it('lets the person in at once, is recorded, and happens once', async () => {
    await lockOut('EMP001');
    expect((await type('EMP001', '1234')).status).toBe(429);
    const [block] = await list();
    const lift = () => shop.call('DELETE', `${PATH}${block.id}/`, { token });
    const answers = await Promise.all([lift(), lift()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await type('EMP001', '1234')).status).toBe(200);
    const lifted = await eventsOf(shop, 'user.block_lifted');
    expect(lifted.filter(event => event.subject_id === block.user.id)).not.toEqual([]);
    // The count starts again at nothing.
    await lockOut('EMP001');
    expect((await type('EMP001', '1234')).status).toBe(429);
  });

  it('of an administrator is not for managers', async () => {
    const admin = { username: 'admin', password: 'wrong password' };
    for (let n = 0; n < 20; n += 1) await shop.call('POST', '/auth/login/', { body: admin });
    const chain = await shop.platform.db
      .selectFrom('login_failures')
      .select(['id', 'kind'])
      .where('blocked_until', '>', clock.now())
      .execute();
    expect(chain.map(({ kind }) => kind)).toEqual(['password']);
    const manager = await office();
    const path = `${PATH}${chain[0]?.id}/`;
    const answer = await shop.call('DELETE', path, { token: manager });
    expect([answer.status, answer.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
  });
});
