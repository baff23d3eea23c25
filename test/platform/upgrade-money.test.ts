import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration in which refunds have a way. */
const FIRST = '0050';
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [STORE, SHIFT, RETURN, CREDIT, PERSON] = [id(1), id(2), id(3), id(4), id(5)];
const METHODS = { cash: id(11), card: id(12), store_credit: id(13) };

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

type Old = {
  method: keyof typeof METHODS;
  status?: string;
  to?: string;
  processorRefund?: string;
  shift?: string;
  credit?: string;
  isOfReturn?: boolean;
};

/** A refund as the release before wrote it. */
async function insertRefund(number: string, old: Old): Promise<void> {
  const payment = id(1000 + Number(number));
  await query(
    `insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered, currency,
       status, store_credit_id, processed_at)
     values ($1, $2, $3, $4, 10, 10, 'USD', 'voided', $5, now())`,
    [payment, id(9), STORE, METHODS[old.method], old.credit ?? null],
  );
  const refund = id(2000 + Number(number));
  await query(
    `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, amount, status, cause,
       refund_to, processor_refund_id, shift_id)
     values ($1, $2, $3, $4, $5, 10, $6, 'void', $7, $8, $9)`,
    [
      refund,
      number,
      payment,
      id(9),
      STORE,
      old.status ?? 'succeeded',
      old.to ?? 'original',
      old.processorRefund ?? null,
      old.shift ?? null,
    ],
  );
  if (!old.isOfReturn) return;
  await query('insert into return_refunds (refund_id, return_id) values ($1, $2)', [
    refund,
    RETURN,
  ]);
}

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await query(`insert into stores (id, code, name) values ($1, 'ONE', 'One')`, [STORE]);
  for (const [type, method] of Object.entries(METHODS)) {
    await query(
      'insert into payment_methods (id, code, name, method_type) values ($1, $2, $2, $2)',
      [method, type],
    );
  }
  await query(
    `insert into store_credits (id, code, store_id, return_id, amount, balance, currency)
     values ($1, 'SC-1', $2, $3, 10, 10, 'USD')`,
    [CREDIT, STORE, RETURN],
  );
  await query(
    `insert into shifts (id, store_id, terminal_id, business_date, status, currency, opening_float,
       opened_by, opened_at, closed_by, closed_at, expected_amount, counted_amount)
     values ($1, $2, 'T-001', '2026-01-01', 'closed', 'USD', 0, $3, now(), $3, now(), 20, 18)`,
    [SHIFT, STORE, PERSON],
  );
  await insertRefund('1', { method: 'card', processorRefund: 're_1' });
  await insertRefund('2', { method: 'card' });
  await insertRefund('3', { method: 'cash', shift: SHIFT });
  await insertRefund('4', { method: 'cash' });
  await insertRefund('5', { method: 'card', to: 'store_credit', isOfReturn: true });
  await insertRefund('6', { method: 'store_credit', credit: CREDIT });
  await insertRefund('7', { method: 'card', to: 'cash', shift: SHIFT });
  await insertRefund('8', { method: 'card', status: 'pending' });
  await insertRefund('9', { method: 'card', status: 'failed' });
  await older.upgrade();
});
afterAll(() => older.close());

it('gives every settled refund its way, and marks what nothing proves', async () => {
  const rows = await query(
    `select refund_id, way, action_required, value_account_id, is_unproven
     from refunds order by refund_id`,
  );
  const ways = rows.map(row => [row.refund_id, row.way, row.value_account_id, row.is_unproven]);
  expect(ways).toEqual([
    ['1', 'processor', null, false],
    ['2', 'external', null, true],
    ['3', 'cash', null, false],
    ['4', 'cash', null, true],
    ['5', 'store_credit', CREDIT, false],
    ['6', 'store_credit', CREDIT, false],
    ['7', 'cash', null, false],
    ['8', null, null, false],
    ['9', null, null, false],
  ]);
  expect(rows.every(row => row.action_required === null)).toBe(true);
});

it('refuses a new refund that succeeds without its way or without proof', async () => {
  for (const [set, constraint] of [
    [`status = 'succeeded'`, 'way_when_succeeded'],
    [`way = 'cash', shift_id = '${SHIFT}'`, 'way_when_succeeded'],
    [`status = 'succeeded', way = 'processor'`, 'way_is_proven'],
    [`status = 'succeeded', way = 'cash'`, 'way_is_proven'],
    [`status = 'succeeded', way = 'store_credit'`, 'way_is_proven'],
    [`status = 'succeeded', way = 'external', reference = 'S-1'`, 'way_is_proven'],
    [`status = 'failed', action_required = 'pay_out_cash'`, 'action_while_pending'],
  ]) {
    await expect(query(`update refunds set ${set} where refund_id = '8'`)).rejects.toMatchObject({
      constraint,
    });
  }
});

it('turns the difference of a shift into counted less expected', async () => {
  expect(await query('select variance from shifts')).toEqual([{ variance: '-2.00' }]);
});
