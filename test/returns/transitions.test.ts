import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIONS, type Action, type ReturnStatus } from '../../src/domains/returns/rules.js';
import { type Desk, eventsAbout, MUG, ok, openDesk } from './support.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Steps that bring a new return into each state. */
const WAYS: Record<ReturnStatus, Action[]> = {
  pending: [],
  approved: ['approve'],
  rejected: ['reject'],
  cancelled: ['cancel'],
  received: ['approve', 'receive'],
  completed: ['approve', 'receive', 'complete'],
};

async function inState(status: ReturnStatus): Promise<string> {
  const sale = await desk.sold([MUG]);
  const { id } = ok(await desk.open(sale, [{ sku: 'MUG-WHITE', quantity: 1 }]), 201).body;
  for (const action of WAYS[status]) ok(await desk.move(id, action));
  return id;
}

const cases = (Object.keys(WAYS) as ReturnStatus[]).flatMap(status =>
  (Object.keys(ACTIONS) as Action[]).map(action => ({ status, action })),
);

describe('the transitions of a return', () => {
  it.each(cases)('from $status allow $action only as specified', async row => {
    const id = await inState(row.status);
    const before = await desk.recordCounts();
    const reply = await desk.move(id, row.action);
    if (ACTIONS[row.action].from === row.status) {
      expect(reply.status).toBe(200);
      expect(reply.body.status).toBe(ACTIONS[row.action].to);
      return;
    }
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({
      code: 'INVALID_STATE',
      details: { status: row.status },
    });
    expect(await desk.recordCounts()).toEqual(before);
  });

  it('record who decided and when the goods arrived', async () => {
    const id = await inState('received');
    const row = await desk.read(id);
    expect(row.decided_by).toMatch(/^00000000-/);
    expect(row.decided_at).toMatch(/Z$/);
    expect(row.received_at).toMatch(/Z$/);
    const events = await eventsAbout(desk.shop, id);
    expect(events.map(({ event, data }) => [event, data.status])).toEqual([
      ['return.created', 'pending'],
      ['return.updated', 'approved'],
      ['return.updated', 'received'],
    ]);
  });

  it('are decided by a supervisor, not by the cashier who created it', async () => {
    const id = await inState('pending');
    const before = await desk.recordCounts();
    for (const action of ['approve', 'reject']) {
      const reply = await desk.move(id, action, undefined, await desk.shop.tillToken());
      expect([reply.status, reply.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect(await desk.recordCounts()).toEqual(before);
    ok(await desk.move(id, 'approve', undefined, await desk.shop.tillToken('EMP002')));
    ok(await desk.move(id, 'receive', undefined, await desk.shop.tillToken()));
  });

  it('approve at the till with an approval, which completing then uses up', async () => {
    const sale = await desk.sold([{ ...MUG, quantity: 2 }]);
    const opened = ok(await desk.open(sale, [{ sku: MUG.sku, quantity: 1 }]), 201).body.id;
    const token = await desk.shop.tillToken();
    const { approved, approvalStatus } = desk.counter;
    const before = await desk.recordCounts();
    const wrong = await approved('refund', '12.50', { transaction_id: await desk.sold([MUG]) });
    for (const id of [wrong, 'nobody']) {
      const reply = await desk.move(opened, 'approve', { approval_request_id: id }, token);
      expect([reply.status, reply.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    }
    expect((await desk.read(opened)).status).toBe('pending');
    expect((await desk.recordCounts()).length).toBe(before.length);
    const right = {
      approval_request_id: await approved('refund', '12.50', { transaction_id: sale }),
    };
    ok(await desk.move(opened, 'approve', right, token));
    expect(await approvalStatus(right.approval_request_id)).toBe('approved');
    // It is kept for this return: another one of the sale needs its own.
    const next = ok(await desk.open(sale, [{ sku: MUG.sku, quantity: 1 }]), 201).body.id;
    const again = await desk.move(next, 'approve', right, token);
    expect([again.status, again.body.code]).toEqual([403, 'APPROVAL_REQUIRED']);
    expect((await desk.read(next)).status).toBe('pending');
    ok(await desk.move(opened, 'receive', undefined, token));
    const done = ok(await desk.move(opened, 'complete', { ...right, refund_to: 'cash' }, token));
    expect(done.body.status).toBe('completed');
    expect(await approvalStatus(right.approval_request_id)).toBe('consumed');
  });

  it('answer 404 for another store', async () => {
    const id = await inState('pending');
    const token = await desk.shop.tillToken('EMP005');
    const before = await desk.recordCounts();
    for (const action of ['cancel', 'receive', 'complete']) {
      expect((await desk.move(id, action, undefined, token)).status).toBe(404);
    }
    expect(await desk.recordCounts()).toEqual(before);
  });

  it('return the first answer to a repeated key', async () => {
    const id = await inState('pending');
    const request = {
      token: await desk.shop.officeToken(),
      headers: { 'idempotency-key': `approve-${id}` },
    };
    const first = ok(await desk.shop.call('POST', `/returns/${id}/approve/`, request));
    const second = ok(await desk.shop.call('POST', `/returns/${id}/approve/`, request));
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });
});
