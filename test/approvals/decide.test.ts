import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { type Counter, MINUTE_MS, openCounter, userId } from './support.js';

let counter: Counter;
const ids: Record<string, string> = {};
beforeAll(async () => {
  counter = await openCounter();
  for (const employee of ['EMP001', 'EMP002', 'EMP003', 'EMP004']) {
    ids[employee] = await userId(counter.shop, employee);
  }
});
afterAll(() => counter.close());

const nowText = () => counter.clock.now().toISOString();

describe('a decision', () => {
  it('approves in the name of the logged-in manager', async () => {
    const id = await counter.asked({ amount: '500.00' });
    const reply = await counter.move('EMP003', id, 'approve');
    expect(reply.status).toBe(200);
    const shown = {
      request_id: id,
      status: 'approved',
      approved_by: ids.EMP003,
      approved_by_name: (await counter.status(id)).body.approved_by_name,
      approved_at: nowText(),
      usable_until: new Date(counter.clock.now().getTime() + 15 * MINUTE_MS).toISOString(),
      denied_by: null,
      denied_by_name: null,
      denied_at: null,
      decision_note: '',
      request_type: 'discount',
      amount: '500.00',
      expires_at: new Date(counter.clock.now().getTime() + 5 * MINUTE_MS).toISOString(),
    };
    expect(reply.body).toEqual({ success: true, ...shown });
    expect(shown.approved_by_name).toMatch(/\w+ \w+/);
    expect((await counter.status(id)).body).toEqual(shown);
  });

  it('notifies the requesting till who decided, without reason and notes', async () => {
    const id = await counter.asked({ details: { secret: 1 } });
    await counter.move('EMP002', id, 'approve', { note: 'Fine' });
    expect((await counter.events(id)).slice(1)).toEqual([
      {
        event: 'approval.approved',
        stream_id: DOWNTOWN_ID,
        store_id: DOWNTOWN_ID,
        terminal_id: 'T-001',
        data: {
          request_id: id,
          status: 'approved',
          request_type: 'discount',
          amount: '40.00',
          requested_by: ids.EMP001,
          decided_by: ids.EMP002,
          expires_at: expect.any(String),
        },
      },
    ]);
  });

  it('denies with a note, regardless of the amount', async () => {
    const id = await counter.asked({ amount: '9000.00' });
    const reply = await counter.move('EMP002', id, 'deny', { note: 'Too much' });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      status: 'denied',
      approved_by: null,
      approved_by_name: null,
      approved_at: null,
      usable_until: null,
      denied_by: ids.EMP002,
      denied_by_name: 'Sam Okafor',
      denied_at: nowText(),
      decision_note: 'Too much',
    });
    expect((await counter.events(id)).map(event => event.event)).toEqual([
      'approval.requested',
      'approval.denied',
    ]);
  });

  it('can be made in the back office', async () => {
    const id = await counter.asked();
    const token = await counter.shop.officeToken('manager');
    const reply = await counter.shop.call('POST', `/pos/approvals/${id}/approve/`, { token });
    expect([reply.status, reply.body.approved_by]).toEqual([200, ids.EMP003]);
  });

  it.each(['approve', 'deny'])("cannot %s one's own request", async verb => {
    for (const employee of ['EMP001', 'EMP002', 'EMP003', 'EMP004']) {
      const id = await counter.asked({ employee });
      const reply = await counter.move(employee, id, verb);
      expect([reply.status, reply.body.code]).toEqual([403, 'SELF_APPROVAL']);
      expect((await counter.row(id)).status).toBe('pending');
      expect(await counter.events(id)).toHaveLength(1);
    }
  });

  it("on one's own request is refused by the database as well", async () => {
    const id = await counter.asked();
    const write = counter.shop.platform.db
      .updateTable('approvals')
      .set({ status: 'approved', decided_by: ids.EMP001 as string, decided_at: new Date() })
      .where('id', '=', id)
      .execute();
    await expect(write).rejects.toMatchObject({ constraint: 'decided_by_another' });
  });

  it.each(['approve', 'deny'])('by a cashier cannot %s', async verb => {
    const id = await counter.asked({ employee: 'EMP002' });
    const reply = await counter.move('EMP001', id, verb);
    expect([reply.status, reply.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await counter.row(id)).status).toBe('pending');
  });

  it.each(['approve', 'deny', 'cancel'])(
    'on a request of another store cannot %s: 404',
    async verb => {
      const id = await counter.asked({ employee: 'EMP005' });
      for (const wanted of [id, 'not-an-id', '00000000-0000-4000-8000-00000000dead']) {
        const reply = await counter.move('EMP002', wanted, verb);
        expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND']);
      }
      expect((await counter.row(id)).status).toBe('pending');
    },
  );
});

describe("a supervisor's approval", () => {
  const approveFor = async (amount: string) => {
    const id = await counter.asked({ amount });
    return counter.move('EMP002', id, 'approve');
  };
  const limitTo = (store: string, policy: object) =>
    counter.shop.platform.db
      .updateTable('stores')
      .set({ approval_policy: JSON.stringify(policy) })
      .where('id', '=', store)
      .execute();

  it('covers up to 100.00 and not a cent more', async () => {
    expect((await approveFor('100.00')).status).toBe(200);
    const reply = await approveFor('100.01');
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual({
      success: false,
      error: 'A supervisor approves up to 100.00 here; ask a manager.',
      code: 'APPROVAL_LIMIT',
      details: { limit: '100.00' },
    });
  });

  it('leaves a request above the limit to a manager', async () => {
    const id = await counter.asked({ amount: '100.01' });
    expect((await counter.move('EMP002', id, 'approve')).status).toBe(403);
    expect((await counter.row(id)).status).toBe('pending');
    expect(await counter.events(id)).toHaveLength(1);
    expect((await counter.move('EMP003', id, 'approve')).status).toBe(200);
  });

  it('covers up to the limit of the store', async () => {
    await limitTo(DOWNTOWN_ID, { supervisor_limit: '20.00' });
    await limitTo(AIRPORT_ID, { supervisor_limit: '900.00' });
    expect((await approveFor('20.00')).status).toBe(200);
    expect((await approveFor('20.01')).body.code).toBe('APPROVAL_LIMIT');
    await limitTo(DOWNTOWN_ID, { supervisor_limit: '0.00' });
    expect((await approveFor('0')).status).toBe(200);
    expect((await approveFor('0.01')).body.code).toBe('APPROVAL_LIMIT');
    await limitTo(DOWNTOWN_ID, {});
    expect((await approveFor('100')).status).toBe(200);
  });
});

describe('a cancelled request', () => {
  it('is cancelled by its requester', async () => {
    const id = await counter.asked();
    const reply = await counter.move('EMP001', id, 'cancel');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      success: true,
      request_id: id,
      status: 'cancelled',
      approved_by: null,
      denied_by: null,
    });
    expect((await counter.events(id)).map(event => event.event)).toEqual([
      'approval.requested',
      'approval.cancelled',
    ]);
    expect(await counter.row(id)).toMatchObject({
      decided_by: ids.EMP001,
      decided_at: counter.clock.now(),
    });
  });

  it('is cancelled by a supervisor, but not by another cashier', async () => {
    const id = await counter.asked({ employee: 'EMP003' });
    const refused = await counter.move('EMP001', id, 'cancel');
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await counter.row(id)).status).toBe('pending');
    expect((await counter.move('EMP002', id, 'cancel')).status).toBe(200);
  });
});

describe('every final state', () => {
  const reach: Record<string, (id: string) => Promise<unknown>> = {
    approved: id => counter.move('EMP003', id, 'approve'),
    denied: id => counter.move('EMP003', id, 'deny'),
    cancelled: id => counter.move('EMP001', id, 'cancel'),
    expired: async id => {
      counter.clock.advance(5 * MINUTE_MS);
      await counter.status(id);
    },
    consumed: async id => {
      await counter.move('EMP003', id, 'approve');
      await counter.use(id);
    },
  };
  const ENDS = { approve: 'approved', deny: 'denied', cancel: 'cancelled' };

  it.each(
    Object.keys(reach).flatMap(state => Object.keys(ENDS).map(verb => [state, verb] as const)),
  )('%s refuses to %s', async (state, verb) => {
    const id = await counter.asked();
    await reach[state]?.(id);
    const before = await counter.row(id);
    expect(before.status).toBe(state);
    const events = await counter.events(id);
    for (const employee of ['EMP002', 'EMP003']) {
      const reply = await counter.move(employee, id, verb);
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({
        success: false,
        error: `A request that is ${state} cannot be ${ENDS[verb as keyof typeof ENDS]}.`,
        code: 'INVALID_STATE',
        details: { status: state },
      });
    }
    expect(await counter.row(id)).toEqual(before);
    expect(await counter.events(id)).toEqual(events);
  });
});
