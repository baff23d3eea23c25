import { afterAll, beforeAll, expect, it } from 'vitest';
import { minor } from '../../src/platform/money.js';
import { MUG, onHand, openTrade, settleJobs, TEE, TEE_TOTAL, type Trade } from './support.js';

/** `RACE_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 6);

let trade: Trade;
beforeAll(async () => {
  trade = await openTrade({});
});
afterAll(() => trade.close());

const refundedOf = async (sale: string): Promise<number> =>
  (await trade.counter.payments(sale)).reduce(
    (sum, one) => sum + minor(one.refund_total, 'USD'),
    0,
  );

it('exchange, void and return of one sale at once have one winner', async () => {
  const other = await trade.shop.tillToken('EMP003', 'T-002');
  await settleJobs(trade.shop);
  const before = await onHand(trade.shop, TEE.sku);
  const larges = await onHand(trade.shop, 'TEE-BLACK-L');
  const winners: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const sale = await trade.sold([TEE], '2.06');
    const back = [{ sku: TEE.sku, quantity: 1 }];
    const [exchange, voided, opened] = await Promise.all([
      trade.exchange(sale, TEE.sku, [{ sku: 'TEE-BLACK-L' }]),
      trade.counter.voidSale(sale),
      trade.open(sale, back, {}, other),
    ]);
    expect([201, 400]).toContain(exchange.status);
    expect([200, 409]).toContain(voided.status);
    expect([201, 400]).toContain(opened.status);
    // A void of a sale with an open return refunds it and cancels the return.
    if (exchange.status === 201) expect([voided.status, opened.status]).toEqual([409, 400]);
    else expect(voided.status).toBe(200);
    winners.push(exchange.status === 201 ? 'exchange' : 'void');
    expect(await refundedOf(sale)).toBe(minor(TEE_TOTAL, 'USD'));
  }
  await settleJobs(trade.shop);
  expect(await onHand(trade.shop, TEE.sku)).toBe(before);
  const exchanged = winners.filter(winner => winner === 'exchange').length;
  expect(await onHand(trade.shop, 'TEE-BLACK-L')).toBe(larges - exchanged);
  await trade.balanced();
});

it('the last unit of a line is exchanged once by two tills', async () => {
  const other = await trade.shop.tillToken('EMP003', 'T-002');
  for (let round = 0; round < ROUNDS; round += 1) {
    const sale = await trade.sold([MUG], '1.03');
    const replies = await Promise.all([
      trade.exchange(sale, MUG.sku, [MUG]),
      trade.exchange(sale, MUG.sku, [MUG], {}, { token: other }),
    ]);
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 400]);
    expect(await refundedOf(sale)).toBe(1353);
  }
  await trade.balanced();
});
