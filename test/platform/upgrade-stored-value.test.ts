import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration with the ledger of stored value. */
const FIRST = '0135';
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [STORE, CREDIT_METHOD, SALE, CUSTOMER] = [id(1), id(2), id(3), id(5)];
const CREDITS = { spent: id(21), whole: id(22), odd: id(23) };

let older: OlderDatabase;

async function credit(credit: string, code: string, balance: number): Promise<void> {
  await older.query(
    `insert into store_credits (id, code, store_id, return_id, amount, balance, currency, created_at)
     values ($1, $2, $3, $4, 50, $5, 'USD', '2026-01-02')`,
    [credit, code, STORE, credit, balance],
  );
}

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await older.query(`insert into stores (id, code, name) values ($1, 'ONE', 'One')`, [STORE]);
  await older.query(
    `insert into users (id, role, first_name, loyalty_points) values ($1, 'customer', 'Ada', 31)`,
    [CUSTOMER],
  );
  await older.query(
    `insert into payment_methods (id, code, name, method_type)
     values ($1, 'store_credit', 'Credit', 'store_credit')`,
    [CREDIT_METHOD],
  );
  await older.query(
    `insert into transactions (id, transaction_number, store_id, source_system, status, currency,
       subtotal, total_amount, total_paid, completed_at, created_at)
     values ($1, 'TXN-1', $2, 'pos', 'completed', 'USD', 30, 30, 30, now(), now())`,
    [SALE, STORE],
  );
  await credit(CREDITS.spent, 'SC-SPENT', 25);
  await credit(CREDITS.whole, 'SC-WHOLE', 50);
  await credit(CREDITS.odd, 'SC-ODD', 20);
  await older.query(
    `insert into payments (id, transaction_id, store_id, payment_method_id, amount, tendered, currency,
       status, store_credit_id, processed_at, refund_total)
     values ($1, $2, $3, $4, 30, 30, 'USD', 'succeeded', $5, '2026-01-03', 5)`,
    [id(31), SALE, STORE, CREDIT_METHOD, CREDITS.spent],
  );
  await older.query(
    `insert into refunds (id, refund_id, payment_id, transaction_id, store_id, amount, status, cause,
       way, store_credit_id, processed_at)
     values ($1, 'REF-1', $2, $3, $4, 5, 'succeeded', 'refund', 'store_credit', $5, '2026-01-04')`,
    [id(32), id(31), SALE, STORE, CREDITS.spent],
  );
  for (const [n, kind, points] of [
    [41, 'opening', 20],
    [42, 'earned', 30],
    [43, 'taken_back', -19],
  ] as const) {
    await older.query(
      `insert into loyalty_entries (id, customer_id, kind, points, transaction_id, transaction_number,
         store_id, occurred_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      kind === 'opening'
        ? [id(n), CUSTOMER, kind, points, null, null, null]
        : [id(n), CUSTOMER, kind, points, SALE, 'TXN-1', STORE],
    );
  }
  await older.upgrade();
});
afterAll(() => older.close());

const entries = (account: string) =>
  older.query(
    `select kind, amount, transaction_number as number, payment_id, refund_id
     from value_entries where account_id = $1 order by occurred_at, amount`,
    [account],
  );

it('turns store credits into accounts with the payments and refunds that moved them', async () => {
  expect(await entries(CREDITS.spent)).toEqual([
    { kind: 'issued', amount: '50.00', number: null, payment_id: null, refund_id: null },
    { kind: 'spent', amount: '-30.00', number: 'TXN-1', payment_id: id(31), refund_id: null },
    { kind: 'refunded', amount: '5.00', number: 'TXN-1', payment_id: id(31), refund_id: id(32) },
  ]);
  expect((await entries(CREDITS.whole)).map(entry => entry.kind)).toEqual(['issued']);
});

it('keeps a balance that payments do not explain, with an entry for the difference', async () => {
  expect((await entries(CREDITS.odd)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['issued', '50.00'],
    ['blocked', '-30.00'],
  ]);
});

it('shows store credits as before, by their old ids', async () => {
  const rows = await older.query(
    'select id, code, amount, balance, currency from store_credits order by code',
  );
  expect(rows).toEqual([
    { id: CREDITS.odd, code: 'SC-ODD', amount: '50.00', balance: '20.00', currency: 'USD' },
    { id: CREDITS.spent, code: 'SC-SPENT', amount: '50.00', balance: '25.00', currency: 'USD' },
    { id: CREDITS.whole, code: 'SC-WHOLE', amount: '50.00', balance: '50.00', currency: 'USD' },
  ]);
  expect(await older.query('select value_account_id from refunds')).toEqual([
    { value_account_id: CREDITS.spent },
  ]);
});

it('moves points into an account of the customer', async () => {
  const [account] = await older.query(
    `select id, balance, currency from value_accounts where kind = 'points' and customer_id = $1`,
    [CUSTOMER],
  );
  expect([account.balance, account.currency]).toEqual(['31.00', null]);
  expect((await entries(account.id)).map(({ kind, amount }) => [kind, amount]).sort()).toEqual([
    ['earned', '30.00'],
    ['opening', '20.00'],
    ['taken_back', '-19.00'],
  ]);
  expect(await older.query('select loyalty_points from users')).toEqual([{ loyalty_points: 31 }]);
});

it('every balance is the sum of its entries', async () => {
  const wrong = await older.query(
    `select a.id from value_accounts a join value_entries e on e.account_id = a.id
     group by a.id having a.balance <> sum(e.amount)`,
  );
  expect(wrong).toEqual([]);
});
