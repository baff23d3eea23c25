import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceTokenFor } from '../../src/domains/people/devices/device-token.js';
import { statement } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { soon } from '../support/soon.js';
import { mug } from '../transactions/support.js';
import { inParallel, MINUTE_MS, openShop, type Reply, type Shop, tally } from './support.js';

const BLOCKS = '/ops/blocks/';
/** The address of the store's Wi-Fi, which tills, desk and shoppers share. */
const WIFI = '203.0.113.50';
const HOME = '198.51.100.4';

const lines: { msg: string; kind?: string; address?: string }[] = [];
let shop: Shop;
let admin: string;
beforeAll(async () => {
  const log = createLog('warn', { write: line => lines.push(JSON.parse(line)) });
  shop = await openShop({
    background: false,
    log,
    env: { TRUST_PROXY: '127.0.0.1', FLOOD_LIMIT: '20', FLOOD_BLOCK_SECONDS: '120' },
  });
  admin = await shop.officeToken('admin');
});
afterAll(() => shop.close());
afterEach(async () => {
  for (const { id } of await blocks()) await lift(id);
  lines.length = 0;
});

type Headers = Record<string, string>;
const from = (address: string, headers: Headers = {}) => ({
  'x-forwarded-for': address,
  ...headers,
});
const browse = (headers: Headers) => shop.call('GET', '/web-commerce/stores/', { headers });
const flood = (headers: Headers = from(WIFI)) => inParallel(40, () => browse(headers));
const blocks = async (token = admin, headers: Headers = {}) =>
  (await shop.call('GET', BLOCKS, { token, headers })).body as {
    id: string;
    kind: string;
    address: string | null;
  }[];
const lift = (id: string, token = admin, headers: Headers = {}) =>
  shop.call('DELETE', `${BLOCKS}${id}/`, { token, headers });

const tokenOf = (owner: string, at: Date): string => {
  const keys = { config: shop.platform.config, clock: { now: () => at } };
  return deviceTokenFor(keys, undefined, { id: `id-${owner}`, owner }) ?? '';
};
const typePin = (headers: Headers, pin = '1234', terminal_id = 'T-001') =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    headers,
    body: { employee_id: 'EMP001', pin_code: pin, store_id: 'DOWNTOWN', terminal_id },
  });
const logIn = (username: string, password: string, headers: Headers) =>
  shop.call('POST', '/auth/login/', { body: { username, password }, headers });
const deviceOf = (reply: Reply): Headers => ({
  'x-device-token': String(reply.headers['x-device-token']),
});
const cookiesOf = (reply: Reply): Headers => ({
  cookie: [reply.headers['set-cookie'] ?? []]
    .flat()
    .map(cookie => String(cookie).split(';')[0])
    .join('; '),
});

describe("a flood from the store's Wi-Fi", () => {
  it('blocks the shopper, while the till sells, logs out and logs in again', async () => {
    const first = await typePin(from(WIFI));
    const device = deviceOf(first);
    const { token } = first.body;
    const refused = (await flood()).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(21);
    const out = { token, headers: from(WIFI) };
    const sale = await shop.call('POST', '/pos/transactions/create/', { ...out, body: mug() });
    expect(sale.status).toBe(201);
    const paid = await shop.call(
      'POST',
      `/pos/transactions/${sale.body.transaction.transaction_id}/payment/`,
      { ...out, body: { payment_method_id: 'cash', tendered_amount: '20.00' } },
    );
    expect(paid.status).toBe(202);
    expect((await shop.call('POST', '/pos/auth/terminal-logout/', out)).status).toBe(200);
    expect((await browse(from(WIFI, device))).status).toBe(200);
    expect((await typePin(from(WIFI, device))).status).toBe(200);
    // A till that has never logged in shares the block of its address.
    const stranger = await typePin(from(WIFI));
    expect([stranger.status, stranger.body.code]).toEqual([429, 'FLOOD_BLOCKED']);
    expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(120);
  });

  it('spares the desk, also when its access token has to be renewed', async () => {
    const desk = await logIn('manager', 'manager-demo', from(WIFI));
    await flood();
    const renew = (headers: Headers) =>
      shop.call('POST', '/auth/refresh/', { headers, body: { refresh: desk.body.refresh } });
    expect((await renew(from(WIFI))).status).toBe(429);
    expect((await renew(from(WIFI, deviceOf(desk)))).status).toBe(200);
  });

  it('spares a customer by cookie, with and without a login, and the sessions of others', async () => {
    const chrome = { 'user-agent': 'Chrome', 'sec-fetch-mode': 'cors', origin: 'http://localhost' };
    const login = await logIn('shopper@example.com', 'shopper-demo', from(WIFI, chrome));
    const cookies = cookiesOf(login).cookie ?? '';
    await flood();
    expect((await browse(from(WIFI, { cookie: cookies }))).status).toBe(200);
    for (const cookie of cookies.split('; ')) {
      expect((await browse(from(WIFI, { cookie }))).status).toBe(200);
    }
    const bearer = { authorization: `Bearer ${login.body.access}` };
    expect((await browse(from(WIFI, bearer))).status).toBe(200);
    expect((await browse(from(WIFI, { cookie: 'web_session=made-up' }))).status).toBe(429);
  });

  it('is not evaded by a made-up token or by failed logins', async () => {
    const failed = await logIn('manager', 'wrong password', from(WIFI));
    expect(failed.headers['x-device-token']).toBeUndefined();
    expect(failed.headers['set-cookie']).toBeUndefined();
    const known = deviceOf(await logIn('manager', 'manager-demo', from(WIFI)))['x-device-token'];
    const [id, owner, day, signature] = known?.split('.') ?? [];
    await flood();
    const forged = [
      `other.${owner}.${day}.${signature}`,
      `${id}.someone-else.${day}.${signature}`,
      `${id}.${owner}.zzzz.${signature}`,
      `${id}.${signature}`,
      `${id}`,
      `${known}x`,
      `${known}.${id}`,
      tokenOf('expired', new Date(Date.now() - 401 * 24 * 60 * MINUTE_MS)),
    ];
    for (const token of forged) {
      expect((await browse(from(WIFI, { 'x-device-token': token }))).status).toBe(429);
      expect((await browse(from(WIFI, { cookie: `device=${token}` }))).status).toBe(429);
    }
  });

  it('of the devices of one person blocks these and no others', async () => {
    const devices: Headers[] = [];
    // The till is new, so its devices count for the person.
    for (let n = 0; n < 8; n += 1) devices.push(deviceOf(await typePin({})));
    expect(new Set(devices.map(device => device['x-device-token'])).size).toBe(8);
    const answers = await inParallel(108, n => browse(from(WIFI, devices[n % 8])));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(89 - 19);
    expect((await browse(from(WIFI, devices[7]))).status).toBe(429);
    expect((await browse(from(WIFI))).status).toBe(200);
    const other = deviceOf(await logIn('manager', 'manager-demo', from(WIFI)));
    expect((await browse(from(WIFI, other))).status).toBe(200);
    expect(await blocks()).toEqual([
      expect.objectContaining({
        kind: 'flood',
        address: WIFI,
        reason: '20 requests of the devices of one person or till within a second',
      }),
    ]);
  });

  it('of the logins of one customer counts as one, too', async () => {
    const logins: Headers[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { body } = await logIn('shopper@example.com', 'shopper-demo', {});
      logins.push({ authorization: `Bearer ${body.access}` });
    }
    const answers = await inParallel(108, n => browse(from(WIFI, logins[n % 4])));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(70);
  });

  it('is not what thirty tills cause that one person opens again after a power cut', async () => {
    const till = (n: number) => `T-P${n}`;
    await statement(
      shop.platform.db,
      `insert into terminals (id, store_id, created_at)
       select 'T-P' || n, $1, now() - interval '2 days' from generate_series(0, 29) n`,
      [DOWNTOWN_ID],
    );
    const devices = await inParallel(30, async n => deviceOf(await typePin({}, '1234', till(n))));
    const answers = await inParallel(30, n => typePin(from(WIFI, devices[n]), '1234', till(n)));
    expect(tally(answers)).toEqual({ 200: 30 });
    expect(await blocks()).toEqual([]);
  });

  it('of all devices at an address is refused, and blocks none of them', async () => {
    const devices = Array.from({ length: 40 }, (_, n) => ({
      'x-device-token': tokenOf(`owner-${n}`, new Date()),
    }));
    const answers = await inParallel(720, n => browse(from(WIFI, devices[n % 40])));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body.code).toBe('FLOOD_BLOCKED');
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect(await blocks()).toEqual([]);
    // One that took no part: the others may have reached their own limit by asking once more.
    const late = { 'x-device-token': tokenOf('owner-late', new Date()) };
    await vi.waitFor(async () => expect((await browse(from(WIFI, late))).status).toBe(200), {
      ...soon,
      interval: 500,
    });
  });

  it('does not consist of pages and their files', async () => {
    for (const path of ['/', '/app/desk/', '/app/shop/p/mug', '/app/assets/index.js']) {
      const views = await inParallel(40, () => shop.call('GET', path, { headers: from(HOME) }));
      expect(views.filter(({ status }) => status === 429)).toEqual([]);
    }
    expect((await browse(from(HOME))).status).toBe(200);
    await flood();
    expect((await shop.call('GET', '/', { headers: from(WIFI) })).status).toBe(200);
    expect(await blocks()).toHaveLength(1);
  });
});

describe('a blocked address', () => {
  it('is logged, counted and listed with its times, and lifted once', async () => {
    const before = await figure('tillhouse_address_blocks_total{kind="flood"}');
    await flood();
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'an address is blocked',
        kind: 'flood',
        address: WIFI,
        seconds: 120,
      }),
    ]);
    const [block] = await blocks();
    expect(block).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'flood',
      user: null,
      terminal_id: null,
      address: WIFI,
      reason: '20 requests of devices without a login within a second',
      failures: 20,
      since: expect.any(String),
      blocked_until: expect.any(String),
    });
    const { since, blocked_until: until } = block as unknown as Record<string, string>;
    expect(Math.abs(Date.parse(until ?? '') - Date.parse(since ?? '') - 120_000)).toBeLessThan(50);
    expect(await figure('tillhouse_address_blocks_total{kind="flood"}')).toBe(before + 1);
    expect(await figure('tillhouse_blocks{kind="flood"}')).toBe(1);
    const answers = await Promise.all([lift(block?.id ?? ''), lift(block?.id ?? '')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect((await browse(from(WIFI))).status).toBe(200);
    expect(await blocks()).toEqual([]);
    const lifted = await liftedEvents();
    expect(lifted.at(-1)).toMatchObject({ kind: 'flood', address: WIFI, user_id: null });
  });

  it('after failed logins is lifted in the same way', async () => {
    for (let n = 0; n < 10; n += 1) await logIn(`nobody-${n}`, 'wrong password', from(HOME));
    expect((await logIn('manager', 'manager-demo', from(HOME))).body.code).toBe('FAILURE_BLOCKED');
    const [block] = await blocks();
    expect(block).toMatchObject({ kind: 'failure', address: HOME, failures: 10 });
    expect((await lift(block?.id ?? '')).status).toBe(204);
    expect((await logIn('manager', 'manager-demo', from(HOME))).status).toBe(200);
  });

  it('concerns the managers of the store whose till logged in there, and no others', async () => {
    await typePin(from(WIFI));
    const downtown = await managerOf('DOWNTOWN', 'BLK-D');
    const airport = await managerOf('AIRPORT', 'BLK-A');
    await flood();
    const [block] = await blocks(downtown, from(HOME));
    expect(block).toMatchObject({ kind: 'flood', address: WIFI });
    expect(await blocks(airport, from(HOME))).toEqual([]);
    expect((await lift(block?.id ?? '', airport, from(HOME))).status).toBe(404);
    expect((await browse(from(WIFI))).status).toBe(429);
    // A manager who sits at the blocked address sees it.
    expect(await blocks(airport, from(WIFI))).toHaveLength(1);
    const cashier = (await typePin(from(HOME, {}))).body.token;
    expect((await lift(block?.id ?? '', cashier)).status).toBe(403);
    expect((await lift(block?.id ?? '', downtown, from(HOME))).status).toBe(204);
    expect((await browse(from(WIFI))).status).toBe(200);
  });
});

async function figure(name: string): Promise<number> {
  const { text } = await shop.call('GET', '/metrics/', { token: admin });
  const line = text.split('\n').find(one => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? Number.NaN);
}

async function liftedEvents(): Promise<Record<string, unknown>[]> {
  await shop.settleEvents();
  const rows = await shop.platform.db
    .selectFrom('events')
    .select('data')
    .where('event', '=', 'user.block_lifted')
    .orderBy('seq')
    .execute();
  return rows.map(({ data }) => data as Record<string, unknown>);
}

async function managerOf(store: string, name: string): Promise<string> {
  const stores = (await shop.call('GET', '/stores/', { token: admin })).body as {
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
  expect((await shop.call('POST', '/users/', { token: admin, body })).status).toBe(201);
  return (await logIn(body.username, body.password, from(HOME))).body.access;
}
