import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration in which cash is rounded. */
const FIRST = '0120';
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [STORE, CASH, SALE, PAYMENT, PERSON] = [id(1), id(2), id(3), id(4), id(5)];

let older: OlderDatabase;
beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await older.query(`insert into stores (id, code, name) values ($1, 'ONE', 'One')`, [STORE]);
  await older.query(
    `insert into payment_methods (id, code, name, method_type) values ($1, 'cash', 'Cash', 'cash')`,
    [CASH],
  );
  await older.query(
    `insert into transactions (id, transaction_number, store_id, employee_id, source_system, status,
       currency, subtotal, total_amount, total_paid, change_due, completed_at)
     values ($1, 'TXN-1', $2, $3, 'pos', 'completed', 'USD', 13.93, 13.93, 13.93, 6.07, now())`,
    [SALE, STORE, PERSON],
  );
  await older.query(
    `insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered, currency,
       status, processed_at)
     values ($1, $2, $3, $4, 13.93, 20, 'USD', 'succeeded', now())`,
    [PAYMENT, SALE, STORE, CASH],
  );
  await older.query(
    `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, amount, status, cause,
       way, terminal_id) values ($1, 'REF-1', $2, $3, $4, 3.33, 'succeeded', 'refund', 'cash', 'T-001')`,
    [id(6), PAYMENT, SALE, STORE],
  );
  await older.query('update payments set refund_total = 3.33');
  await older.upgrade();
});
afterAll(() => older.close());

it('leaves older stores, sales, payments and refunds without rounding', async () => {
  expect(await older.query('select cash_rounding from stores')).toEqual([
    { cash_rounding: '0.00' },
  ]);
  expect(await older.query('select rounding_amount from transactions')).toEqual([
    { rounding_amount: '0.00' },
  ]);
  expect(await older.query('select rounding, refund_rounding, refund_total from payments')).toEqual(
    [{ rounding: '0.00', refund_rounding: '0.00', refund_total: '3.33' }],
  );
  expect(await older.query('select rounding from refunds')).toEqual([{ rounding: '0.00' }]);
});

it('still refuses a tender below the amount', async () => {
  await older.query('set session_replication_role = origin');
  const less = older.query('update payments set tendered = 13.92');
  await expect(less).rejects.toMatchObject({ constraint: 'tendered_covers_cash' });
});
