import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { logInCallers } from '../access/callers.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

let shop: Shop;
let admin: string;
let manager: string;
let headers: Record<string, Record<string, string>>;
beforeAll(async () => {
  shop = await openShop();
  admin = await shop.officeToken('admin');
  manager = await shop.officeToken('manager');
  ({ headers } = await logInCallers(shop));
});
afterAll(() => shop.close());

const PASSWORD = 'a long pass phrase';
const READER = ['store.read', 'sale.read', 'report.read'];
const ASKER = [...READER, 'approval.request'];

const makeRole = (body: object, token = admin): Promise<Reply> =>
  shop.call('POST', '/roles/', { token, body });

const changeRole = (id: string, body: object, token = admin): Promise<Reply> =>
  shop.call('PATCH', `/roles/${id}/`, { token, body });

const roleNames = async (): Promise<string[]> =>
  (await shop.call('GET', '/roles/', { token: admin })).body.map(
    ({ name }: { name: string }) => name,
  );

async function newRole(name: string, base_role: string, permissions: string[]): Promise<string> {
  const made = await makeRole({ name, base_role, permissions });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.id;
}

let people = 0;
/** A person with an own role, with a login of the back office. */
async function newPerson(
  ownRoleId: string,
  role: string,
  more: object = {},
): Promise<{ id: string; token: string; number: string }> {
  people += 1;
  const username = `own-${people}`;
  const number = `OWN${people}`;
  const made = await shop.call('POST', '/users/', {
    token: admin,
    body: {
      role,
      own_role_id: ownRoleId,
      employee_number: number,
      username,
      password: PASSWORD,
      store_ids: [DOWNTOWN_ID],
      ...more,
    },
  });
  if (made.status !== 201) throw new Error(made.text);
  const login = await shop.call('POST', '/auth/login/', { body: { username, password: PASSWORD } });
  return { id: made.body.id, token: login.body.access, number };
}

/** A manager of every store who may manage people and roles, but not refund. */
const personnel = async (name: string) => {
  const { body } = await shop.call('GET', '/roles/manager/', { token: admin });
  const permissions = body.permissions.filter((one: string) => one !== 'refund.issue');
  const id = await newRole(name, 'manager', permissions);
  return newPerson(id, 'manager', { store_ids: [], all_stores: true });
};

describe('own roles', () => {
  it('stand below the built-in ones, which cannot be changed', async () => {
    const id = await newRole('Reader', 'manager', READER);
    expect(await roleNames()).toEqual(['cashier', 'supervisor', 'manager', 'admin', 'Reader']);
    const read = await shop.call('GET', `/roles/${id}/`, { token: manager });
    expect(read.body).toMatchObject({
      name: 'Reader',
      base_role: 'manager',
      permissions: READER,
      is_built_in: false,
      user_count: 0,
    });
    const before = await shop.call('GET', '/roles/cashier/', { token: admin });
    const changed = await changeRole('cashier', { permissions: [] });
    const removed = await shop.call('DELETE', '/roles/cashier/', { token: admin });
    expect([changed, removed].map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'BUILT_IN_ROLE'],
      [409, 'BUILT_IN_ROLE'],
    ]);
    expect((await shop.call('GET', '/roles/cashier/', { token: admin })).body).toEqual(before.body);
  });

  it.each<[string, object, number, string]>([
    ['a permission above its level', { permissions: ['report.read'] }, 400, 'INVALID'],
    ['an unknown permission', { permissions: ['everything'] }, 400, 'INVALID'],
    ['the level of an admin', { base_role: 'admin' }, 400, 'INVALID'],
    ['the name of a built-in role', { name: 'Manager' }, 409, 'DUPLICATE'],
    ['the name of another own role', { name: 'reader' }, 409, 'DUPLICATE'],
    ['a blank name', { name: '  ' }, 400, 'INVALID'],
  ])('refuse %s', async (_, change, status, code) => {
    const before = await roleNames();
    const body = { name: 'New', base_role: 'cashier', permissions: ['sale.read'], ...change };
    const refused = await makeRole(body);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(await roleNames()).toEqual(before);
  });

  it('are made only by people of every store', async () => {
    const body = { name: 'Local', base_role: 'cashier', permissions: ['sale.read'] };
    const before = await roleNames();
    for (const caller of ['cashier', 'supervisor', 'manager', 'customer']) {
      const refused = await shop.call('POST', '/roles/', { headers: headers[caller], body });
      expect([caller, refused.status]).toEqual([caller, 403]);
    }
    expect(await roleNames()).toEqual(before);
    const made = await makeRole(body, manager);
    expect(made.status).toBe(201);
  });

  it('keep their level', async () => {
    const id = await newRole('Fixed', 'cashier', ['sale.read']);
    const refused = await changeRole(id, { base_role: 'manager' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['base_role']]);
    const [row] = await statement<{ base_role: string }>(
      shop.platform.db,
      'select base_role from own_roles where id = $1',
      [id],
    );
    expect(row?.base_role).toBe('cashier');
  });
});

describe('a person with an own role', () => {
  it('has its permissions instead of those of the level', async () => {
    const id = await newRole('Auditor', 'manager', READER);
    const { token } = await newPerson(id, 'manager');
    const me = await shop.call('GET', '/auth/me/', { token });
    expect(me.body).toMatchObject({
      role: 'manager',
      own_role: { id, name: 'Auditor' },
      permissions: READER,
    });
    expect((await shop.call('GET', '/transactions/', { token })).status).toBe(200);
    for (const path of ['/users/', '/products/', '/audit-log/']) {
      const refused = await shop.call('GET', path, { token });
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'PERMISSION_DENIED']);
    }
  });

  it('gets and loses permissions with the role, in a login that goes on', async () => {
    const id = await newRole('Changing', 'manager', READER);
    const { token } = await newPerson(id, 'manager');
    const list = async () => (await shop.call('GET', '/users/', { token })).status;
    expect(await list()).toBe(403);
    await changeRole(id, { permissions: [...READER, 'user.read'] });
    expect(await list()).toBe(200);
    await changeRole(id, { permissions: READER });
    expect(await list()).toBe(403);
    // Screens load their permissions again; another name changes none.
    await changeRole(id, { name: 'Changed' });
    await shop.settleEvents();
    const saved = await statement<{ data: object }>(
      shop.platform.db,
      `select distinct id, data from events where event = 'role.saved' and data ->> 'id' = $1`,
      [id],
    );
    expect(saved.map(({ data }) => data)).toEqual([{ id }, { id }]);
  });

  it('keeps the role from deletion', async () => {
    const id = await newRole('Used', 'cashier', ['sale.read']);
    const person = await newPerson(id, 'cashier');
    const refused = await shop.call('DELETE', `/roles/${id}/`, { token: admin });
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(await roleNames()).toContain('Used');
    const path = `/users/${person.id}/`;
    const moved = await shop.call('PATCH', path, { token: admin, body: { role: 'supervisor' } });
    expect(moved.body).toMatchObject({ role: 'supervisor', own_role: null });
    expect((await shop.call('DELETE', `/roles/${id}/`, { token: admin })).status).toBe(204);
  });

  it('has the role of its level', async () => {
    const id = await newRole('Level', 'manager', READER);
    const body = { role: 'cashier', own_role_id: id, employee_number: 'LV1', store_ids: [] };
    const refused = await shop.call('POST', '/users/', { token: admin, body });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['own_role_id']]);
    const unknown = { ...body, own_role_id: '00000000-0000-4000-8000-00000000ffff' };
    const missing = await shop.call('POST', '/users/', { token: admin, body: unknown });
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([400, ['own_role_id']]);
  });

  it('decides approvals only with the permission, and up to the limit of supervisors', async () => {
    const cashier = await shop.tillToken('EMP001');
    const ask = async (amount: string): Promise<string> =>
      (
        await shop.call('POST', '/pos/approvals/request/', {
          token: cashier,
          body: { request_type: 'discount', amount, reason: 'Scratched' },
        })
      ).body.request_id;
    const large = await ask('5000.00');
    const decide = (id: string, token: string) =>
      shop.call('POST', `/pos/approvals/${id}/approve/`, { token, body: {} });
    const without = await newPerson(await newRole('No approvals', 'manager', ASKER), 'manager');
    expect((await decide(large, without.token)).body.code).toBe('PERMISSION_DENIED');
    const decider = await newRole('Approver', 'manager', [...ASKER, 'approval.decide']);
    const { token } = await newPerson(decider, 'manager');
    expect((await decide(large, token)).body.code).toBe('APPROVAL_LIMIT');
    expect((await decide(await ask('5.00'), token)).status).toBe(200);
    expect((await decide(large, manager)).status).toBe(200);
  });
});

describe('nobody gets more than they have', () => {
  it('by making or widening a role', async () => {
    const { token } = await personnel('Personnel 1');
    const before = await roleNames();
    const more = { name: 'More', base_role: 'manager', permissions: ['refund.issue'] };
    const refused = await makeRole(more, token);
    expect([refused.status, refused.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
    expect(await roleNames()).toEqual(before);
    const id = await newRole('Widened', 'manager', READER);
    const widened = await changeRole(id, { permissions: [...READER, 'refund.issue'] }, token);
    expect([widened.status, widened.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
    expect((await changeRole(id, { permissions: ['sale.read'] }, token)).status).toBe(200);
  });

  it('by a role that has more than theirs', async () => {
    const { token } = await personnel('Personnel 2');
    const id = await newRole('Refunds', 'manager', ['refund.issue', 'user.manage']);
    for (const refused of [
      await changeRole(id, { name: 'Mine' }, token),
      await shop.call('DELETE', `/roles/${id}/`, { token }),
      await shop.call('POST', '/users/', {
        token,
        body: {
          role: 'manager',
          own_role_id: id,
          employee_number: 'ESC1',
          username: 'escalated',
          password: PASSWORD,
          store_ids: [DOWNTOWN_ID],
        },
      }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
    }
    expect(await roleNames()).toContain('Refunds');
    const rows = await statement(
      shop.platform.db,
      `select id from users where employee_number = 'ESC1'`,
    );
    expect(rows).toEqual([]);
  });

  it('by the login of somebody with more permissions', async () => {
    const { token } = await personnel('Personnel 3');
    const [other] = await statement<{ id: string; password_hash: string }>(
      shop.platform.db,
      `select id, password_hash from users where username = 'manager'`,
    );
    const refused = await shop.call('PATCH', `/users/${other?.id}/`, {
      token,
      body: { password: 'another pass phrase' },
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
    const after = await statement(
      shop.platform.db,
      `select id, password_hash from users where username = 'manager'`,
    );
    expect(after).toEqual([other]);
  });

  it('by giving a built-in role of the same level', async () => {
    const { token } = await personnel('Personnel 4');
    const refused = await shop.call('POST', '/users/', {
      token,
      body: { role: 'manager', employee_number: 'ESC2', store_ids: [DOWNTOWN_ID] },
    });
    expect([refused.status, refused.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
    const cashier = await shop.call('POST', '/users/', {
      token,
      body: { role: 'cashier', employee_number: 'ESC3', store_ids: [DOWNTOWN_ID] },
    });
    expect(cashier.status).toBe(201);
  });

  it('by changing their own role or leaving it', async () => {
    const { token, id } = await personnel('Personnel 5');
    const me = await shop.call('GET', '/auth/me/', { token });
    const own = await changeRole(me.body.own_role.id, { name: 'Boss' }, token);
    expect([own.status, own.body.code]).toEqual([403, 'OWN_ACCOUNT']);
    const left = await shop.call('PATCH', `/users/${id}/`, { token, body: { own_role_id: null } });
    expect([left.status, left.body.code]).toEqual([403, 'OWN_ACCOUNT']);
    expect((await shop.call('GET', '/auth/me/', { token })).body.own_role.name).toBe('Personnel 5');
  });

  it('by what the database allows', async () => {
    const id = await newRole('Constraint', 'cashier', ['sale.read']);
    const moved = statement(
      shop.platform.db,
      `update users set own_role_id = $1 where username = 'manager'`,
      [id],
    );
    await expect(moved).rejects.toThrow('users_own_role_fkey');
  });

  it('ends no lock-out of somebody with a permission that it lacks', async () => {
    const actor = await personnel('Lifter');
    const refund = { employee_number: 'OWN-REFUND', role: 'manager', store_ids: [DOWNTOWN_ID] };
    const made = await shop.call('POST', '/users/', {
      token: admin,
      body: { ...refund, username: 'own-refund', password: PASSWORD, pin_code: '4821' },
    });
    expect(made.status).toBe(201);
    const logIn = (pin_code: string) =>
      shop.call('POST', '/pos/auth/terminal-login/', {
        body: { employee_id: 'OWN-REFUND', pin_code, store_id: 'DOWNTOWN', terminal_id: 'T-001' },
      });
    for (let n = 0; n < 5; n += 1) expect((await logIn('0000')).status).toBe(401);
    const blocks = (await shop.call('GET', '/ops/blocks/', { token: admin })).body;
    const block = blocks.find(({ user }: { user: { id: string } }) => user?.id === made.body.id);
    const lift = (token: string) => shop.call('DELETE', `/ops/blocks/${block.id}/`, { token });
    const refused = await lift(actor.token);
    expect([refused.status, refused.body.code]).toEqual([403, 'ROLE_ABOVE_YOURS']);
    expect((await logIn('4821')).status).toBe(429);
    expect((await lift(admin)).status).toBe(204);
  });
});
