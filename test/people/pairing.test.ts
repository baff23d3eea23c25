import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import type { Shop } from './support.js';
import { eventsOf, inParallel, MINUTE_MS, movableClock, openShop, type Reply } from './support.js';

const clock = movableClock();
let shop: Shop;
let manager: string;
beforeAll(async () => {
  const env = { TRUST_PROXY: '127.0.0.1', FLOOD_LIMIT: '10000' };
  shop = await openShop({ clock, background: false, env });
  manager = await office('manager', 'manager-demo');
  for (const id of ['T-003', 'T-004']) {
    await shop.call('POST', '/stores/DOWNTOWN/terminals/', { token: manager, body: { id } });
  }
});
afterAll(() => shop.close());
beforeEach(async () => {
  clock.advance(11 * MINUTE_MS);
  manager = await office('manager', 'manager-demo');
  await require(false);
});

const PLACE = '203.0.113.20';
const office = async (username: string, password: string): Promise<string> =>
  (await shop.call('POST', '/auth/login/', { body: { username, password } })).body.access;
const setStore = (body: object, store = 'DOWNTOWN') =>
  shop.call('PATCH', `/stores/${store}/`, { token: manager, body });
const require = async (required: boolean, store?: string): Promise<void> => {
  const { status, body } = await setStore({ require_paired_tills: required }, store);
  expect([status, body.require_paired_tills]).toEqual([200, required]);
};

const makeCode = (terminal = 'T-001', store = 'DOWNTOWN', token = manager) =>
  shop.call('POST', `/stores/${store}/terminals/${terminal}/pairing-code/`, { token });
const newCode = async (terminal?: string, store?: string): Promise<string> => {
  const made = await makeCode(terminal, store);
  expect(made.status).toBe(201);
  return made.body.code;
};
let attempts = 0;
const newAttempt = (): string => {
  attempts += 1;
  return `attempt-of-a-device-${attempts}`;
};
type Cookie = string | undefined;
const from = (cookie: Cookie, address = PLACE) => ({
  'x-forwarded-for': address,
  'user-agent': 'Register/1',
  ...(cookie && { cookie }),
});
const pair = (code: string, more: { attempt?: string; store_id?: string } = {}, cookie?: Cookie) =>
  shop.call('POST', '/pos/auth/pairing/', {
    body: { code, attempt: newAttempt(), ...more },
    headers: from(cookie),
  });
const cookieOf = (reply: Reply): string => {
  const cookies = [reply.headers['set-cookie'] ?? []].flat().map(String);
  return cookies.find(cookie => cookie.startsWith('paired_till='))?.split(';')[0] ?? '';
};
const paired = async (terminal?: string, store?: string): Promise<string> => {
  const reply = await pair(await newCode(terminal, store));
  expect(reply.status).toBe(200);
  return cookieOf(reply);
};
const logIn = (cookie: Cookie, body: object = {}) =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    headers: from(cookie),
    body: {
      employee_id: 'EMP001',
      pin_code: '1234',
      store_id: 'DOWNTOWN',
      terminal_id: 'T-001',
      ...body,
    },
  });
const asked = (cookie: Cookie, store = 'DOWNTOWN') =>
  shop.call('GET', `/pos/auth/pairing/?store_id=${store}`, { headers: from(cookie) });
const devices = async (token = manager, store = 'DOWNTOWN') =>
  (await shop.call('GET', `/stores/${store}/paired-devices/`, { token })).body;
const unpair = (id: string, token = manager, store = 'DOWNTOWN') =>
  shop.call('DELETE', `/stores/${store}/paired-devices/${id}/`, { token });
const codeOf = ({ status, body }: Reply) => [status, body.code];
const me = async (token: string) => (await shop.call('GET', '/auth/me/', { token })).status;

describe('a store that requires paired tills', () => {
  it('takes the PIN of its own paired device, and of no other device', async () => {
    expect((await logIn(undefined)).status).toBe(200);
    await require(true);
    const refused = await logIn(undefined);
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        success: false,
        error:
          'This device is not paired with a till of this store. Ask a manager for a pairing code.',
        code: 'DEVICE_NOT_PAIRED',
      },
    ]);
    expect(codeOf(await logIn('paired_till=made-up'))).toEqual([403, 'DEVICE_NOT_PAIRED']);
    const cookie = await paired();
    const inside = await logIn(cookie);
    expect(inside.status).toBe(200);
    expect(cookieOf(inside)).toBe(cookie);
    // The cookie alone is worth nothing either.
    expect(codeOf(await logIn(cookie, { pin_code: '0000' }))).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await shop.call('GET', '/auth/me/', { headers: from(cookie) })).status).toBe(401);
  });

  it('says the same to a right and a wrong PIN from elsewhere, and locks nobody out', async () => {
    await require(true);
    const before = await tallies();
    for (let n = 0; n < 30; n += 1) {
      const pin_code = n % 2 ? '1234' : '0000';
      expect(codeOf(await logIn(undefined, { pin_code }))).toEqual([403, 'DEVICE_NOT_PAIRED']);
      const unknown = { employee_id: 'NOBODY', pin_code };
      expect(codeOf(await logIn(undefined, unknown))).toEqual([403, 'DEVICE_NOT_PAIRED']);
    }
    expect(await tallies()).toEqual(before);
    expect((await logIn(await paired())).status).toBe(200);
  });

  it('refuses a device that is paired with a till of another store', async () => {
    await require(true);
    const airport = await paired('T-101', 'AIRPORT');
    expect(codeOf(await logIn(airport))).toEqual([403, 'DEVICE_OF_OTHER_STORE']);
    expect((await asked(airport)).body).toMatchObject({
      required: true,
      paired: { terminal_id: 'T-101', store: { code: 'AIRPORT' } },
    });
  });

  it('refuses the device of a till that is switched off, until it is on again', async () => {
    await require(true);
    const cookie = await paired('T-002');
    const body = { employee_id: 'EMP002', pin_code: '2345', terminal_id: 'T-002' };
    const { token } = (await logIn(cookie, body)).body;
    const path = '/stores/DOWNTOWN/terminals/T-002/';
    const setActive = (is_active: boolean) =>
      shop.call('PATCH', path, { token: manager, body: { is_active } });
    await setActive(false);
    expect(await me(token)).toBe(401);
    expect(codeOf(await logIn(cookie, body))).toEqual([403, 'TERMINAL_INACTIVE']);
    // Its pairing is not a way to another till either.
    expect(codeOf(await logIn(cookie))).toEqual([403, 'TERMINAL_INACTIVE']);
    expect(codeOf(await makeCode('T-002'))).toEqual([403, 'TERMINAL_INACTIVE']);
    await setActive(true);
    expect((await logIn(cookie, body)).status).toBe(200);
  });
});

describe('a pairing code', () => {
  it('is short, works once and for ten minutes, and is kept as a hash only', async () => {
    const made = await makeCode();
    expect(made.body).toEqual({
      code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/),
      terminal_id: 'T-001',
      expires_at: new Date(clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
    });
    const { code } = made.body as { code: string };
    const reply = await pair(code.toLowerCase().replace('-', ' '));
    expect([reply.status, reply.body.paired]).toMatchObject([
      200,
      { terminal_id: 'T-001', store: { code: 'DOWNTOWN', name: 'Tillhouse Downtown' } },
    ]);
    expect(String(reply.headers['set-cookie'])).toMatch(
      /paired_till=[\w-]{43}; Max-Age=\d+; Path=\/pos\/auth\/; HttpOnly; SameSite=Strict/,
    );
    const kept = JSON.stringify([
      await statement(shop.platform.db, 'select p::text from pairing_codes p'),
      await statement(shop.platform.db, 'select p::text from paired_devices p'),
      await statement(shop.platform.db, 'select o::text from outbox o'),
    ]);
    const token = cookieOf(reply).split('=')[1] ?? '';
    for (const secret of [code, code.replace('-', ''), token]) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(codeOf(await pair(code))).toEqual([409, 'PAIRING_CODE_USED']);
    const late = await newCode();
    clock.advance(10 * MINUTE_MS);
    expect(codeOf(await pair(late))).toEqual([400, 'PAIRING_CODE_INVALID']);
  });

  it('pairs one of two devices that use it at the same moment', async () => {
    const before = await devices();
    const code = await newCode();
    const replies = await inParallel(6, () => pair(code));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await devices()).toHaveLength(before.length + 1);
  });

  it('works again for the same device if the answer was lost', async () => {
    const code = await newCode();
    const attempt = newAttempt();
    const before: Row[] = await devices();
    const lost = cookieOf(await pair(code, { attempt }));
    const reply = await pair(code, { attempt });
    expect(reply.status).toBe(200);
    const added = (await devices()).filter((one: Row) => !before.some(({ id }) => id === one.id));
    expect(added).toHaveLength(1);
    await require(true);
    expect((await logIn(cookieOf(reply))).status).toBe(200);
    expect(codeOf(await logIn(lost))).toEqual([403, 'DEVICE_NOT_PAIRED']);
    // Not after a manager has unpaired the device meanwhile.
    expect((await unpair(added[0].id)).status).toBe(204);
    expect(codeOf(await pair(code, { attempt }))).toEqual([409, 'PAIRING_CODE_USED']);
  });

  it('is replaced by the next one for the same till', async () => {
    const [first, second] = [await newCode(), await newCode()];
    expect(codeOf(await pair(first))).toEqual([400, 'PAIRING_CODE_INVALID']);
    expect((await pair(second)).status).toBe(200);
  });

  it('of another store is refused at a register that knows its store, and stays usable', async () => {
    const code = await newCode('T-101', 'AIRPORT');
    const wrong = await pair(code, { store_id: 'DOWNTOWN' });
    expect(codeOf(wrong)).toEqual([409, 'PAIRING_CODE_OF_OTHER_STORE']);
    expect(cookieOf(wrong)).toBe('');
    expect((await pair(code, { store_id: 'AIRPORT' })).status).toBe(200);
  });

  it('of a till that was switched off or released meanwhile pairs nothing', async () => {
    await shop.call('POST', '/stores/DOWNTOWN/terminals/', {
      token: manager,
      body: { id: 'T-P1' },
    });
    const path = '/stores/DOWNTOWN/terminals/T-P1/';
    const code = await newCode('T-P1');
    await shop.call('PATCH', path, { token: manager, body: { is_active: false } });
    expect(codeOf(await pair(code))).toEqual([403, 'TERMINAL_INACTIVE']);
    await shop.call('PATCH', path, { token: manager, body: { is_active: true } });
    const cookie = cookieOf(await pair(code));
    expect((await asked(cookie)).body.paired).toMatchObject({ terminal_id: 'T-P1' });
    const spare = await newCode('T-P1');
    expect((await shop.call('POST', `${path}release/`, { token: manager })).status).toBe(204);
    expect(codeOf(await pair(spare))).toEqual([400, 'PAIRING_CODE_INVALID']);
    expect((await asked(cookie)).body.paired).toBeNull();
  });

  it('is not guessed: ten wrong codes block the address', async () => {
    const code = await newCode();
    const guess = (typed: string) =>
      shop.call('POST', '/pos/auth/pairing/', {
        body: { code: typed, attempt: newAttempt() },
        headers: from(undefined, '203.0.113.99'),
      });
    for (let n = 0; n < 10; n += 1) {
      expect(codeOf(await guess(`ABCD-EF2${n}`))).toEqual([400, 'PAIRING_CODE_INVALID']);
    }
    expect(codeOf(await guess(code))).toEqual([429, 'FAILURE_BLOCKED']);
    const blocked = (await shop.call('GET', '/ops/blocks/', { token: manager })).body;
    expect(blocked).toContainEqual(
      expect.objectContaining({ kind: 'failure', address: '203.0.113.99' }),
    );
    expect((await pair(code)).status).toBe(200);
  });

  it('is made by managers of the store at the desk only', async () => {
    const airport = await managerOf('AIRPORT', 'PAIR-A');
    expect(codeOf(await makeCode('T-001', 'DOWNTOWN', airport))[0]).toBe(404);
    expect(codeOf(await makeCode('T-001', 'AIRPORT', airport))[0]).toBe(404);
    const till = (await logIn(undefined)).body.token;
    expect((await makeCode('T-001', 'DOWNTOWN', till)).status).toBe(403);
    expect((await makeCode('T-001', 'DOWNTOWN', '')).status).toBe(401);
    expect((await makeCode('T-101', 'AIRPORT', airport)).status).toBe(201);
  });
});

describe('a paired device', () => {
  it('is listed at its store, and its logins end when it is unpaired', async () => {
    const cookie = await paired('T-003');
    const person = { employee_id: 'EMP003', pin_code: '3456', terminal_id: 'T-003' };
    const { token } = (await logIn(cookie, person)).body;
    const device = (await devices()).find((one: Row) => one.terminal_id === 'T-003');
    expect(device).toEqual({
      id: expect.any(String),
      terminal_id: 'T-003',
      device: 'Register/1',
      device_name: 'Register/1',
      paired_by: expect.stringMatching(/\w/),
      paired_at: clock.now().toISOString(),
      last_seen_at: clock.now().toISOString(),
    });
    const airport = await managerOf('AIRPORT', 'PAIR-B');
    expect((await devices(airport)).detail).toBe('Store not found.');
    expect((await unpair(device.id, airport)).status).toBe(404);
    expect((await unpair(device.id, airport, 'AIRPORT')).status).toBe(404);
    expect(await me(token)).toBe(200);
    const answers = await Promise.all([unpair(device.id), unpair(device.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await me(token)).toBe(401);
    await require(true);
    expect(codeOf(await logIn(cookie, person))).toEqual([403, 'DEVICE_NOT_PAIRED']);
    const unpaired = await eventsOf(shop, 'terminal.device_unpaired');
    expect(unpaired.filter(event => event.subject_id === device.id)).toHaveLength(1);
    const made = await eventsOf(shop, 'terminal.device_paired');
    expect(made.filter(event => event.subject_id === device.id)).toHaveLength(1);
  });

  it('that is paired with another till leaves the first one', async () => {
    const cookie = await paired('T-004');
    const moved = await pair(await newCode('T-003'), {}, cookie);
    expect(moved.status).toBe(200);
    const tills = (await devices()).map((one: Row) => one.terminal_id);
    expect(tills.filter((id: string) => id === 'T-004')).toEqual([]);
    expect((await asked(cookieOf(moved))).body.paired).toMatchObject({ terminal_id: 'T-003' });
    expect((await asked(cookie)).body.paired).toBeNull();
  });

  it('logs in as its own till only, whether the store requires pairing or not', async () => {
    const cookie = await paired('T-003');
    const before = await tallies();
    for (const required of [true, false]) {
      await require(required);
      for (const pin_code of ['1234', '0000']) {
        for (const terminal_id of ['T-002', 'T-NEW']) {
          const refused = await logIn(cookie, { pin_code, terminal_id });
          expect(codeOf(refused)).toEqual([403, 'DEVICE_OF_OTHER_TILL']);
        }
      }
      expect((await logIn(cookie, { terminal_id: 'T-003' })).status).toBe(200);
    }
    expect(await tallies()).toEqual(before);
    const tills = await statement(shop.platform.db, "select 1 from terminals where id = 'T-NEW'");
    expect(tills).toEqual([]);
  });

  it('cannot log in while it is unpaired: no login survives', async () => {
    await require(true);
    const cookie = await paired('T-002');
    const body = { employee_id: 'EMP002', pin_code: '2345', terminal_id: 'T-002' };
    const device = (await devices()).findLast((one: Row) => one.terminal_id === 'T-002');
    const [login] = await Promise.all([logIn(cookie, body), unpair(device.id)]);
    if (login.status === 200) expect(await me(login.body.token)).toBe(401);
    else expect(codeOf(login)).toEqual([403, 'DEVICE_NOT_PAIRED']);
  });

  it('asks about itself without a login; an unknown store requires nothing', async () => {
    expect((await asked(undefined)).body).toEqual({ success: true, required: false, paired: null });
    await require(true);
    expect((await asked(undefined)).body).toEqual({ success: true, required: true, paired: null });
    expect((await asked(undefined, 'NOWHERE')).body.required).toBe(false);
  });
});

type Row = { id: string; terminal_id: string };

const tallies = () =>
  statement(shop.platform.db, 'select subject, failed_at from login_failures order by subject');

async function managerOf(store: string, name: string): Promise<string> {
  const stores = (await shop.call('GET', '/stores/', { token: manager })).body as {
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
  expect((await shop.call('POST', '/users/', { token: manager, body })).status).toBe(201);
  return office(body.username, body.password);
}
