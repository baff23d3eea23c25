import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireGiftCards } from '../../src/domains/stored-value/gift-cards/expire-gift-cards.js';
import { hashesOfCode } from '../../src/domains/stored-value/index.js';
import { expirePoints } from '../../src/domains/stored-value/points/expire-points.js';
import { statement } from '../../src/platform/database/tx.js';
import { testConfig } from '../support/config.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';
import { openShop, type Shop } from '../support/service.js';

/** The first migration with an expiry of points and gift cards. */
const FIRST = '0150';
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [STORE, SALE, ADA, BOB, REFUND] = [id(1), id(3), id(5), id(6), id(7)];
const ACCOUNTS = { card: id(21), old: id(22), credit: id(23), points: id(24), debt: id(25) };
const CODE = 'K7Q2M9XAB3CD4EFG';

let older: OlderDatabase;
let shop: Shop;

type Account = { kind: string; balance: string } & Record<string, unknown>;

async function account(accountId: string, given: Account): Promise<void> {
  const row = { id: accountId, ...given };
  const names = Object.keys(row);
  await older.query(
    `insert into value_accounts (${names.join(', ')})
     values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
}

let entries = 100;
async function entry(accountId: string, kind: string, amount: string, more: object = {}) {
  entries += 1;
  const row = { id: id(entries), account_id: accountId, kind, amount, ...more };
  const names = Object.keys(row);
  await older.query(
    `insert into value_entries (occurred_at, ${names.join(', ')})
     values (now() - interval '3 years', ${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(row),
  );
}

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await older.query(`insert into stores (id, code, name) values ($1, 'ONE', 'One')`, [STORE]);
  await older.query(
    `insert into users (id, role, first_name, loyalty_points)
     values ($1, 'customer', 'Ada', 31), ($2, 'customer', 'Bob', -12)`,
    [ADA, BOB],
  );
  const [hash] = hashesOfCode(testConfig(), CODE);
  const card = { kind: 'gift_card', store_id: STORE, currency: 'USD', code_last_four: '4EFG' };
  await account(ACCOUNTS.card, { ...card, balance: '13.47', code_hash: hash });
  await entry(ACCOUNTS.card, 'issued', '20.00', { store_id: STORE, transaction_id: SALE });
  await entry(ACCOUNTS.card, 'spent', '-10.53', { store_id: STORE, payment_id: id(31) });
  await entry(ACCOUNTS.card, 'refunded', '4.00', { payment_id: id(31), refund_id: REFUND });
  const past = new Date('2026-01-01T00:00:00Z');
  await account(ACCOUNTS.old, {
    ...card,
    balance: '5.00',
    code_hash: Buffer.from('another'),
    expires_at: past,
  });
  await entry(ACCOUNTS.old, 'issued', '5.00', { store_id: STORE });
  await account(ACCOUNTS.credit, {
    kind: 'store_credit',
    store_id: STORE,
    customer_id: ADA,
    currency: 'USD',
    code: 'SC-7KQ2-M9XA',
    return_id: id(41),
    balance: '25.00',
  });
  await entry(ACCOUNTS.credit, 'issued', '40.00', { store_id: STORE });
  await entry(ACCOUNTS.credit, 'held', '-15.00', { store_id: STORE, hold_id: id(42) });
  await account(ACCOUNTS.points, { kind: 'points', customer_id: ADA, balance: '31.00' });
  await entry(ACCOUNTS.points, 'opening', '20');
  await entry(ACCOUNTS.points, 'earned', '30', { store_id: STORE, transaction_id: SALE });
  await entry(ACCOUNTS.points, 'taken_back', '-19', { store_id: STORE, transaction_id: SALE });
  await account(ACCOUNTS.debt, { kind: 'points', customer_id: BOB, balance: '-12.00' });
  await entry(ACCOUNTS.debt, 'earned', '8', { store_id: STORE, transaction_id: id(43) });
  await entry(ACCOUNTS.debt, 'taken_back', '-20', { store_id: STORE, transaction_id: id(43) });
  await older.upgrade();
  shop = await openShop({ beside: { url: older.url } as Shop, background: false });
});
afterAll(async () => {
  await shop.close();
  await older.close();
});

const balances = async () =>
  Object.fromEntries(
    (await older.query('select id, balance from value_accounts order by id')).map(row => [
      Object.entries(ACCOUNTS).find(([, own]) => own === row.id)?.[0],
      row.balance,
    ]),
  );
const BEFORE = {
  card: '13.47',
  old: '5.00',
  credit: '25.00',
  points: '31.00',
  debt: '-12.00',
};

it('keeps every balance, and each is still the sum of its entries', async () => {
  expect(await balances()).toEqual(BEFORE);
  const wrong = await older.query(
    `select a.id from value_accounts a join value_entries e on e.account_id = a.id
     group by a.id having a.balance <> sum(e.amount)`,
  );
  expect(wrong).toEqual([]);
});

it('stores give no expiry, and points of the release before never expire', async () => {
  expect(await older.query('select points_months, gift_card_months from stores')).toEqual([
    { points_months: null, gift_card_months: null },
  ]);
  const due = 'select id from value_accounts where points_due_at is not null';
  expect(await older.query(due)).toEqual([]);
  await expirePoints(shop.platform);
  await expireGiftCards(shop.platform);
  // The card whose time had passed before loses its rest; everything else stays.
  expect(await balances()).toEqual({ ...BEFORE, old: '0.00' });
});

it('a card of the release before is found by its code, under a key that outlives the secret', async () => {
  const found = await shop.call('GET', `/value-accounts/balance/?code=${CODE}`);
  expect([found.status, found.body.balance, found.body.expires_at]).toEqual([200, '13.47', null]);
  expect(await older.query('select id from gift_card_keys')).toHaveLength(1);
});

it('the ledger goes on: points of a customer in debt are earned, but not spent', async () => {
  const { db } = shop.platform;
  const write = (kind: string, amount: number, accountId: string) =>
    statement(
      db,
      `insert into value_entries (id, account_id, kind, amount, occurred_at, hold_id)
       values (gen_random_uuid(), $1, $2, $3, now(), gen_random_uuid())`,
      [accountId, kind, amount],
    );
  await write('opening', 10, ACCOUNTS.debt);
  await expect(write('held', -1, ACCOUNTS.debt)).rejects.toThrow('there are not so many points');
  await write('held', -31, ACCOUNTS.points);
  await write('released', 31, ACCOUNTS.points);
  await expect(write('held', -32, ACCOUNTS.points)).rejects.toThrow('not so many points');
  expect(await older.query('select loyalty_points from users order by id')).toEqual([
    { loyalty_points: 31 },
    { loyalty_points: -2 },
  ]);
});
