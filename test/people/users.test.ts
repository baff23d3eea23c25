import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { eventsOf, openShop, type Reply, type Shop } from './support.js';

let shop: Shop;
let admin: string;
let manager: string;
/** A manager assigned to DOWNTOWN only. */
let downtown: string;
let downtownId: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  admin = await shop.officeToken('admin');
  manager = await shop.officeToken('manager');
  const created = await post(admin, {
    role: 'manager',
    employee_number: 'DT-1',
    username: 'downtown',
    password: 'downtown-demo',
    store_ids: ['DOWNTOWN'],
  });
  downtownId = created.body.id;
  downtown = await shop.officeToken('downtown');
});
afterAll(() => shop.close());

let answers = '';
const keep = (reply: Reply): Reply => {
  answers += reply.text;
  return reply;
};
const post = async (token: string, body: object) =>
  keep(await shop.call('POST', '/users/', { token, body }));
const patch = async (token: string, id: string, body: object) =>
  keep(await shop.call('PATCH', `/users/${id}/`, { token, body }));
const get = async (token: string, id: string) =>
  keep(await shop.call('GET', `/users/${id}/`, { token }));
const list = async (token: string, query = '') =>
  keep(await shop.call('GET', `/users/${query}`, { token }));
const remove = (token: string, id: string) => shop.call('DELETE', `/users/${id}/`, { token });
const row = (id: string) =>
  shop.platform.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
const idOf = async (employeeNumber: string) => {
  const found = await shop.platform.db
    .selectFrom('users')
    .select('id')
    .where('employee_number', '=', employeeNumber)
    .executeTakeFirstOrThrow();
  return found.id;
};
let next = 0;
const hire = async (fields: object = {}) => {
  next += 1;
  const created = await post(admin, {
    role: 'cashier',
    employee_number: `NEW-${next}`,
    pin_code: '7777',
    store_ids: ['DOWNTOWN'],
    ...fields,
  });
  expect(created.status).toBe(201);
  return created.body;
};
const tillLogin = (employee: string, pin = '7777', terminal = `T-${employee}`) =>
  shop.call('POST', '/pos/auth/terminal-login/', {
    body: { employee_id: employee, pin_code: pin, store_id: 'DOWNTOWN', terminal_id: terminal },
  });
const me = (token: string) => shop.call('GET', '/auth/me/', { token });

describe('adding a person', () => {
  it('answers with everything but the secrets, and lets them log in', async () => {
    const { status, body } = await post(manager, {
      role: 'cashier',
      employee_number: 'EMP100',
      username: 'nora',
      email: 'nora@example.com',
      first_name: 'Nora',
      last_name: 'Lind',
      phone: '+47 1',
      pin_code: '9876',
      password: 'nora-password',
      store_ids: ['DOWNTOWN', AIRPORT_ID, 'store-downtown'],
      sanity_id: 'user-nora',
      pin_hash: 'mine',
      loyalty_points: 5000,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Nora Lind',
      first_name: 'Nora',
      last_name: 'Lind',
      email: 'nora@example.com',
      phone: '+47 1',
      username: 'nora',
      employee_number: 'EMP100',
      role: 'cashier',
      own_role: null,
      all_stores: false,
      loyalty_points: 0,
      customer_group: null,
      tax_exemption: null,
      store_ids: [DOWNTOWN_ID, AIRPORT_ID],
      has_pin: true,
      has_password: true,
      has_passkeys: false,
      invitation: null,
      has_totp: false,
      is_active: true,
      sanity_id: 'user-nora',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await tillLogin('EMP100', '9876')).status).toBe(200);
    const login = await shop.call('POST', '/auth/login/', {
      body: { username: 'nora@example.com', password: 'nora-password' },
    });
    expect(login.status).toBe(200);
    expect(await eventsOf(shop, 'user.saved')).toContainEqual({ subject_id: body.id });
  });

  it('stores PINs and passwords as argon2id hashes only', async () => {
    const stored = await row((await hire({ password: 'long-enough' })).id);
    expect(stored?.pin_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('names what is missing or malformed', async () => {
    const fieldsOf = async (body: object) => {
      const reply = await post(admin, body);
      expect(reply.status).toBe(400);
      return Object.keys(reply.body.errors).sort();
    };
    expect(await fieldsOf({})).toEqual(['role']);
    expect(await fieldsOf({ role: 'boss', pin_code: '12', username: 'a@b' })).toEqual([
      'pin_code',
      'role',
      'username',
    ]);
    expect(await fieldsOf({ role: 'cashier' })).toEqual(['employee_number']);
    expect(await fieldsOf({ role: 'cashier', employee_number: DOWNTOWN_ID })).toEqual([
      'employee_number',
    ]);
    expect(await fieldsOf({ role: 'customer', pin_code: '1234' })).toEqual(['email', 'pin_code']);
    expect(
      await fieldsOf({ role: 'cashier', employee_number: 'X-1', store_ids: ['NOWHERE'] }),
    ).toEqual(['store_ids']);
  });

  it('refuses a user name that exists, in any case', async () => {
    await hire({ employee_number: 'DUP-1', username: 'dup', email: 'dup@example.com' });
    for (const same of [
      { employee_number: 'DUP-1' },
      { employee_number: 'DUP-2', username: 'DUP' },
      { employee_number: 'DUP-2', email: 'Dup@Example.com' },
    ]) {
      const reply = await post(admin, { role: 'cashier', ...same });
      expect([reply.status, reply.body.code]).toEqual([409, 'DUPLICATE']);
    }
    expect((await list(admin, '?search=dup-2')).body).toEqual([]);
  });
});

describe('the list of people', () => {
  it('is paged newest first and filtered by role, store, state and name prefix', async () => {
    const gone = await hire({ first_name: 'Gil', last_name: 'Gone', is_active: false });
    const names = (reply: Reply) => reply.body.map((user: { name: string }) => user.name);
    expect(names(await list(admin, '?search=gon'))).toEqual(['Gil Gone']);
    expect(names(await list(admin, '?search=GIL'))).toEqual(['Gil Gone']);
    expect(names(await list(admin, '?search=%25'))).toEqual([]);
    expect(names(await list(admin, '?search=gon&is_active=true'))).toEqual([]);
    expect(names(await list(admin, '?store=AIRPORT&search=Jonas'))).toEqual(['Jonas Weber']);
    expect(names(await list(admin, '?store=DOWNTOWN&search=Jonas'))).toEqual([]);
    expect(names(await list(admin, '?store=NOWHERE'))).toEqual([]);
    expect(names(await list(admin, '?role=customer'))).toEqual(['Riley Shopper']);
    expect(names(await list(admin, '?staff=false'))).toEqual(['Riley Shopper']);
    expect(names(await list(admin, '?staff=true&search=riley'))).toEqual([]);
    expect(names(await list(admin, '?staff=true&search=gil'))).toEqual(['Gil Gone']);

    const all = await list(admin, '?limit=200');
    expect(all.body[0].id).toBe(gone.id);
    const paged: string[] = [];
    let path: string | undefined = '?limit=4';
    while (path !== undefined) {
      const reply = await list(admin, path);
      paged.push(...reply.body.map((user: { id: string }) => user.id));
      path = /<\/users\/(\?[^>]*)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(paged).toEqual(all.body.map((user: { id: string }) => user.id));
  });

  it('refuses unknown parameters and cursors', async () => {
    expect((await list(admin, '?colour=red')).body.code).toBe('UNKNOWN_PARAMETER');
    expect((await list(admin, '?cursor=abc')).body.code).toBe('INVALID_CURSOR');
    expect((await list(admin, '?limit=0')).status).toBe(400);
  });

  it('shows a manager of one store the people of that store only', async () => {
    const jonas = await idOf('EMP005');
    const { body } = await list(downtown, '?limit=200');
    expect(body.length).toBeGreaterThan(2);
    for (const user of body) expect(user.store_ids).toContain(DOWNTOWN_ID);
    expect((await get(downtown, jonas)).status).toBe(404);
    expect((await get(manager, jonas)).status).toBe(200);
  });

  it('shows a till only its own store, and cashiers nothing', async () => {
    const till = await shop.tillToken('EMP003');
    const ids = (await list(till, '?limit=200')).body.map((user: { id: string }) => user.id);
    expect(ids).not.toContain(await idOf('EMP005'));
    expect(ids).toContain(await idOf('EMP001'));
    const refused = await list(await shop.tillToken('EMP002'));
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('permissions to change people', () => {
  it("exclude roles above one's own", async () => {
    const adminId = await idOf('EMP004');
    const touched = await patch(manager, adminId, { first_name: 'Hacked' });
    expect([touched.status, touched.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
    const given = await post(manager, { role: 'admin', employee_number: 'UP-1' });
    expect([given.status, given.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
    const raised = await patch(manager, await idOf('EMP001'), { role: 'admin' });
    expect(raised.status).toBe(403);
    expect((await remove(manager, adminId)).status).toBe(403);
    expect(await row(adminId)).toMatchObject({ first_name: 'Alex', role: 'admin' });
    expect(await row(await idOf('EMP001'))).toMatchObject({ role: 'cashier' });
  });

  it('limit a manager of one store to that store', async () => {
    const foreign = await patch(downtown, await idOf('EMP005'), { first_name: 'X' });
    expect(foreign.status).toBe(404);
    const shared = await hire({ store_ids: ['DOWNTOWN', 'AIRPORT'] });
    const touched = await patch(downtown, shared.id, { pin_code: '1111' });
    expect([touched.status, touched.body.code]).toEqual([403, 'OTHER_STORES']);
    const own = await hire();
    const sent = await patch(downtown, own.id, { store_ids: ['AIRPORT'] });
    expect(Object.keys(sent.body.errors)).toEqual(['store_ids']);
    const nowhere = await patch(downtown, own.id, { store_ids: [] });
    expect([nowhere.status, nowhere.body.code]).toEqual([403, 'OTHER_STORES']);
    const free = await post(downtown, { role: 'cashier', employee_number: 'FREE-1' });
    expect(free.status).toBe(403);
    expect((await get(admin, own.id)).body.store_ids).toEqual([DOWNTOWN_ID]);
    expect((await patch(downtown, own.id, { first_name: 'Fine' })).status).toBe(200);
  });

  it('exclude deactivating, demoting or deleting oneself', async () => {
    for (const change of [{ is_active: false }, { role: 'cashier' }]) {
      const reply = await patch(downtown, downtownId, change);
      expect([reply.status, reply.body.code]).toEqual([403, 'OWN_ACCOUNT']);
    }
    expect((await remove(downtown, downtownId)).body.code).toBe('OWN_ACCOUNT');
    expect(await row(downtownId)).toMatchObject({ is_active: true, role: 'manager' });
  });
});

describe('a manager without assignments', () => {
  it('needs an explicit flag', async () => {
    const boss = await hire({ role: 'manager' });
    const implied = await patch(admin, boss.id, { store_ids: [] });
    expect([implied.status, implied.body.code]).toEqual([400, 'CONFIRM_ALL_STORES']);
    expect((await get(admin, boss.id)).body.store_ids).toEqual([DOWNTOWN_ID]);
    const said = await patch(admin, boss.id, { store_ids: [], all_stores: true });
    expect(said.body).toMatchObject({ store_ids: [], all_stores: true });
    expect(await eventsOf(shop, 'user.all_stores_granted')).toEqual([{ subject_id: boss.id }]);

    const created = await post(admin, { role: 'manager', employee_number: 'ALL-1' });
    expect(created.body.code).toBe('CONFIRM_ALL_STORES');
    const unassigned = await hire({ store_ids: [] });
    expect(unassigned.all_stores).toBe(false);
    const promoted = await patch(admin, unassigned.id, { role: 'manager' });
    expect(promoted.body.code).toBe('CONFIRM_ALL_STORES');
  });

  it('cannot be created by a manager of one store, not even from themselves', async () => {
    const boss = await hire({ role: 'manager' });
    for (const id of [boss.id, downtownId]) {
      const reply = await patch(downtown, id, { all_stores: true });
      expect([reply.status, reply.body.code]).toEqual([403, 'OTHER_STORES']);
    }
    expect((await get(admin, downtownId)).body.store_ids).toEqual([DOWNTOWN_ID]);
  });

  it('is not what the flag grants a cashier', async () => {
    const cashier = await hire();
    const reply = await patch(admin, cashier.id, { all_stores: true });
    expect(Object.keys(reply.body.errors)).toEqual(['all_stores']);
  });

  it('does not result from deleting a store', async () => {
    await hire({ role: 'manager', employee_number: 'KEEP-1' });
    const { db } = shop.platform;
    await expect(db.deleteFrom('stores').where('id', '=', DOWNTOWN_ID).execute()).rejects.toThrow();
    expect((await get(admin, await idOf('KEEP-1'))).body.all_stores).toBe(false);
  });
});

describe('changing a person', () => {
  it('ends every login at once when access, PIN, password or role change', async () => {
    for (const change of [
      { is_active: false },
      { pin_code: '8888' },
      { password: 'another-password' },
      { role: 'supervisor' },
    ]) {
      const person = await hire({ username: `user-${next}`, password: 'first-password' });
      const till = (await tillLogin(person.employee_number)).body.token;
      const login = await shop.call('POST', '/auth/login/', {
        body: { username: person.username, password: 'first-password' },
      });
      expect([(await me(till)).status, (await me(login.body.access)).status]).toEqual([200, 200]);
      expect((await patch(admin, person.id, change)).status).toBe(200);
      expect([(await me(till)).status, (await me(login.body.access)).status]).toEqual([401, 401]);
      const again = await shop.call('POST', '/auth/refresh/', {
        body: { refresh: login.body.refresh },
      });
      expect(again.status).toBe(401);
    }
  });

  it('does not revive old logins on reactivation', async () => {
    const person = await hire();
    const till = (await tillLogin(person.employee_number)).body.token;
    await patch(admin, person.id, { is_active: false });
    expect((await tillLogin(person.employee_number)).status).toBe(401);
    await patch(admin, person.id, { is_active: true });
    expect((await me(till)).status).toBe(401);
    expect((await tillLogin(person.employee_number)).status).toBe(200);
  });

  it('keeps the login otherwise, but shows the new name and stores at once', async () => {
    const person = await hire({ store_ids: ['DOWNTOWN', 'AIRPORT'] });
    const till = (await tillLogin(person.employee_number)).body.token;
    expect((await me(till)).body.name).toBe(person.employee_number);
    await patch(admin, person.id, { first_name: 'Ana', role: 'cashier' });
    expect((await me(till)).body.name).toBe('Ana');
    await patch(admin, person.id, { store_ids: ['AIRPORT'] });
    expect((await me(till)).status).toBe(401);
  });

  it('replaces the PIN', async () => {
    const person = await hire();
    await patch(admin, person.id, { pin_code: '8888' });
    expect((await tillLogin(person.employee_number, '7777')).status).toBe(401);
    expect((await tillLogin(person.employee_number, '8888')).status).toBe(200);
  });

  it('with PUT needs the role; an empty PATCH and an unknown person are refused', async () => {
    const person = await hire();
    const put = (body: object) => shop.call('PUT', `/users/${person.id}/`, { token: admin, body });
    expect((await put({ first_name: 'Pia' })).status).toBe(400);
    expect((await put({ role: 'cashier', first_name: 'Pia' })).body.first_name).toBe('Pia');
    expect((await patch(admin, person.id, {})).status).toBe(400);
    expect((await patch(admin, DOWNTOWN_ID, { phone: '1' })).status).toBe(404);
    expect((await get(admin, 'nobody')).status).toBe(400);
  });
});

describe('deleting a person', () => {
  it('removes them with their logins', async () => {
    const person = await hire();
    const till = (await tillLogin(person.employee_number)).body.token;
    expect((await me(till)).status).toBe(200);
    const reply = await remove(admin, person.id);
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect((await me(till)).status).toBe(401);
    expect(await row(person.id)).toBeUndefined();
    expect((await remove(admin, person.id)).status).toBe(404);
    expect(await eventsOf(shop, 'user.deleted')).toEqual([{ subject_id: person.id }]);
  });

  it('deactivates a person whom a permanent record references', async () => {
    const { db } = shop.platform;
    const person = await hire();
    const till = (await tillLogin(person.employee_number)).body.token;
    await sql`create table kept_records (user_id uuid references users (id))`.execute(db);
    await sql`insert into kept_records values (${person.id})`.execute(db);
    const reply = await remove(admin, person.id);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id: person.id, is_active: false });
    expect((await me(till)).status).toBe(401);
    expect(await row(person.id)).toMatchObject({ is_active: false });
  });
});

it('never returned a hash in this file', () => {
  expect(answers.length).toBeGreaterThan(10_000);
  // As a value: the digits of an id may contain a PIN by chance.
  expect(answers).not.toMatch(/argon2|_hash|[":]7777[",}]|first-password/);
});
