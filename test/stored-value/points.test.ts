import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { customer } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf, MUG_TOTAL, mug } from '../transactions/support.js';
import { cash, fieldsOf } from './support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
  const account = await statement<{ id: string }>(
    shop.platform.db,
    `select id from value_accounts where kind = 'points' and customer_id = $1`,
    [customer.id],
  );
  await statement(
    shop.platform.db,
    `insert into value_entries (id, account_id, kind, amount, occurred_at)
     select gen_random_uuid(), id, 'opening', 2000 - balance, now() from value_accounts
     where id = $1`,
    [account[0]?.id],
  );
});
afterAll(() => shop.close());

const known = { customer_id: customer.id };
const points = async (): Promise<number> => {
  const [row] = await statement<{ balance: number; copy: number }>(
    shop.platform.db,
    `select a.balance::int as balance, u.loyalty_points as copy
     from value_accounts a join users u on u.id = a.customer_id
     where a.kind = 'points' and a.customer_id = $1`,
    [customer.id],
  );
  expect(row?.copy).toBe(row?.balance);
  return row?.balance ?? 0;
};

describe('points pay at the till', () => {
  it('as points or as an amount, at 100 for 1.00, together with cash', async () => {
    const before = await points();
    const sale = await counter.ring(mug(known));
    const first = await counter.pay(sale, { payment_method_id: 'points', points: 500 });
    expect(first.body.transaction).toMatchObject({ total_paid: '5.00', amount_due: '8.53' });
    const second = await counter.pay(sale, {
      payment_method_id: 'points',
      tendered_amount: '3.00',
    });
    expect(second.body.transaction.amount_due).toBe('5.53');
    expect(await points()).toBe(before - 800);
    const last = await counter.pay(sale, cash('5.53'));
    expect(last.body.transaction.status).toBe('completed');
    expect((await counter.voidSale(sale)).status).toBe(200);
    await shop.settleEvents();
    expect(await points()).toBe(before);
  });

  it('in one request with the sale', async () => {
    const before = await points();
    const payment = { payment_method_id: 'points', tendered_amount: MUG_TOTAL };
    const reply = await counter.post('/pos/transactions/create/', mug({ ...known, payment }));
    expect([reply.status, reply.body.transaction.status]).toEqual([201, 'completed']);
    await shop.settleEvents();
    // 12 points are earned for the mug.
    expect(await points()).toBe(before - 1353 + 12);
    await counter.voidSale(reply.body.transaction.transaction_id);
    await shop.settleEvents();
    expect(await points()).toBe(before);
  });

  it('not without a customer, without enough of them, or without an amount', async () => {
    const before = await points();
    const nobody = await counter.ring();
    const pay = { payment_method_id: 'points', points: 100 };
    expect(fieldsOf(await counter.pay(nobody, pay))).toEqual([
      400,
      'CUSTOMER_REQUIRED',
      ['payment_method_id'],
    ]);
    const sale = await counter.ring(mug({ ...known, line_items: MANY, ...MANY_SUMS }));
    expect(fieldsOf(await counter.pay(sale, { ...pay, points: before + 1 }))).toEqual([
      400,
      'INSUFFICIENT_BALANCE',
      ['tendered_amount'],
    ]);
    expect(fieldsOf(await counter.pay(sale, { payment_method_id: 'cash' }))).toEqual([
      400,
      'INVALID',
      ['tendered_amount'],
    ]);
    expect(await points()).toBe(before);
  });

  it('not more of them than the sale costs', async () => {
    const before = await points();
    const sale = await counter.ring(mug(known));
    const many = { payment_method_id: 'points', points: 1354 };
    const reply = await counter.pay(sale, many);
    expect(fieldsOf(reply)).toEqual([400, 'POINTS_EXCEED_DUE', ['points']]);
    expect(reply.body.details.points).toEqual([
      '1354 points are worth more than the 13.53 due; 1353 points pay it.',
    ]);
    const inline = await counter.post(
      '/pos/transactions/create/',
      mug({ ...known, payment: many }),
    );
    expect(fieldsOf(inline)).toEqual([400, 'POINTS_EXCEED_DUE', ['payment.points']]);
    const amount = { payment_method_id: 'points', tendered_amount: '13.54' };
    expect(fieldsOf(await counter.pay(sale, amount))).toEqual([
      400,
      'NO_CHANGE_FOR_CARD',
      ['tendered_amount'],
    ]);
    expect(await points()).toBe(before);
  });

  it('are taken back by a void although they were spent, below zero', async () => {
    await shop.settleEvents();
    const earning = await counter.ring(mug({ ...known, line_items: MANY, ...MANY_SUMS }));
    await counter.pay(earning, cash(MANY_SUMS.total_amount));
    await shop.settleEvents();
    const all = await points();
    const spent = await counter.ring(mug({ ...known, line_items: MANY, ...MANY_SUMS }));
    expect((await counter.pay(spent, { payment_method_id: 'points', points: all })).status).toBe(
      202,
    );
    expect(await points()).toBe(0);
    await counter.voidSale(earning);
    await shop.settleEvents();
    expect(await points()).toBe(-125);
  });
});

const MANY = [{ sku: 'MUG-WHITE', quantity: 10, unit_price: '12.50', subtotal: '125.00' }];
const MANY_SUMS = { subtotal: '125.00', tax_amount: '10.31', total_amount: '135.31' };
