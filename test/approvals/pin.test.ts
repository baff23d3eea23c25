import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID } from '../../src/seed/data.js';
import { type Counter, MINUTE_MS, openCounter, userId } from './support.js';

let counter: Counter;
let supervisor: string;
beforeAll(async () => {
  counter = await openCounter();
  supervisor = await userId(counter.shop, 'EMP002');
});
afterAll(() => counter.close());
/** Failed PINs and blocks expire after ten minutes. */
beforeEach(() => counter.clock.advance(21 * MINUTE_MS));

const approve = (id: string, approver_id?: string, pin_code?: string, verb = 'approve') =>
  counter.move('EMP001', id, verb, { approver_id, pin_code });
/** The clock moves past the 15 minutes of an access token, so each use logs in again. */
const adminToken = async (): Promise<string> => {
  const login = await counter.shop.call('POST', '/auth/login/', {
    body: { username: 'admin', password: 'admin-demo' },
  });
  return login.body.access;
};
const isPending = async (id: string) => {
  expect((await counter.row(id)).status).toBe('pending');
  expect(await counter.events(id)).toHaveLength(1);
};

describe("a manager at the cashier's till", () => {
  it('approves with employee number and PIN', async () => {
    const id = await counter.asked({ amount: '99.00' });
    const reply = await approve(id, 'EMP002', '2345');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      success: true,
      status: 'approved',
      approved_by: supervisor,
      approved_by_name: 'Sam Okafor',
    });
    // The digits of the id may contain the PIN by chance.
    const events = JSON.stringify(await counter.events(id)).replaceAll(id, '');
    expect(events).not.toContain('2345');
  });

  it('is in the audit log once, after each wrong PIN', async () => {
    const id = await counter.asked();
    const logged = async () =>
      statement<{ action: string; record_type: string }>(
        counter.shop.platform.db,
        `select action, record_type from audit_entries
         where record_key = $1 and action in ('approve', 'deny', 'login_failed') order by at`,
        [id],
      );
    expect((await approve(id, 'EMP002', '9999')).status).toBe(401);
    const failed = { action: 'login_failed', record_type: 'approvals' };
    expect(await logged()).toEqual([failed]);
    expect((await approve(id, 'EMP002', '2345')).status).toBe(200);
    expect(await logged()).toEqual([failed, { action: 'approve', record_type: 'approvals' }]);
    expect((await approve(id, 'EMP002', '2345')).status).toBe(409);
    expect(await logged()).toHaveLength(2);
  });

  it('approves with user id and PIN, without a session', async () => {
    const id = await counter.asked();
    expect((await approve(id, supervisor, '2345')).body.approved_by).toBe(supervisor);
    const me = await counter.shop.call('GET', '/auth/me/', {
      token: await counter.shop.tillToken('EMP001'),
    });
    expect(me.status).toBe(200);
  });

  it('denies with employee number and PIN', async () => {
    const id = await counter.asked();
    const reply = await approve(id, 'EMP003', '3456', 'deny');
    expect([reply.status, reply.body.status]).toEqual([200, 'denied']);
  });

  it.each([
    ['a wrong PIN', 'EMP002', '9999'],
    ['an unknown employee', 'EMP999', '2345'],
    ['an invalid employee number', '\u00e9\u00e9', '2345'],
    ["another person's PIN", 'EMP002', '3456'],
  ])('is refused with %s', async (_, approver, pin) => {
    const id = await counter.asked();
    const reply = await approve(id, approver, pin);
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({
      success: false,
      error: 'Invalid employee or PIN.',
      code: 'INVALID_CREDENTIALS',
    });
    await isPending(id);
  });

  it('needs both number and PIN', async () => {
    const id = await counter.asked();
    const noPin = await approve(id, 'EMP002');
    expect([noPin.status, Object.keys(noPin.body.details)]).toEqual([400, ['pin_code']]);
    const anonymous = await approve(id, undefined, '2345');
    expect([anonymous.status, Object.keys(anonymous.body.details)]).toEqual([400, ['approver_id']]);
    expect((await counter.move('EMP001', id, 'approve', { pin_code: 2345 })).status).toBe(400);
    await isPending(id);
  });

  it('cannot be the requesting cashier', async () => {
    const id = await counter.asked();
    const reply = await approve(id, 'EMP001', '1234');
    expect([reply.status, reply.body.code]).toEqual([403, 'SELF_APPROVAL']);
    await isPending(id);
  });

  it('cannot be another cashier', async () => {
    const id = await counter.asked({ employee: 'EMP002' });
    const reply = await approve(id, 'EMP001', '1234');
    expect([reply.status, reply.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    await isPending(id);
  });

  it('cannot be staff of another store', async () => {
    const token = await adminToken();
    const added = await counter.shop.call('POST', '/users/', {
      token,
      body: {
        role: 'supervisor',
        employee_number: 'EMP700',
        first_name: 'Ada',
        last_name: 'Away',
        pin_code: '7007',
        store_ids: [AIRPORT_ID],
      },
    });
    expect(added.status).toBe(201);
    const id = await counter.asked();
    const reply = await approve(id, 'EMP700', '7007');
    expect([reply.status, reply.body.code]).toEqual([403, 'STORE_NOT_ASSIGNED']);
    await isPending(id);
  });

  it('is limited like a supervisor', async () => {
    const id = await counter.asked({ amount: '100.01' });
    const reply = await approve(id, 'EMP002', '2345');
    expect([reply.status, reply.body.code]).toEqual([403, 'APPROVAL_LIMIT']);
    expect((await approve(id, 'EMP003', '3456')).status).toBe(200);
  });

  it('is locked out after five wrong PINs, even with the right one, for ten minutes', async () => {
    const id = await counter.asked();
    for (let i = 0; i < 5; i += 1) {
      expect((await approve(id, 'EMP002', '0000')).status).toBe(401);
    }
    const reply = await approve(id, 'EMP002', '2345');
    expect([reply.status, reply.body.code]).toEqual([429, 'LOCKED_OUT']);
    expect(reply.headers['retry-after']).toBe('600');
    const login = await counter.shop.call('POST', '/pos/auth/terminal-login/', {
      body: {
        employee_id: 'EMP002',
        pin_code: '2345',
        store_id: 'DOWNTOWN',
        terminal_id: 'T-001',
      },
    });
    expect([login.status, login.body.code]).toEqual([429, 'LOCKED_OUT']);
    await isPending(id);
    counter.clock.advance(10 * MINUTE_MS);
    const next = await counter.asked();
    expect((await approve(next, 'EMP002', '2345')).status).toBe(200);
  });

  it('cannot use a PIN in the back office', async () => {
    const id = await counter.asked();
    const reply = await counter.shop.call('POST', `/pos/approvals/${id}/approve/`, {
      token: await adminToken(),
      body: { approver_id: 'EMP003', pin_code: '3456' },
    });
    expect([reply.status, reply.body.code]).toEqual([403, 'TERMINAL_REQUIRED']);
    await isPending(id);
  });
});
