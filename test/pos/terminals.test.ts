import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openTills, SHIFTS, type Tills } from '../shifts/support.js';
import type { Shop } from '../support/service.js';

let tills: Tills;
let shop: Shop;
let manager: string;
let airportManager: string;
beforeAll(async () => {
  tills = await openTills();
  shop = tills.shop;
  manager = await shop.officeToken('manager');
  const hired = await shop.call('POST', '/users/', {
    token: await shop.officeToken('admin'),
    body: {
      employee_number: 'EMP090',
      role: 'manager',
      username: 'anna-airport',
      password: 'anna-airport-demo',
      store_ids: ['AIRPORT'],
    },
  });
  expect(hired.status).toBe(201);
  airportManager = await shop.officeToken('anna-airport');
});
afterAll(() => shop.close());

let made = 0;
let till = '';
beforeEach(() => {
  made += 1;
  till = `NEW-${made}`;
});

const logIn = (employee: string, pin: string, store: string, terminal = till) =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    body: { employee_id: employee, pin_code: pin, store_id: store, terminal_id: terminal },
  });
const downtown = (terminal?: string) => logIn('EMP001', '1234', 'DOWNTOWN', terminal);
const airport = (terminal?: string) => logIn('EMP005', '5678', 'AIRPORT', terminal);
const path = (store: string) => `/stores/${store}/terminals/${till}/`;
const change = (body: unknown, token = manager, store = 'DOWNTOWN') =>
  shop.call('PATCH', path(store), { token, body });
const release = (token = manager, store = 'DOWNTOWN') =>
  shop.call('POST', `${path(store)}release/`, { token });
const listed = async (store: string) => {
  const { body } = await shop.call('GET', `/stores/${store}/terminals/`, { token: manager });
  return body.find((terminal: { id: string }) => terminal.id === till);
};
const meet = async (token: string) => (await shop.call('GET', '/auth/me/', { token })).status;

describe('a disabled till', () => {
  it('ends its login, refuses logins, and works again once enabled', async () => {
    const { body: login } = await downtown();
    const off = await change({ is_active: false });
    expect([off.status, off.body.id, off.body.is_active]).toEqual([200, till, false]);
    expect(await meet(login.token)).toBe(401);
    const refused = await downtown();
    expect([refused.status, refused.body.code]).toEqual([403, 'TERMINAL_INACTIVE']);
    expect((await change({ is_active: true })).body.is_active).toBe(true);
    expect((await downtown()).status).toBe(200);
  });

  it('leaves other tills unaffected', async () => {
    const { body: other } = await logIn('EMP002', '2345', 'DOWNTOWN', 'T-002');
    await downtown();
    await change({ is_active: false });
    expect(await meet(other.token)).toBe(200);
  });

  it('keeps its open shift for a supervisor to close', async () => {
    const { body: login } = await downtown();
    const id = await tills.open('10.00', login.token);
    await change({ is_active: false });
    const by = await tills.supervisor();
    await tills.count(id, { '10.00': 1 }, by);
    expect((await tills.close(id, undefined, by)).body.status).toBe('closed');
  });
});

describe('a till', () => {
  it('gets a name without a logout', async () => {
    const { body: login } = await downtown();
    expect((await change({ name: 'By the door' })).body.name).toBe('By the door');
    expect((await change({ reader_id: 'tmr_1' })).body).toMatchObject({
      name: 'By the door',
      reader_id: 'tmr_1',
    });
    expect((await change({ is_active: true })).body.reader_id).toBe('tmr_1');
    expect((await change({ reader_id: null })).body.reader_id).toBeNull();
    expect(await listed('DOWNTOWN')).toMatchObject({ name: 'By the door', is_active: true });
    expect(await meet(login.token)).toBe(200);
  });

  it('is registered before its first login, so that no other store can take its id', async () => {
    const register = (store: string, token = manager) =>
      shop.call('POST', `/stores/${store}/terminals/`, { token, body: { id: till } });
    const registered = await register('DOWNTOWN');
    expect(registered.status).toBe(201);
    expect(registered.body).toEqual({
      id: till,
      store_id: DOWNTOWN_ID,
      name: till,
      is_active: true,
      reader_id: null,
      last_seen_at: null,
    });
    expect((await airport()).body.code).toBe('TERMINAL_OF_OTHER_STORE');
    const taken = await register('AIRPORT', airportManager);
    expect([taken.status, taken.body.code]).toEqual([409, 'TERMINAL_EXISTS']);
    expect((await register('DOWNTOWN')).status).toBe(409);
    expect((await downtown()).status).toBe(200);
  });

  it('is changed by managers of its store and by admins only', async () => {
    const { body: login } = await downtown();
    for (const [token, status] of [
      [login.token, 403],
      [await tills.supervisor(), 403],
      [airportManager, 404],
    ]) {
      expect((await change({ is_active: false }, token)).status).toBe(status);
      expect((await release(token)).status).toBe(status);
    }
    expect((await change({ is_active: false }, airportManager, 'AIRPORT')).status).toBe(404);
    expect((await release(airportManager, 'AIRPORT')).status).toBe(404);
    expect(await listed('DOWNTOWN')).toMatchObject({ is_active: true });
    expect(await meet(login.token)).toBe(200);
    const admin = await shop.officeToken('admin');
    expect((await change({ is_active: false }, admin)).status).toBe(200);
  });
});

describe('the id of a till', () => {
  it('of another store is free again after its release', async () => {
    const { body: squatter } = await airport();
    expect((await downtown()).body.code).toBe('TERMINAL_OF_OTHER_STORE');
    expect((await release(airportManager, 'AIRPORT')).status).toBe(204);
    expect(await meet(squatter.token)).toBe(401);
    expect(await listed('AIRPORT')).toBeUndefined();
    expect((await downtown()).status).toBe(200);
    expect((await airport()).body.code).toBe('TERMINAL_OF_OTHER_STORE');
    expect((await listed('DOWNTOWN')).store_id).toBe(DOWNTOWN_ID);
  });

  it('starts over at the next store: enabled and without the old name', async () => {
    await downtown();
    await change({ is_active: false, name: 'Old corner' });
    expect((await release()).status).toBe(204);
    expect((await airport()).status).toBe(200);
    expect(await listed('AIRPORT')).toMatchObject({
      store_id: AIRPORT_ID,
      name: till,
      is_active: true,
    });
  });

  it('is not released while a shift is open there, but is afterwards', async () => {
    const { body: login } = await downtown();
    const id = await tills.open('10.00', login.token);
    const before = await listed('DOWNTOWN');
    const refused = await release();
    expect([refused.status, refused.body.code]).toEqual([409, 'SHIFT_OPEN']);
    expect(await listed('DOWNTOWN')).toEqual(before);
    expect(await meet(login.token)).toBe(200);
    await tills.count(id, { '10.00': 1 }, login.token);
    await tills.close(id, undefined, login.token);
    expect((await release()).status).toBe(204);
  });

  it('leaves its history to the previous store', async () => {
    const { body: login } = await downtown();
    const id = await tills.open('10.00', login.token);
    await tills.count(id, { '10.00': 1 }, login.token);
    await tills.close(id, undefined, login.token);
    await release();
    const { body: next } = await airport();
    expect((await shop.call('GET', SHIFTS, { token: next.token })).body).toEqual([]);
    expect((await tills.read(`${id}/`, next.token)).status).toBe(404);
    expect((await tills.read(`${id}/`, manager)).body.store).toBe(DOWNTOWN_ID);
  });

  it('either opens a shift or is released when both are concurrent', async () => {
    for (let round = 0; round < 5; round += 1) {
      till = `RACE-${round}`;
      await downtown();
      const body = { opening_float: '0.00', terminal_id: till };
      const [opened, released] = await Promise.all([
        shop.call('POST', SHIFTS, { token: manager, body }),
        release(),
      ]);
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([opened.status, released.status]);
    }
  });

  it('that is unknown answers 404', async () => {
    expect((await change({ name: 'x' })).status).toBe(404);
    expect((await release()).status).toBe(404);
    await downtown();
    await release();
    expect((await release()).status).toBe(404);
  });
});
