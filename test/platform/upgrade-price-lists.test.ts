import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0112-prices-price-lists.sql';

const [mug, tee] = [newId(), newId()];
const databases: OlderDatabase[] = [];

/** The lists and prices that an upgrade leaves, with stores in dollars, euros and francs. */
async function upgraded(baseCurrency?: string): Promise<object[]> {
  const older = await openOlderDatabase(FIRST);
  databases.push(older);
  for (const [code, currency] of [
    ['NYC', 'USD'],
    ['BER', 'EUR'],
    ['MUC', 'EUR'],
    ['ZRH', 'CHF'],
  ]) {
    await older.query(
      'insert into stores (id, code, name, currency) values ($1, $2::text, $2::text, $3)',
      [newId(), code, currency],
    );
  }
  await older.query(`insert into products (id, slug, name) values (1, 'mug', 'Mug')`);
  await older.query(
    `insert into product_variants (id, product_id, sku, price)
     values ($1, 1, 'MUG', 12.50), ($2, 1, 'TEE', 25)`,
    [mug, tee],
  );
  await older.upgrade({ baseCurrency });
  return older.query(
    `select l.code, l.currency, l.store_ids, l.priority, v.sku, p.amount, p.min_quantity
     from price_lists l join prices p on p.price_list_id = l.id
     join product_variants v on v.id = p.variant_id order by l.code, v.sku`,
  );
}

const rows = (...currencies: string[]): object[] =>
  currencies.flatMap(currency =>
    [
      { sku: 'MUG', amount: '12.50' },
      { sku: 'TEE', amount: '25.00' },
    ].map(price => ({
      code: currency,
      currency,
      store_ids: [],
      priority: 0,
      min_quantity: '1.000',
      ...price,
    })),
  );

let inDollars: object[];
let inEuros: object[];
beforeAll(async () => {
  inDollars = await upgraded();
  inEuros = await upgraded('EUR');
});
afterAll(async () => {
  for (const database of databases) await database.close();
});

it('keeps the figures of stores in other currencies than the base currency', () => {
  expect(inDollars).toEqual(rows('CHF', 'EUR'));
});

it('takes the base currency from the settings', () => {
  expect(inEuros).toEqual(rows('CHF', 'USD'));
});
