import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawerOutOfBalance } from '../../src/domains/shifts/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { waitingForLocks } from '../support/locks.js';
import type { Reply } from '../support/service.js';
import { MUG_TOTAL, openTills, type Tills } from './support.js';

/** `RACE_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 12);

let tills: Tills;
beforeAll(async () => {
  tills = await openTills();
});
afterAll(async () => {
  expect(await drawerOutOfBalance(tills.shop.platform.db)).toEqual([]);
  await tills.shop.close();
});

const statuses = (replies: Reply[]): number[] => replies.map(reply => reply.status).sort();
const CASH = { payment_method_id: 'cash', tendered_amount: '20.00' };

it('opens one shift for four concurrent requests at one till', async () => {
  const token = await tills.cashier();
  for (let round = 0; round < ROUNDS; round += 1) {
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => tills.post('', { opening_float: '10.00' }, token)),
    );
    expect(statuses(replies)).toEqual([201, 409, 409, 409]);
    await tills.closeOpenShift();
  }
});

it('puts payments concurrent with a closing into its Z report or into no shift', async () => {
  const token = await tills.cashier();
  let [inside, outside] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await tills.open('0.00');
    await tills.count(id, { '1.00': 0 });
    const sales = await Promise.all([1, 2, 3, 4].map(() => tills.counter.ring()));
    const [closed, ...paid] = await Promise.all([
      tills.close(id, 'Racing'),
      ...sales.map(sale => tills.counter.pay(sale, CASH, token)),
    ]);
    expect(statuses(paid)).toEqual([202, 202, 202, 202]);
    expect(closed?.status).toBe(200);
    const payments = (await Promise.all(sales.map(sale => tills.counter.payments(sale)))).flat();
    expect(payments).toHaveLength(4);
    const within = payments.filter(payment => payment.shift_id === id);
    const without = payments.filter(payment => payment.shift_id === null);
    expect(within.length + without.length).toBe(4);
    const report = (await tills.read(`${id}/z-report/`)).body;
    expect(report.sales.count).toBe(within.length);
    expect(report.cash.expected).toBe((within.length * Number(MUG_TOTAL)).toFixed(2));
    inside += within.length;
    outside += without.length;
  }
  expect(inside + outside).toBe(4 * ROUNDS);
});

it('makes a closing wait for a payment that locks the shift', async () => {
  const { db } = tills.shop.platform;
  const id = await tills.open('0.00');
  await tills.count(id, { '1.00': 0 });
  const sale = await tills.counter.ring();
  let closing: Promise<Reply> | undefined;
  await db.transaction().execute(async tx => {
    await statement(tx, `select id from shifts where id = $1 for share`, [id]);
    closing = tills.close(id, 'Waits');
    await expect.poll(() => waitingForLocks(db)).toBe(1);
    expect((await tills.counter.pay(sale, CASH)).status).toBe(202);
  });
  expect((await closing)?.body).toMatchObject({ status: 'closed', expected_amount: MUG_TOTAL });
});

it("numbers concurrent closings of a store's tills without a gap", async () => {
  const [cashier, supervisor] = [await tills.cashier(), await tills.supervisor()];
  const manager = await tills.shop.tillToken('EMP003');
  for (let round = 0; round < ROUNDS; round += 1) {
    const tokens = [cashier, supervisor, manager];
    const ids = await Promise.all(tokens.map(token => tills.open('0.00', token)));
    await Promise.all(ids.map((id, n) => tills.count(id, { '1.00': 0 }, tokens[n])));
    // The third is refused, which must not use up a number.
    await tills.act(ids[2] ?? '', 'paid-in', { amount: '50.00', reason: 'Missing' }, manager);
    const replies = await Promise.all(ids.map((id, n) => tills.close(id, undefined, tokens[n])));
    expect(replies.map(reply => reply.status)).toEqual([200, 200, 400]);
    expect((await tills.close(ids[2] ?? '', 'Lost', manager)).status).toBe(200);
  }
  const numbers = await statement<{ number: number }>(
    tills.shop.platform.db,
    `select number from z_reports z join stores s on s.id = z.store_id
     where s.code = 'DOWNTOWN' order by number`,
  );
  expect(numbers.map(row => row.number)).toEqual(numbers.map((_, index) => index + 1));
});

it('creates one report for two concurrent closings', async () => {
  const supervisor = await tills.supervisor();
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await tills.open('0.00');
    await tills.count(id, { '1.00': 0 });
    const replies = await Promise.all([tills.close(id), tills.close(id, undefined, supervisor)]);
    expect(statuses(replies)).toEqual([200, 409]);
  }
});
