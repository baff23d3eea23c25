import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration with amounts of three digits. */
const FIRST = '0165';
/** Later ones add tables and checks of their own. */
const NEXT = '0169';
const STORE = '00000000-0000-4000-8000-000000000001';
const ACCOUNT = '00000000-0000-4000-8000-0000000000ac';
const LARGE = ['transactions', 'transaction_lines', 'payments', 'refunds', 'value_entries'];

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);
const one = async (text: string, values?: unknown[]) => (await query(text, values))[0];

/** The files of tables, their months and their indexes; a rewrite gives them new ones. */
const files = () =>
  query(
    `select c.relname, pg_relation_filenode(c.oid) as file from pg_class c
     where c.relkind in ('r', 'i') and (c.relname = any($1) or exists (
       select from pg_inherits i where i.inhrelid = c.oid and i.inhparent::regclass::text = any($1))
       or exists (select from pg_index x where x.indexrelid = c.oid
         and x.indrelid::regclass::text = any($1)))
     order by c.relname`,
    [LARGE],
  );
const checks = () =>
  query(
    `select conrelid::regclass::text || '.' || conname as name from pg_constraint
     where contype = 'c' and conname not like '%\\_amounts\\_fit' order by 1`,
  );

let before: { files: unknown[]; checks: unknown[] };

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await query(
    `insert into value_accounts (id, kind, currency, store_id, code, code_hash, code_last_four, balance, created_at)
     values ($1, 'store_credit', 'USD', $2, 'ABCD2345', null, null, 12.5, now())`,
    [ACCOUNT, STORE],
  );
  await query(
    `insert into value_entries (id, account_id, kind, amount, store_id, occurred_at)
     values (gen_random_uuid(), $1, 'issued', 12.5, $2, now())`,
    [ACCOUNT, STORE],
  );
  await query(
    `insert into shifts (id, store_id, terminal_id, business_date, currency, opening_float,
       opened_by, opened_at, expected_amount, counted_amount, status, closed_by, closed_at)
     values (gen_random_uuid(), $1, 'T-001', '2026-01-02', 'USD', 100, $1, now(), 120.5, 119, 'closed', $1, now())`,
    [STORE],
  );
  before = { files: await files(), checks: await checks() };
  await older.upgrade({ before: NEXT });
});
afterAll(() => older.close());

it('keeps every amount as it was written', async () => {
  expect(await one('select balance::text from value_accounts')).toEqual({ balance: '12.50' });
  expect(await one('select amount::text from value_entries')).toEqual({ amount: '12.50' });
  expect(await one('select amount::text, balance::text from store_credits')).toEqual({
    amount: '12.50',
    balance: '12.50',
  });
  expect(
    await one('select opening_float::text, expected_amount::text, variance::text from shifts'),
  ).toEqual({ opening_float: '100.00', expected_amount: '120.50', variance: '-1.50' });
});

it('rewrites no large table and rebuilds no index of one', async () => {
  expect(before.files.length).toBeGreaterThan(LARGE.length);
  expect(await files()).toEqual(before.files);
});

it('takes three decimals, and nothing wider than before', async () => {
  const change = 'update value_accounts set balance = $1';
  await query(change, ['1.255']);
  expect(await one('select balance::text from value_accounts')).toEqual({ balance: '1.255' });
  await query(change, ['9999999999.99']);
  await expect(query(change, ['10000000000.00'])).rejects.toThrow('value_accounts_amounts_fit');
});

it('keeps all checks, validated, and writes missing amounts with two decimals', async () => {
  expect(await checks()).toEqual(before.checks);
  const open = await query(
    `select conname from pg_constraint c where contype = 'c' and not convalidated and exists (
       select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any (c.conkey)
         and a.atttypid = 'numeric'::regtype and a.atttypmod = -1)`,
  );
  expect(open).toEqual([]);
  expect(
    await query(
      `select table_name || '.' || column_name as name, column_default
       from information_schema.columns
       where table_schema = current_schema() and data_type = 'numeric' and numeric_scale is null
         and column_default is not null and column_default !~ '^[0-9]+[.][0-9]{2}$'`,
    ),
  ).toEqual([]);
});
