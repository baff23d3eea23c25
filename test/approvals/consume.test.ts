import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumeApproval } from '../../src/domains/approvals/index.js';
import { atomically } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { type Counter, MINUTE_MS, openCounter, userId } from './support.js';

let counter: Counter;
let casey: string;
let sam: string;
beforeAll(async () => {
  counter = await openCounter();
  casey = await userId(counter.shop, 'EMP001');
  sam = await userId(counter.shop, 'EMP002');
});
afterAll(() => counter.close());

const HERE = { terminalId: 'T-001' };

const approved = async (request: Parameters<Counter['asked']>[0] = {}) => {
  const id = await counter.asked(request);
  const reply = await counter.move('EMP002', id, 'approve');
  if (reply.status !== 200) throw new Error(reply.text);
  return id;
};
const refusal = (message: string) => ({ kind: 'forbidden', code: 'APPROVAL_REQUIRED', message });

describe('an approval', () => {
  it('is used up by the action, and records what it was used for', async () => {
    const id = await approved();
    expect(await counter.use(id)).toEqual({
      requestId: id,
      approvedBy: sam,
      reason: 'Scratched',
    });
    expect(await counter.row(id)).toMatchObject({
      status: 'consumed',
      consumed_at: counter.clock.now(),
      consumed_for: 'discount of TXN-20260302-0000000A',
    });
    expect((await counter.status(id)).body).toMatchObject({
      status: 'consumed',
      approved_by: sam,
      usable_until: null,
    });
    expect((await counter.events(id)).at(-1)).toMatchObject({
      event: 'approval.consumed',
      stream_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      data: { request_id: id, amount: '40.00', used_for: 'discount of TXN-20260302-0000000A' },
    });
    expect((await counter.list('?status=consumed', 'EMP002')).body[0]).toMatchObject({
      request_id: id,
      consumed_at: counter.clock.now().toISOString(),
      consumed_for: 'discount of TXN-20260302-0000000A',
    });
  });

  it('serves one of 50 concurrent uses', async () => {
    const id = await approved();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, nth) => counter.use(id, { usedFor: `use ${nth}` })),
    );
    const refused = outcomes.filter(outcome => outcome.status === 'rejected');
    expect(refused).toHaveLength(49);
    for (const { reason } of refused) {
      expect(reason).toMatchObject(refusal('This approval has been used already.'));
    }
    const winner = outcomes.findIndex(outcome => outcome.status === 'fulfilled');
    expect((await counter.row(id)).consumed_for).toBe(`use ${winner}`);
    const events = (await counter.events(id)).map(event => event.event);
    expect(events).toEqual(['approval.requested', 'approval.approved', 'approval.consumed']);
  });

  it('is restored when the action is rolled back', async () => {
    const id = await approved();
    const undone = atomically(counter.shop.platform.db, async tx => {
      await consumeApproval(tx, {
        requestId: id,
        subjects: { discount: { terminalId: 'T-001' } },
        amountMinor: 1,
        currency: 'USD',
        storeId: DOWNTOWN_ID,
        usedBy: casey,
        usedFor: 'something that fails',
        now: counter.clock.now(),
      });
      throw new Error('the drawer jammed');
    });
    await expect(undone).rejects.toThrow('the drawer jammed');
    expect((await counter.row(id)).status).toBe('approved');
    expect((await counter.events(id)).map(event => event.event)).not.toContain('approval.consumed');
    await counter.use(id);
  });

  it('covers its amount and less, for any type that the action accepts', async () => {
    for (const amountMinor of [0, 1, 4000]) {
      const id = await approved();
      const subjects = { discount: HERE, price_override: HERE };
      await counter.use(id, { amountMinor, subjects });
    }
  });

  it('can be used for 15 minutes after the decision', async () => {
    const id = await approved();
    counter.clock.advance(15 * MINUTE_MS - 1);
    await counter.use(id);
    const late = await approved();
    counter.clock.advance(15 * MINUTE_MS);
    await expect(counter.use(late)).rejects.toMatchObject(
      refusal('This approval was given too long ago.'),
    );
    expect((await counter.row(late)).status).toBe('approved');
  });
});

describe('an action is refused', () => {
  it('without an approval', async () => {
    await expect(counter.use(undefined)).rejects.toMatchObject(
      refusal('This needs an approval; send its id as approval_request_id.'),
    );
    for (const id of ['00000000-0000-4000-8000-00000000dead', 'not-an-id', '']) {
      await expect(counter.use(id)).rejects.toMatchObject(
        refusal('There is no such approval of yours at this store.'),
      );
    }
  });

  it.each([
    [
      'of another store',
      { storeId: AIRPORT_ID },
      'There is no such approval of yours at this store.',
    ],
    [
      'requested by another person',
      { usedBy: '00000000-0000-4000-8000-00000000dead' },
      'There is no such approval of yours at this store.',
    ],
    [
      'for another type of action',
      { subjects: { price_override: HERE, tax_variance: HERE } },
      'This approval was given for another kind of action.',
    ],
    ['that is a cent short', { amountMinor: 4001 }, 'This approval covers 40.00, not 40.01.'],
    [
      'of another till',
      { subjects: { discount: { terminalId: 'T-002' } } },
      'This approval was given at another till.',
    ],
  ])('with an approval %s', async (_, change, message) => {
    const id = await approved();
    await expect(counter.use(id, change)).rejects.toMatchObject(refusal(message));
    expect((await counter.row(id)).status).toBe('approved');
    expect(await counter.events(id)).toHaveLength(2);
  });

  it.each([
    ['pending', async () => undefined],
    ['denied', (id: string) => counter.move('EMP002', id, 'deny')],
    ['cancelled', (id: string) => counter.move('EMP001', id, 'cancel')],
    ['expired', async () => counter.clock.advance(5 * MINUTE_MS)],
  ])('with a request that is %s', async (state, reach) => {
    const id = await counter.asked();
    await reach(id);
    const before = await counter.row(id);
    await expect(counter.use(id)).rejects.toMatchObject(refusal(`This approval is ${state}.`));
    expect(await counter.row(id)).toEqual(before);
  });

  it('with an approval of a type that no action takes', async () => {
    const id = await approved({ type: 'goodwill' });
    await expect(counter.use(id)).rejects.toMatchObject(
      refusal('This approval was given for another kind of action.'),
    );
  });
});
