import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishRefunds } from '../../src/domains/payments/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';
import { open, pay, payByCard, refundTotal, sandboxRefunds } from './support.js';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const refundsOf = async (paymentId: string) =>
  shop.platform.db
    .selectFrom('refunds')
    .select(['id', 'amount', 'status'])
    .where('payment_id', '=', paymentId)
    .execute();

it('refunds exactly the amount paid when 100 refunds are concurrent', async () => {
  const payment = await payByCard(shop, { totalMinor: 10_000 });
  const tries = await Promise.allSettled(
    Array.from({ length: 100 }, async () => {
      const refund = await open(shop, payment, 300);
      await finishRefunds(shop.platform, [refund.id]);
    }),
  );
  const refusals = tries.filter(result => result.status === 'rejected');
  expect(refusals).toHaveLength(67);
  for (const refusal of refusals) {
    expect(refusal.reason).toMatchObject({ kind: 'invalid', code: 'REFUND_EXCEEDS_PAYMENT' });
  }
  expect(await sandboxRefunds(shop, payment)).toEqual(new Array(33).fill(300));
  expect(await refundTotal(shop, payment)).toBe('99.00');
  const left = await open(shop, payment, 100);
  expect(left.status).toBe('pending');
  await expect(open(shop, payment, 1)).rejects.toMatchObject({
    code: 'REFUND_EXCEEDS_PAYMENT',
    extra: { details: { refundable: '0.00' } },
  });
});

it.each([0, -1, 10_001])('refuses to open a refund of %i of 10000 cents', async amountMinor => {
  const payment = await payByCard(shop);
  await expect(open(shop, payment, amountMinor)).rejects.toMatchObject({
    code: 'REFUND_EXCEEDS_PAYMENT',
  });
  expect(await refundsOf(payment.id)).toEqual([]);
  expect(await refundTotal(shop, payment)).toBe('0.00');
});

it('refuses a refund of a payment that took no money', async () => {
  const payment = await payByCard(shop);
  await statement(
    shop.platform.db,
    `update payments set status = 'voided', processed_at = null where id = $1`,
    [payment.id],
  );
  await expect(open(shop, payment, 1)).rejects.toMatchObject({ code: 'NOTHING_TO_REFUND' });
  expect(await refundsOf(payment.id)).toEqual([]);
});

it('is enforced by the database for every way to save a refund', async () => {
  const payment = await pay(shop, { method: 'cash', totalMinor: 5_000 });
  const { db } = shop.platform;
  const insert = (amount: string, status: string) =>
    statement(
      db,
      `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, amount, status, cause,
         way, terminal_id)
       values ($1, $2, $3, $4, $5, $6, $7, 'refund',
         case when $7 = 'succeeded' then 'cash' end, 'T-001')`,
      [newId(), newId(), payment.id, payment.transaction_id, payment.store_id, amount, status],
    );
  await insert('30.00', 'succeeded');
  await insert('15.00', 'pending');
  await insert('40.00', 'failed');
  const beyond = { constraint: 'refund_ceiling' };
  await expect(insert('5.01', 'pending')).rejects.toMatchObject(beyond);
  await expect(insert('5.01', 'succeeded')).rejects.toMatchObject(beyond);
  await expect(insert('NaN', 'succeeded')).rejects.toMatchObject({
    constraint: 'refunds_amounts_fit',
  });
  const change = (set: string) =>
    statement(db, `update refunds set ${set} where payment_id = $1 and status = 'failed'`, [
      payment.id,
    ]);
  await expect(change(`status = 'pending'`)).rejects.toMatchObject(beyond);
  await expect(change(`status = 'succeeded', way = 'cash'`)).rejects.toMatchObject(beyond);
  await expect(
    statement(
      db,
      `update refunds set amount = 20.01 where payment_id = $1 and status = 'pending'`,
      [payment.id],
    ),
  ).rejects.toMatchObject(beyond);
  await expect(
    statement(db, 'update payments set amount = 44.99 where id = $1', [payment.id]),
  ).rejects.toMatchObject(beyond);
  const other = await pay(shop, { method: 'cash' });
  await expect(
    statement(db, 'update refunds set payment_id = $2 where payment_id = $1', [
      payment.id,
      other.id,
    ]),
  ).rejects.toThrow('a refund stays with its payment');
  expect(await refundTotal(shop, payment)).toBe('45.00');
  await change("amount = 5.00, status = 'succeeded', way = 'cash'");
  expect(await refundTotal(shop, payment)).toBe('50.00');
  await statement(db, `delete from refunds where payment_id = $1`, [payment.id]);
  expect(await refundTotal(shop, payment)).toBe('0.00');
});

it('lets one processor charge pay for one sale only, also when recorded manually', async () => {
  const payment = await payByCard(shop);
  const sameCharge = { processorTransactionId: payment.processor_transaction_id };
  await expect(pay(shop, sameCharge)).rejects.toMatchObject({
    kind: 'conflict',
    code: 'PROCESSOR_PAYMENT_USED',
  });
  const rows = await shop.platform.db
    .selectFrom('payments')
    .select('id')
    .where('processor_transaction_id', '=', payment.processor_transaction_id)
    .execute();
  expect(rows).toEqual([{ id: payment.id }]);
});
