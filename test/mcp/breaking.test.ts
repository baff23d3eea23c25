import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOperation } from '../../src/domains/mcp/call-operation.js';
import { OperationIndex, operationsOf } from '../../src/domains/mcp/operations.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { connect, hire, listen, type Program } from './support.js';

/** What a program might try to get around the approvals. */
let shop: Shop;
let base: string;
let admin: Program;
let downtown: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  base = await listen(shop);
  admin = await connect(base, await shop.officeToken('admin'));
  downtown = await hire(shop, { username: 'downtown', role: 'manager', store_ids: [DOWNTOWN_ID] });
});
afterAll(async () => {
  await admin.close();
  await shop.close();
});

const setPolicy = async (policy: object, store = 'DOWNTOWN') => {
  const reply = await shop.call('PATCH', `/stores/${store}/`, {
    token: await shop.officeToken('admin'),
    body: { approval_policy: policy },
  });
  expect(reply.status, reply.text).toBe(200);
};
const policyOf = async (store = 'DOWNTOWN') =>
  (await shop.call('GET', `/stores/${store}/`, { token: await shop.officeToken('admin') })).body
    .approval_policy;
const decide = async (id: unknown, token?: string) =>
  shop.call('POST', `/pos/approvals/${String(id)}/approve/`, {
    token: token ?? (await shop.officeToken('manager')),
    body: {},
  });

describe('a program that the policy allows to change a store', () => {
  it('needs an approval to change the policy itself', async () => {
    const policy = { agent_writes: ['store.settings'], agent_limit: '0.00' };
    await setPolicy(policy);
    const wider = { agent_writes: ['store.settings', 'refund.issue'], agent_limit: '999999.00' };
    const asked = await admin.call('patchStoresByStore', {
      path: { store: 'DOWNTOWN' },
      body: { approval_policy: wider },
    });
    expect(asked.content).toMatchObject({ code: 'APPROVAL_NEEDED' });
    expect(await policyOf()).toEqual(policy);
    const allowed = await admin.call('patchStoresByStore', {
      path: { store: 'DOWNTOWN' },
      body: { phone: '+1 212 555 0177' },
    });
    expect(allowed.content).toMatchObject({ status: 200 });
    await setPolicy({});
  });

  it('needs an approval for people and roles, whoever may manage them', async () => {
    const policy = { agent_writes: ['user.manage'], agent_limit: '999999.00' };
    await setPolicy(policy);
    const program = await connect(base, downtown);
    const asked = await program.call('postUsers', {
      body: {
        username: 'accomplice',
        employee_number: 'EMP-ACC',
        first_name: 'A',
        last_name: 'C',
        role: 'supervisor',
        password: 'a long pass phrase',
        store_ids: [DOWNTOWN_ID],
      },
    });
    expect(asked.content).toMatchObject({ code: 'APPROVAL_NEEDED' });
    await program.close();
    await setPolicy({});
  });
});

describe('a change that also concerns a store that the login cannot see', () => {
  it('needs an approval unless that store allows it too', async () => {
    const rights = { agent_writes: ['stock.transfer'], agent_limit: '0.00' };
    await setPolicy(rights);
    const program = await connect(base, downtown);
    const send = () =>
      program.call('postTransfers', {
        body: {
          from_store: 'DOWNTOWN',
          to_store: 'AIRPORT',
          lines: [{ sku: 'MUG-WHITE', quantity: 1 }],
        },
      });
    expect((await send()).content).toMatchObject({ code: 'APPROVAL_NEEDED' });
    await setPolicy(rights, 'AIRPORT');
    expect((await send()).content).toMatchObject({ status: 201 });
    await setPolicy({}, 'AIRPORT');
    await setPolicy({});
    await program.close();
  });
});

describe('a change of a record that the login cannot read', () => {
  it('needs an approval, because the record may be one of another store', async () => {
    const token = await shop.officeToken('admin');
    const make = async (path: string, body: object) => {
      const made = await shop.call('POST', path, { token, body });
      expect(made.status, made.text).toBe(201);
      return made.body;
    };
    const { id } = await make('/barcode-patterns/', {
      store: 'AIRPORT',
      prefix: '28',
      item_start: 3,
      item_length: 5,
      value_start: 8,
      value_length: 5,
      value_kind: 'weight',
      decimals: 3,
    });
    const role = await make('/roles/', {
      name: 'Settings only',
      base_role: 'manager',
      permissions: ['store.read', 'store.settings'],
    });
    const blind = await hire(shop, {
      username: 'blind',
      role: 'manager',
      store_ids: [DOWNTOWN_ID, AIRPORT_ID],
      own_role_id: role.id,
    });
    await setPolicy({ agent_writes: ['store.settings'], agent_limit: '0.00' });
    const program = await connect(base, blind);
    const change = await program.call('patchBarcodePatternsById', {
      path: { id },
      body: { store: 'DOWNTOWN', decimals: 2 },
    });
    expect(change.content).toMatchObject({ code: 'APPROVAL_NEEDED' });
    await setPolicy({});
    await program.close();
  });
});

describe('a login whose role changes', () => {
  it('up, during the call, changes nothing without an approval', async () => {
    const operations = new OperationIndex(operationsOf(shop.app.swagger()));
    const authorization = `Bearer ${await shop.officeToken('admin')}`;
    const before = await policyOf();
    // The guard saw a cashier; the token is that of an administrator by now.
    const staff = {
      kind: 'staff' as const,
      sessionId: DOWNTOWN_ID,
      userId: DOWNTOWN_ID,
      name: 'Promoted',
      proof: 'token' as const,
      role: 'cashier' as const,
      ownRole: null,
      employeeNumber: null,
      stores: [DOWNTOWN_ID],
      till: null,
    };
    const caller = { staff, authorization, address: '127.0.0.1', requestId: 'x', userAgent: 'x' };
    const context = { platform: shop.platform, app: shop.app, operations, caller };
    const change = callOperation(context, 'patchStoresByStore', {
      path: { store: 'DOWNTOWN' },
      body: { phone: '+1 900 555 0199' },
    });
    await expect(change).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const reply = await shop.call('GET', '/stores/DOWNTOWN/', {
      token: await shop.officeToken('admin'),
    });
    expect(reply.body.phone).not.toBe('+1 900 555 0199');
    expect(await policyOf()).toEqual(before);
  });

  it('down, after the approval, is refused by the route and uses the approval up', async () => {
    const token = await hire(shop, {
      username: 'soon-less',
      role: 'manager',
      store_ids: [DOWNTOWN_ID],
    });
    const program = await connect(base, token);
    const call = (more: object = {}) =>
      program.call('patchStoresByStore', {
        path: { store: 'DOWNTOWN' },
        body: { phone: '+1 900 555 0111' },
        ...more,
      });
    const { approval_request_id: id } = (await call()).content;
    expect((await decide(id)).status).toBe(200);
    const users = await shop.call('GET', '/users/?search=soon-less', {
      token: await shop.officeToken('admin'),
    });
    await shop.call('PATCH', `/users/${users.body[0].id}/`, {
      token: await shop.officeToken('admin'),
      body: { role: 'cashier', pin_code: '8642' },
    });
    // The change of the role ends the login.
    await expect(call({ approval_request_id: id })).rejects.toThrow();
    const reply = await shop.call('GET', '/stores/DOWNTOWN/', {
      token: await shop.officeToken('admin'),
    });
    expect(reply.body.phone).not.toBe('+1 900 555 0111');
    await program.close().catch(() => undefined);
  });
});

describe('an approval', () => {
  it('of another login, of another kind and one that is over are refused', async () => {
    const other = await connect(base, downtown);
    const call = (program: Program, more: object = {}) =>
      program.call('patchStoresByStore', {
        path: { store: 'DOWNTOWN' },
        body: { phone: '+1 900 555 0122' },
        ...more,
      });
    const { approval_request_id: id } = (await call(admin)).content;
    expect((await decide(id)).status).toBe(200);
    const refused = { content: { status: 403, body: { code: 'APPROVAL_REQUIRED' } } };
    expect(await call(other, { approval_request_id: id })).toMatchObject(refused);
    const cash = await shop.call('POST', '/pos/approvals/request/', {
      token: await shop.tillToken('EMP001'),
      body: { request_type: 'discount', amount: '1.00', reason: 'Scratch' },
    });
    for (const wrong of [
      'nonsense',
      cash.body.id ?? 'none',
      '00000000-0000-4000-8000-000000000000',
    ]) {
      expect(await call(admin, { approval_request_id: wrong })).toMatchObject(refused);
    }
    await shop.platform.db
      .updateTable('approvals')
      .set({ decided_at: new Date(Date.now() - 16 * 60_000) })
      .where('id', '=', String(id))
      .execute();
    expect(await call(admin, { approval_request_id: id })).toMatchObject(refused);
    await other.close();
  });
});

describe('arguments', () => {
  it('that are no text or number are refused', async () => {
    for (const path of [{ store: { toString: 'x' } }, { store: ['DOWNTOWN'] }, { store: true }]) {
      const answer = await admin.call('getStoresByStore', { path });
      expect(answer.content).toMatchObject({
        status: 400,
        body: { errors: { 'path.store': ['This field is required.'] } },
      });
    }
  });

  it('of a query that are no text are refused', async () => {
    for (const value of [{ toString: 'x' }, [{ a: 1 }]]) {
      const answer = await admin.call('getStores', { query: { search: value } });
      expect(answer.content).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    }
  });

  it('that are nested without an end are refused, and the service goes on', async () => {
    const deep = `${'{"deep":'.repeat(5_000)}{}${'}'.repeat(5_000)}`;
    const params = `{"name":"patchStoresByStore","arguments":{"path":{"store":"X"},"body":${deep}}}`;
    const answer = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await shop.officeToken('admin')}`,
        'content-type': 'application/json',
      },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    });
    expect(await answer.text()).not.toContain('APPROVAL_NEEDED');
    const after = await admin.call('getStoresByStore', { path: { store: 'DOWNTOWN' } });
    expect(after.content).toMatchObject({ status: 200 });
  });

  it('cannot name another route', async () => {
    for (const store of ['DOWNTOWN/terminals', '..%2f..%2fusers', 'DOWNTOWN?x=1', 'DOWNTOWN#x']) {
      const answer = await admin.call('getStoresByStore', { path: { store } });
      expect([store, answer.content.status]).toEqual([store, 404]);
    }
  });
});
