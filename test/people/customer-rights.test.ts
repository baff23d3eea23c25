import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from './support.js';

let shop: Shop;
let admin: string;
let shopper: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  admin = await shop.officeToken('admin');
  const { body } = await shop.call('GET', '/users/?role=customer', { token: admin });
  shopper = body[0].id;
});
afterAll(() => shop.close());

const PASSWORD = 'harbour-lantern-plum';
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
const as = (token: string, method: string, path: string, body?: object) =>
  shop.call(method, path, { token, ...(body && { body }) });
const row = () =>
  shop.platform.db.selectFrom('users').selectAll().where('id', '=', shopper).executeTakeFirst();

let next = 0;
/** Somebody who works at every store, with these permissions alone. */
async function personWith(permissions: string[]): Promise<string> {
  next += 1;
  const username = `rights-${next}`;
  const role = await as(admin, 'POST', '/roles/', {
    name: username,
    base_role: 'manager',
    permissions: ['store.read', ...permissions],
  });
  expect([role.status, role.text]).toEqual([201, role.text]);
  const made = await as(admin, 'POST', '/users/', {
    role: 'manager',
    own_role_id: role.body.id,
    employee_number: `RIGHTS-${next}`,
    username,
    password: PASSWORD,
    all_stores: true,
  });
  expect([made.status, made.text]).toEqual([201, made.text]);
  const login = await shop.call('POST', '/auth/login/', {
    body: { username, password: PASSWORD },
  });
  return login.body.access;
}

const CHANGES: [string, string, object?][] = [
  ['PATCH', '', { first_name: 'Mine' }],
  ['PUT', '', { role: 'customer', email: 'mine@example.com' }],
  ['PATCH', '', { role: 'cashier', employee_number: 'TURNED-1' }],
  ['DELETE', ''],
  ['POST', 'invite/'],
];
const DENIED = [403, 'PERMISSION_DENIED'];

describe('customers among the people', () => {
  it('are out of reach of a role without the rights of customers', async () => {
    const token = await personWith(['user.read', 'user.manage']);
    const before = await row();
    expect(answerOf(await as(token, 'GET', '/users/?role=customer'))).toEqual(DENIED);
    expect(answerOf(await as(token, 'GET', '/users/?staff=false'))).toEqual(DENIED);
    const listed = await as(token, 'GET', '/users/?limit=200');
    expect(listed.body.length).toBeGreaterThan(5);
    for (const person of listed.body) expect(person.role).not.toBe('customer');
    expect(answerOf(await as(token, 'GET', `/users/${shopper}/`))).toEqual(DENIED);
    for (const [method, step, body] of CHANGES) {
      const reply = await as(token, method, `/users/${shopper}/${step}`, body);
      expect([method, ...answerOf(reply)]).toEqual([method, ...DENIED]);
    }
    const made = await as(token, 'POST', '/users/', { role: 'customer', email: 'x@example.com' });
    expect(answerOf(made)).toEqual(DENIED);
    expect(await row()).toEqual(before);
    for (let nth = 0; nth < 20; nth += 1) {
      const body = { username: 'shopper@example.com', password: `guess-${nth}` };
      await shop.call('POST', '/auth/login/', { body });
    }
    const blocks = async (of: string) => (await as(of, 'GET', '/ops/blocks/')).body;
    const [shown] = await blocks(admin);
    expect(shown.user.id).toBe(shopper);
    expect(await blocks(token)).toEqual([]);
    expect((await as(token, 'DELETE', `/ops/blocks/${shown.id}/`)).status).toBe(404);
    expect(await blocks(admin)).toHaveLength(1);
  });

  it('are read with the right to read, and changed with the right to manage', async () => {
    const token = await personWith(['user.read', 'user.manage', 'customer.read']);
    const before = await row();
    const listed = await as(token, 'GET', '/users/?role=customer');
    expect(listed.body.map((person: { id: string }) => person.id)).toEqual([shopper]);
    expect((await as(token, 'GET', `/users/${shopper}/`)).status).toBe(200);
    for (const [method, step, body] of CHANGES) {
      const reply = await as(token, method, `/users/${shopper}/${step}`, body);
      expect([method, ...answerOf(reply)]).toEqual([method, ...DENIED]);
    }
    expect(await row()).toEqual(before);
    const manager = await shop.officeToken('manager');
    const renamed = await as(manager, 'PATCH', `/users/${shopper}/`, { first_name: 'Riley' });
    expect(renamed.status).toBe(200);
  });

  it('lose no access by a colleague without the rights of customers', async () => {
    const token = await personWith(['user.read', 'user.manage', 'customer.read']);
    const hired = await as(admin, 'POST', '/users/', {
      role: 'cashier',
      employee_number: 'TURN-2',
      email: 'turn@example.com',
    });
    const reply = await as(token, 'PATCH', `/users/${hired.body.id}/`, { role: 'customer' });
    expect(answerOf(reply)).toEqual(DENIED);
  });
});

describe('the password of a customer', () => {
  it('is set by nobody of the staff', async () => {
    const before = await row();
    for (const body of [
      { password: PASSWORD },
      { password: PASSWORD, role: 'cashier', employee_number: 'TURN-3', store_ids: ['DOWNTOWN'] },
    ]) {
      const reply = await as(admin, 'PATCH', `/users/${shopper}/`, body);
      expect(answerOf(reply)).toEqual([400, 'CUSTOMER_PASSWORD']);
      expect(Object.keys(reply.body.errors)).toEqual(['password']);
    }
    const made = await as(admin, 'POST', '/users/', {
      role: 'customer',
      email: 'made@example.com',
      password: PASSWORD,
    });
    expect(answerOf(made)).toEqual([400, 'CUSTOMER_PASSWORD']);
    expect(await row()).toEqual(before);
    const found = await as(admin, 'GET', '/users/?search=made@example.com');
    expect(found.body).toEqual([]);
  });

  it('is not one that a manager gave the person as an employee', async () => {
    const hired = await as(admin, 'POST', '/users/', {
      role: 'cashier',
      employee_number: 'TURN-4',
      username: 'turned',
      email: 'turned@example.com',
      password: PASSWORD,
    });
    const turned = await as(admin, 'PATCH', `/users/${hired.body.id}/`, { role: 'customer' });
    expect(turned.body).toMatchObject({ role: 'customer', has_password: false });
    const login = await shop.call('POST', '/auth/login/', {
      body: { username: 'turned', password: PASSWORD },
    });
    expect(login.status).toBe(401);
  });
});
