import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireApprovals } from '../../src/domains/approvals/expire-approvals.js';
import { createApprovals } from '../../src/domains/approvals/index.js';
import { type Counter, MINUTE_MS, openCounter } from './support.js';

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter();
});
afterAll(() => counter.close());

const eventsOf = async (id: string) => (await counter.events(id)).map(event => event.event);

describe('an unused approval', () => {
  it('is shown and listed as expired after 15 minutes, with who approved it', async () => {
    const id = await counter.asked();
    const approval = await counter.move('EMP002', id, 'approve');
    const { usable_until: until, approved_by: by } = approval.body;
    const shown = async (status: string) => {
      const { body } = await counter.list(`?status=${status}`, 'EMP002');
      return body.filter((item: { request_id: string }) => item.request_id === id);
    };
    counter.clock.advance(15 * MINUTE_MS - 1);
    expect((await counter.status(id)).body).toMatchObject({ status: 'approved', approved_by: by });
    expect(await shown('approved')).toHaveLength(1);
    expect(await shown('expired')).toEqual([]);
    counter.clock.advance(1);
    const expired = { status: 'expired', approved_by: by, usable_until: until };
    expect(until).toBe(counter.clock.now().toISOString());
    expect((await counter.status(id)).body).toMatchObject(expired);
    expect(await shown('approved')).toEqual([]);
    expect(await shown('expired')).toEqual([expect.objectContaining(expired)]);
    const all = (await counter.list('', 'EMP002')).body;
    expect(all.find((item: { request_id: string }) => item.request_id === id)).toMatchObject(
      expired,
    );
    const late = await counter.move('EMP003', id, 'cancel');
    expect([late.status, late.body.error]).toEqual([
      409,
      'A request that is expired cannot be cancelled.',
    ]);
    expect((await counter.row(id)).status).toBe('approved');
  });
});

describe('an unanswered request', () => {
  it('is open one millisecond before its five minutes end, and expired at their end', async () => {
    const id = await counter.asked();
    counter.clock.advance(5 * MINUTE_MS - 1);
    expect((await counter.status(id)).body.status).toBe('pending');
    expect(await eventsOf(id)).toEqual(['approval.requested']);
    counter.clock.advance(1);
    expect((await counter.status(id)).body).toMatchObject({
      status: 'expired',
      approved_by: null,
      approved_at: null,
    });
    expect((await counter.row(id)).status).toBe('expired');
  });

  it('expires once, however many tills read it', async () => {
    const id = await counter.asked();
    counter.clock.advance(5 * MINUTE_MS);
    const replies = await Promise.all(Array.from({ length: 20 }, () => counter.status(id)));
    expect(new Set(replies.map(reply => reply.body.status))).toEqual(new Set(['expired']));
    expect(await eventsOf(id)).toEqual(['approval.requested', 'approval.expired']);
  });

  it.each([
    ['approve', 'approved'],
    ['deny', 'denied'],
    ['cancel', 'cancelled'],
  ])('cannot be changed by %s, although it was never read', async (verb, done) => {
    const id = await counter.asked();
    counter.clock.advance(5 * MINUTE_MS);
    const reply = await counter.move('EMP003', id, verb);
    expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
    expect(reply.body.error).toBe(`A request that is expired cannot be ${done}.`);
    expect((await counter.row(id)).status).toBe('expired');
    expect(await eventsOf(id)).toEqual(['approval.requested', 'approval.expired']);
  });

  it('moves from the open list to the expired one', async () => {
    const id = await counter.asked();
    counter.clock.advance(5 * MINUTE_MS);
    const open = await counter.asked();
    const listed = async (status: string) =>
      (await counter.list(`?status=${status}`)).body.map(
        (item: { request_id: string }) => item.request_id,
      );
    expect(await listed('pending')).toEqual([open]);
    expect(await listed('expired')).toContain(id);
    expect(await eventsOf(id)).toEqual(['approval.requested', 'approval.expired']);
  });

  it('is expired by the minute job, which leaves other requests unchanged', async () => {
    const overdue = [];
    for (let i = 0; i < 3; i += 1) overdue.push(await counter.asked());
    counter.clock.advance(5 * MINUTE_MS);
    const open = await counter.asked();
    const approved = await counter.asked();
    await counter.move('EMP002', approved, 'approve');
    await Promise.all([1, 2, 3].map(() => expireApprovals(counter.shop.platform)));
    for (const id of overdue) {
      expect((await counter.row(id)).status).toBe('expired');
      expect(await eventsOf(id)).toEqual(['approval.requested', 'approval.expired']);
    }
    expect((await counter.row(open)).status).toBe('pending');
    expect((await counter.row(approved)).status).toBe('approved');
    const { schedules } = createApprovals(async () => undefined);
    expect(schedules).toEqual([{ job: 'approvals:expire', cron: '* * * * *' }]);
  });
});
