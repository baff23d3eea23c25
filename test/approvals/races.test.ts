import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Counter, openCounter, userId } from './support.js';

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter();
});
afterAll(() => counter.close());

/** `RACE_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 20);

it('accepts one of two concurrent decisions', async () => {
  const [manager, admin] = [
    await userId(counter.shop, 'EMP003'),
    await userId(counter.shop, 'EMP004'),
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await counter.asked();
    const first = () => counter.move('EMP003', id, 'approve');
    const second = () => counter.move('EMP004', id, 'deny');
    const replies = await Promise.all(round % 2 === 0 ? [first(), second()] : [second(), first()]);
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409]);
    const winner = replies.find(reply => reply.status === 200)?.body;
    const loser = replies.find(reply => reply.status === 409)?.body;
    expect(loser).toMatchObject({ code: 'INVALID_STATE', details: { status: winner.status } });
    const row = await counter.row(id);
    expect([row.status, row.decided_by]).toEqual([
      winner.status,
      winner.status === 'approved' ? manager : admin,
    ]);
    expect((await counter.events(id)).map(event => event.event)).toEqual([
      'approval.requested',
      `approval.${winner.status}`,
    ]);
  }
});

it('accepts either an approval or a concurrent cancellation', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await counter.asked();
    const replies = await Promise.all([
      counter.move('EMP003', id, 'approve'),
      counter.move('EMP001', id, 'cancel'),
      counter.move('EMP002', id, 'approve'),
    ]);
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409, 409]);
    expect(await counter.events(id)).toHaveLength(2);
  }
});
