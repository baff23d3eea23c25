import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operationsOf } from '../../src/domains/mcp/operations.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { counterOf, MUG_TOTAL } from '../transactions/support.js';
import { connect, hire, listen, type Program } from './support.js';

let shop: Shop;
let base: string;
let admin: Program;
beforeAll(async () => {
  shop = await openShop({ background: false });
  base = await listen(shop);
  admin = await connect(base, await shop.officeToken('admin'));
});
afterAll(async () => {
  await admin.close();
  await shop.close();
});

const phoneOf = async (store = 'DOWNTOWN'): Promise<string> =>
  (await shop.call('GET', `/stores/${store}/`, { token: await shop.officeToken('admin') })).body
    .phone;
const setPhone = (phone: string, more: object = {}, store = 'DOWNTOWN') =>
  admin.call('patchStoresByStore', { path: { store }, body: { phone }, ...more });
const decide = async (id: unknown, verb = 'approve', token?: string) =>
  shop.call('POST', `/pos/approvals/${String(id)}/${verb}/`, {
    token: token ?? (await shop.officeToken('manager')),
    body: {},
  });
const requests = async () =>
  shop.platform.db.selectFrom('approvals').selectAll().orderBy('id').execute();
const setPolicy = async (policy: object) => {
  const reply = await shop.call('PATCH', '/stores/DOWNTOWN/', {
    token: await shop.officeToken('admin'),
    body: { approval_policy: policy },
  });
  expect(reply.status).toBe(200);
};

describe('a change without the right to it', () => {
  it('is refused as the route refuses it, and asks nobody', async () => {
    const before = [await phoneOf(), (await requests()).length];
    const cashier = await connect(base, await shop.tillToken('EMP001'));
    const answer = await cashier.call('patchStoresByStore', {
      path: { store: 'DOWNTOWN' },
      body: { phone: '1' },
    });
    expect(answer).toEqual({
      isError: true,
      content: {
        status: 403,
        body: {
          detail: 'This needs a back-office login; a till cannot do it.',
          code: 'WEB_SESSION_REQUIRED',
        },
      },
    });
    expect([await phoneOf(), (await requests()).length]).toEqual(before);
    await cashier.close();
  });
});

describe('a change above the policy', () => {
  it('asks for an approval, then works once, for the same call only', async () => {
    const before = await phoneOf();
    const asked = await setPhone('+1 212 555 0100');
    expect(asked).toMatchObject({
      isError: true,
      content: { code: 'APPROVAL_NEEDED', store_id: DOWNTOWN_ID },
    });
    const id = asked.content.approval_request_id;
    expect((await requests()).at(-1)).toMatchObject({
      id,
      request_type: 'agent_write',
      status: 'pending',
      reason: 'Change a store',
      amount: '0.00',
      details: {
        operation: 'patchStoresByStore',
        call: 'PATCH /stores/DOWNTOWN/',
        permission: 'store.settings',
        body: { phone: '+1 212 555 0100' },
      },
    });
    const refusal = (message: string) => ({
      isError: true,
      content: { status: 403, body: { detail: message, code: 'APPROVAL_REQUIRED' } },
    });
    const use = { approval_request_id: id };
    expect(await setPhone('+1 212 555 0100', use)).toMatchObject(
      refusal('This approval is pending.'),
    );
    expect((await decide(id)).status).toBe(200);
    expect(await setPhone('+1 900 555 0100', use)).toMatchObject(
      refusal('This approval was given for another call.'),
    );
    expect(await phoneOf()).toBe(before);
    expect(await setPhone('+1 212 555 0100', use)).toMatchObject({
      isError: false,
      content: { status: 200, body: { phone: '+1 212 555 0100' } },
    });
    expect(await phoneOf()).toBe('+1 212 555 0100');
    expect(await setPhone('+1 212 555 0100', use)).toMatchObject(
      refusal('This approval has been used already.'),
    );
    expect((await requests()).at(-1)).toMatchObject({
      status: 'consumed',
      consumed_for: 'patchStoresByStore /stores/DOWNTOWN/',
    });
  });

  it('is in the audit log under the login, with the program as its client', async () => {
    const token = await shop.officeToken('admin');
    const log = await shop.call('GET', '/audit-log/?record=stores/&limit=5', { token });
    expect(log.body[0]).toMatchObject({ action: 'update', record_type: 'stores' });
    expect(log.body[0].user_agent).toMatch(/^mcp /);
  });

  it('of 20 uses at once is made once', async () => {
    const asked = await setPhone('+1 212 555 0120');
    const id = asked.content.approval_request_id;
    await decide(id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => setPhone('+1 212 555 0120', { approval_request_id: id })),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
  });

  it('works on another node, which knows nothing of the program', async () => {
    const other = await openShop({ beside: shop, background: false });
    const program = await connect(await listen(other), await shop.officeToken('admin'));
    const asked = await setPhone('+1 212 555 0130');
    await decide(asked.content.approval_request_id);
    const answer = await program.call('patchStoresByStore', {
      path: { store: 'DOWNTOWN' },
      body: { phone: '+1 212 555 0130' },
      approval_request_id: asked.content.approval_request_id,
    });
    expect(answer.isError).toBe(false);
    await program.close();
    await other.close();
  });

  it('asks once for the same call, and for 20 calls at most', async () => {
    const token = await hire(shop, {
      username: 'eager',
      role: 'manager',
      store_ids: [DOWNTOWN_ID],
    });
    const eager = await connect(base, token);
    const change = (phone: string) =>
      eager.call('patchStoresByStore', { path: { store: 'DOWNTOWN' }, body: { phone } });
    const first = await change('1');
    const again = await change('1');
    expect(again.content).toEqual(first.content);
    for (let nth = 2; nth <= 20; nth += 1) await change(String(nth));
    const before = (await requests()).length;
    expect((await change('21')).content).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS' },
    });
    expect((await requests()).length).toBe(before);
    expect((await change('20')).content.code).toBe('APPROVAL_NEEDED');
    await eager.close();
  });

  it('that is not valid asks nobody', async () => {
    const before = (await requests()).length;
    const answer = await admin.call('patchStoresByStore', {
      path: { store: 'DOWNTOWN' },
      body: { phone: 5 },
    });
    expect(answer.content).toMatchObject({
      status: 400,
      body: { errors: { phone: ['Must be of type string.'] } },
    });
    expect((await requests()).length).toBe(before);
  });
});

describe('the person who approves', () => {
  it('is another one, with the same right, at the same store', async () => {
    const asked = await setPhone('+1 212 555 0140');
    const id = asked.content.approval_request_id;
    const own = await decide(id, 'approve', await shop.officeToken('admin'));
    expect(own).toMatchObject({ status: 403, body: { code: 'SELF_APPROVAL' } });
    const supervisor = await decide(id, 'approve', await shop.tillToken('EMP002'));
    expect(supervisor).toMatchObject({
      status: 403,
      body: {
        code: 'PERMISSION_DENIED',
        error: 'Only somebody who may do this themselves can approve it.',
      },
    });
    const atTill = await decide(id, 'approve', await shop.tillToken('EMP003'));
    expect(atTill).toMatchObject({ status: 403, body: { code: 'WEB_SESSION_REQUIRED' } });
    const pin = await shop.call('POST', `/pos/approvals/${id}/approve/`, {
      token: await shop.tillToken('EMP002'),
      body: { approver_id: 'EMP003', pin_code: '3456' },
    });
    expect(pin).toMatchObject({ status: 403, body: { code: 'WEB_SESSION_REQUIRED' } });
    expect((await requests()).find(one => one.id === id)?.status).toBe('pending');
    const elsewhere = await hire(shop, {
      username: 'airport',
      role: 'manager',
      store_ids: [AIRPORT_ID],
    });
    expect((await decide(id, 'approve', elsewhere)).status).toBe(404);
    expect((await decide(id, 'deny')).status).toBe(200);
    expect(await setPhone('+1 212 555 0140', { approval_request_id: id })).toMatchObject({
      content: { status: 403, body: { detail: 'This approval is denied.' } },
    });
  });

  it('manages every store if the change holds in all of them', async () => {
    const downtown = await hire(shop, {
      username: 'downtown',
      role: 'manager',
      store_ids: [DOWNTOWN_ID],
    });
    const brand = { body: { name: 'Agency' } };
    const asked = await admin.call('postBrands', brand);
    const id = asked.content.approval_request_id;
    // The first store of the administrator is AIRPORT.
    expect(asked.content.store_id).toBe(AIRPORT_ID);
    expect((await decide(id, 'approve', downtown)).status).toBe(404);
    expect((await decide(id)).status).toBe(200);
    const made = await admin.call('postBrands', { ...brand, approval_request_id: id });
    expect(made.content).toMatchObject({ status: 201, body: { name: 'Agency' } });
  });

  it('decides on what the program asked for, not on what somebody wrote', async () => {
    const forged = await shop.call('POST', '/pos/approvals/request/', {
      token: await shop.officeToken('admin'),
      body: { request_type: 'agent_write', amount: 0, reason: 'Nothing', store_id: 'DOWNTOWN' },
    });
    expect(forged).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });
});

describe('the policy of a store', () => {
  beforeEach(() => setPolicy({}));
  const task = (id: string) => ({
    body: { task_id: id, title: 'Count mugs', store: 'DOWNTOWN', priority: 'low' },
  });
  const order = (quantity: number) => ({
    body: {
      store: 'DOWNTOWN',
      vendor_name: 'Northwind',
      lines: [{ sku: 'MUG-WHITE', ordered_quantity: quantity, unit_cost: '4.00' }],
    },
  });

  it('lets programs write with the rights it names', async () => {
    expect((await admin.call('postTasks', task('T-A'))).content.code).toBe('APPROVAL_NEEDED');
    await setPolicy({ agent_writes: ['task.manage'] });
    expect((await admin.call('postTasks', task('T-B'))).content).toMatchObject({ status: 201 });
    expect((await setPhone('1')).content.code).toBe('APPROVAL_NEEDED');
  });

  it('counts amounts for all pieces, up to its limit', async () => {
    await setPolicy({ agent_writes: ['procurement.manage'], agent_limit: 100 });
    const within = await admin.call('postProcurementPurchaseOrders', order(25));
    expect(within.content).toMatchObject({ status: 201 });
    const above = await admin.call('postProcurementPurchaseOrders', order(26));
    expect(above.content.code).toBe('APPROVAL_NEEDED');
    expect((await requests()).at(-1)?.amount).toBe('104.00');
  });

  /** A mug, paid by card. */
  const soldMug = async (): Promise<string> => {
    const counter = counterOf(shop);
    const processor_transaction_id = await counter.charge(MUG_TOTAL);
    return counter.sold({ payment_method_id: 'card', processor_transaction_id });
  };

  it('holds the void of a sale against its limit, with the right to void', async () => {
    const sale = await soldMug();
    const undo = () =>
      admin.call('postTransactionsByTransactionIdVoid', {
        path: { transactionId: sale },
        body: { reason: 'Wrong sale' },
      });
    await setPolicy({ agent_writes: ['sale.create'], agent_limit: '5000.00' });
    expect((await undo()).content.code).toBe('APPROVAL_NEEDED');
    await setPolicy({ agent_writes: ['sale.create', 'sale.void'], agent_limit: '13.52' });
    expect((await undo()).content.code).toBe('APPROVAL_NEEDED');
    expect((await requests()).at(-1)).toMatchObject({
      amount: MUG_TOTAL,
      details: { permission: 'sale.void' },
    });
    expect((await counterOf(shop).row(sale)).status).toBe('completed');
    await setPolicy({ agent_writes: ['sale.void'], agent_limit: MUG_TOTAL });
    expect((await undo()).content).toMatchObject({ status: 200, body: { status: 'voided' } });
  });

  it('holds the refund of a return against its limit', async () => {
    const sale = await soldMug();
    const token = await shop.officeToken('manager');
    const lines = await shop.call('GET', `/line-items/?transaction=${sale}`, { token });
    const opened = await shop.call('POST', '/returns/', {
      token,
      body: {
        transaction: sale,
        return_reason: 'defective',
        line_items: [{ original_line_item: lines.body[0].id, quantity: 1 }],
      },
    });
    const { id } = opened.body;
    const approve = () => admin.call('postReturnsByIdApprove', { path: { id }, body: {} });
    await setPolicy({ agent_writes: ['return.create'], agent_limit: '5000.00' });
    expect((await approve()).content.code).toBe('APPROVAL_NEEDED');
    expect((await requests()).at(-1)).toMatchObject({ details: { permission: 'return.decide' } });
    const unchanged = await shop.call('GET', `/returns/${id}/`, { token });
    expect(unchanged.body.status).toBe('pending');
    await setPolicy({ agent_writes: ['return.decide'], agent_limit: MUG_TOTAL });
    expect((await approve()).content).toMatchObject({ body: { status: 'approved' } });
    expect((await shop.call('POST', `/returns/${id}/receive/`, { token })).status).toBe(200);
    const complete = () => admin.call('postReturnsByIdComplete', { path: { id }, body: {} });
    for (const policy of [
      { agent_writes: ['return.create', 'return.decide'], agent_limit: '5000.00' },
      { agent_writes: ['refund.issue'], agent_limit: '13.52' },
    ]) {
      await setPolicy(policy);
      expect((await complete()).content.code).toBe('APPROVAL_NEEDED');
    }
    expect((await requests()).at(-1)).toMatchObject({
      amount: MUG_TOTAL,
      details: { permission: 'refund.issue' },
    });
    await setPolicy({ agent_writes: ['refund.issue'], agent_limit: MUG_TOTAL });
    expect((await complete()).content).toMatchObject({ body: { status: 'completed' } });
  });

  it('holds a correction against its limit, whatever the balance is', async () => {
    const token = await shop.officeToken('manager');
    const give = {
      kind: 'gift_card',
      store_id: 'DOWNTOWN',
      amount: '20.00',
      reason: 'Late parcel',
    };
    const { id } = (await shop.call('POST', '/value-accounts/', { token, body: give })).body;
    const path = `/value-accounts/${id}/`;
    const emptied = { token, body: { amount: '-20.00', reason: 'Typo' } };
    expect((await shop.call('POST', `${path}correct/`, emptied)).status).toBe(200);
    const balance = async () => (await shop.call('GET', path, { token })).body.balance;
    const correct = (amount: string) =>
      admin.call('postValueAccountsByIdCorrect', {
        path: { id },
        body: { amount, reason: 'Typo' },
      });
    await setPolicy({ agent_writes: ['value.manage'], agent_limit: '10.00' });
    expect((await correct('10.01')).content.code).toBe('APPROVAL_NEEDED');
    expect((await requests()).at(-1)).toMatchObject({
      amount: '10.01',
      details: { permission: 'value.manage' },
    });
    expect(await balance()).toBe('0.00');
    expect((await correct('10.00')).content).toMatchObject({ body: { balance: '10.00' } });
    expect((await correct('-10.00')).content).toMatchObject({ body: { balance: '0.00' } });
  });

  it('requires the permission for what a change does, not the one that its route requires', async () => {
    const { body } = await shop.call('GET', '/openapi.json');
    const approved = operationsOf(body)
      .filter(one => one.method !== 'get' && one.approvalPermission !== one.permission)
      .map(one => [`${one.method} ${one.path}`, one.approvalPermission]);
    expect(Object.fromEntries(approved)).toEqual({
      'post /exchanges/': 'refund.issue',
      'post /fulfillments/{id}/cancel/': 'refund.issue',
      'post /layaways/{id}/cancel/': 'sale.void',
      'post /payments/refunds/': 'refund.issue',
      'post /payments/refunds/{pk}/confirm/': 'refund.issue',
      'post /pos/transactions/{transaction_id}/cancel/': 'sale.void',
      'post /returns/{id}/approve/': 'return.decide',
      'post /returns/{id}/complete/': 'refund.issue',
      'post /stores/{store}/copy-settings/': 'store.manage',
      'post /terminals/{terminal_id}/devices/{id}/test/': 'drawer.open',
      'post /transactions/{transactionId}/void/': 'sale.void',
    });
  });

  it('does not apply to a change of the chain that names a store in a field of its own', async () => {
    await setPolicy({ agent_writes: ['catalog.manage', 'catalog.chain'], agent_limit: '9.00' });
    const body = { name: 'Decoy' };
    const before = (await requests()).length;
    for (const [field, sent] of [
      ['path.store', { path: { store: 'DOWNTOWN' }, body }],
      ['query.store', { query: { store: 'DOWNTOWN' }, body }],
      ['body.store', { body: { ...body, store: 'DOWNTOWN' } }],
    ] as const) {
      expect((await admin.call('postBrands', sent)).content).toMatchObject({
        status: 400,
        body: { errors: { [field]: ['There is no such field.'] } },
      });
    }
    expect((await requests()).length).toBe(before);
    expect((await admin.call('postBrands', { body })).content.code).toBe('APPROVAL_NEEDED');
  });

  it('takes rights that exist and amounts of its currency', async () => {
    const token = await shop.officeToken('admin');
    const refused = await shop.call('PATCH', '/stores/DOWNTOWN/', {
      token,
      body: { approval_policy: { agent_writes: ['everything'], agent_limit: '1.005' } },
    });
    expect(refused.status).toBe(400);
    const store = await shop.call('GET', '/stores/DOWNTOWN/', { token });
    expect(store.body.approval_policy).toEqual({});
  });
});

describe('secrets', () => {
  it('are kept from programs and from the request that people read', async () => {
    const endpoint = {
      body: {
        url: 'https://example.com/hook',
        events: ['transaction.completed'],
        store_ids: [DOWNTOWN_ID],
      },
    };
    const asked = await admin.call('postWebhookEndpoints', endpoint);
    const id = asked.content.approval_request_id;
    await decide(id);
    const made = await admin.call('postWebhookEndpoints', { ...endpoint, approval_request_id: id });
    expect(made.content).toMatchObject({ status: 201, body: { secret: '[secret]' } });

    const user = {
      body: {
        role: 'cashier',
        employee_number: 'EMP900',
        pin_code: '8642',
        store_ids: [DOWNTOWN_ID],
      },
    };
    await admin.call('postUsers', user);
    const text = JSON.stringify((await requests()).at(-1)?.details);
    expect(text).toContain('[secret]');
    expect(text).not.toContain('8642');
  });

  it('that a route shows once are hidden whatever their field is called', async () => {
    await setPolicy({ agent_writes: ['store.settings'], agent_limit: '0.00' });
    const agent = await admin.call('postAgents', {
      body: { name: 'Assistant', store_id: 'DOWNTOWN' },
    });
    expect(agent.content).toMatchObject({ status: 201, body: { key: '[secret]' } });
    const pair = (terminal: string) =>
      admin.call('postStoresByStoreTerminalsByTerminalPairingCode', {
        path: { store: 'DOWNTOWN', terminal },
      });
    expect((await pair('T-001')).content).toMatchObject({
      status: 201,
      body: { code: '[secret]', terminal_id: 'T-001' },
    });
    expect((await pair('T-NONE')).content).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    await setPolicy({});
  });

  it('that can be spent reach neither a program nor a request for an approval', async () => {
    await setPolicy({ agent_writes: ['value.manage'], agent_limit: '20.00' });
    const given = await admin.call('postValueAccounts', {
      body: { kind: 'gift_card', store_id: 'DOWNTOWN', amount: '20.00', reason: 'Late parcel' },
    });
    expect(given.content).toMatchObject({
      status: 201,
      body: { code: '[secret]', balance: '20.00' },
    });
    await setPolicy({});
    const till = await connect(base, await shop.tillToken('EMP002'));
    const asked = await till.call('postTerminalsByTerminalIdCodeSlips', {
      path: { terminal_id: 'T-001' },
      body: { kind: 'gift_card', codes: [{ code: 'GIFT-1234-5678', amount: '20.00' }] },
    });
    expect(asked.content.code).toBe('APPROVAL_NEEDED');
    expect((await requests()).at(-1)?.details).toMatchObject({
      body: { kind: 'gift_card', codes: [{ code: '[secret]', amount: '20.00' }] },
    });
    await till.close();
  });

  it('of customers are not kept with the request', async () => {
    await admin.call('postCustomers', { body: { first_name: 'Ada', email: 'ada@example.com' } });
    const text = JSON.stringify((await requests()).at(-1)?.details);
    expect(text).toContain('[personal]');
    expect(text).not.toContain('ada@example.com');
  });
});
