import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelsOutOfBalance } from '../../src/domains/inventory/index.js';
import { minor } from '../../src/platform/money.js';
import { type Desk, MUG, ok, onHand, openDesk, settleJobs } from './support.js';

/** `RACE_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 4);

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({});
});
afterAll(() => desk.close());

const mugs = (quantity: number) => [{ sku: MUG.sku, quantity }];
const statuses = (replies: { status: number }[]) => replies.map(reply => reply.status).sort();

async function refundsOf(sale: string) {
  const { id } = await desk.counter.row(sale);
  return desk.shop.platform.db
    .selectFrom('refunds')
    .selectAll()
    .where('transaction_id', '=', id)
    .execute();
}

/** Refunds never exceed payments, and the processor's refunds equal the service's records. */
async function checkMoney(sale: string): Promise<number> {
  const [payment] = await desk.counter.payments(sale);
  const refunds = (await refundsOf(sale)).filter(refund => refund.status !== 'failed');
  const out = refunds.reduce((sum, refund) => sum + minor(refund.amount, 'USD'), 0);
  expect(out).toBe(minor(payment?.refund_total ?? '0', 'USD'));
  expect(out).toBeLessThanOrEqual(minor(payment?.amount ?? '0', 'USD'));
  const booked = await desk.shop.platform.db
    .selectFrom('sandbox_refunds')
    .select('amount_minor')
    .where('intent_id', '=', payment?.processor_transaction_id ?? '')
    .execute();
  expect(booked.reduce((sum, row) => sum + row.amount_minor, 0)).toBe(out);
  return out;
}

describe('concurrent requests', () => {
  it('for the last unit: one return is created, one is refused', async () => {
    const token = await desk.shop.tillToken();
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await desk.sold([MUG]);
      const replies = await Promise.all([
        desk.open(sale, mugs(1)),
        desk.open(sale, mugs(1), {}, token),
      ]);
      expect(statuses(replies)).toEqual([201, 400]);
      const { id } = await desk.counter.row(sale);
      const line = await desk.shop.platform.db
        .selectFrom('transaction_lines')
        .select('returned_quantity')
        .where('transaction_id', '=', id)
        .executeTakeFirst();
      expect(line?.returned_quantity).toBe(1);
    }
  });

  it('that complete a return twice: one refund, one unit restocked', async () => {
    await settleJobs(desk.shop);
    const token = await desk.shop.tillToken('EMP003');
    const before = await onHand(desk.shop, MUG.sku);
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await desk.soldByCard([{ ...MUG, quantity: 2 }]);
      const id = await desk.received(sale, mugs(1));
      const replies = await Promise.all([
        desk.move(id, 'complete'),
        desk.move(id, 'complete', {}, token),
      ]);
      expect(statuses(replies)).toEqual([200, 409]);
      expect(await checkMoney(sale)).toBe(1250);
      expect(await refundsOf(sale)).toHaveLength(1);
    }
    await settleJobs(desk.shop);
    expect(await onHand(desk.shop, MUG.sku)).toBe(before - ROUNDS);
  });

  it('that complete a return and void its sale: money and goods are returned once', async () => {
    await settleJobs(desk.shop);
    const before = await onHand(desk.shop, MUG.sku);
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await desk.soldByCard([{ ...MUG, quantity: 3 }]);
      const id = await desk.received(sale, mugs(1));
      const [completed, voided] = await Promise.all(
        // The order changes from round to round.
        round % 2 === 0
          ? [desk.move(id, 'complete'), desk.counter.voidSale(sale)]
          : [desk.counter.voidSale(sale), desk.move(id, 'complete')].reverse(),
      );
      expect(voided?.status).toBe(200);
      expect([200, 409]).toContain(completed?.status);
      expect(await checkMoney(sale)).toBe(3750);
      await settleJobs(desk.shop);
      const { status } = await desk.read(id);
      expect(status).toBe(completed?.status === 200 ? 'completed' : 'cancelled');
      expect(await desk.saleStatus(sale)).toBe('voided');
      expect(await onHand(desk.shop, MUG.sku)).toBe(before);
    }
    expect(await levelsOutOfBalance(desk.shop.platform.db)).toEqual([]);
  });

  it('that create a return and void its sale: no return stays open', async () => {
    await settleJobs(desk.shop);
    const before = await onHand(desk.shop, MUG.sku);
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await desk.sold([{ ...MUG, quantity: 2 }]);
      const [opened, voided] = await Promise.all([
        desk.open(sale, mugs(1)),
        desk.counter.voidSale(sale),
      ]);
      expect(ok(voided).body.status).toBe('voided');
      await settleJobs(desk.shop);
      if (opened.status === 201) {
        expect((await desk.read(opened.body.id)).status).toBe('cancelled');
      } else {
        expect(opened.body.code).toBe('NOT_RETURNABLE');
      }
      expect(await onHand(desk.shop, MUG.sku)).toBe(before);
    }
  });

  it('for manual refunds and a return never refund more than was paid', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await desk.soldByCard([{ ...MUG, quantity: 2 }]);
      const [payment] = await desk.counter.payments(sale);
      const id = await desk.received(sale, mugs(2));
      const [completed, ...refunds] = await Promise.all([
        desk.move(id, 'complete'),
        desk.counter.refund({ payment: payment?.id, amount: '10.00' }),
        desk.counter.refund({ payment: payment?.id, amount: '10.00' }),
      ]);
      expect(completed.status).toBe(200);
      for (const refund of refunds) expect([201, 400, 409]).toContain(refund.status);
      // In any order, everything is refunded and nothing twice.
      expect(await checkMoney(sale)).toBe(2500);
    }
  });
});
