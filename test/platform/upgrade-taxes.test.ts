import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration with tax classes. */
const FIRST = '0108';
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [STORE, SALE, LINE, TAX] = [id(1), id(2), id(3), id(4)];

let older: OlderDatabase;
beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await older.query(`insert into stores (id, code, name) values ($1, 'ONE', 'One')`, [STORE]);
  await older.query(
    `insert into tax_jurisdictions (id, code, name, rate) values ($1, 'NY', 'New York', 0.0825)`,
    [TAX],
  );
  await older.query(`insert into products (id, slug, name) values (1, 'mug', 'Mug')`);
  await older.query(
    `insert into transactions (id, transaction_number, store_id, source_system, status, currency,
       subtotal, tax_amount, total_amount)
     values ($1, 'TXN-1', $2, 'pos', 'pending', 'USD', 12.50, 1.03, 13.53)`,
    [SALE, STORE],
  );
  await older.query(
    `insert into transaction_lines (transaction_id, id, position, variant_id, product_id, sku, name,
       quantity, unit_price, catalog_price, subtotal, tax)
     values ($1, $2, 0, $2, 1, 'MUG', 'Mug', 1, 12.50, 12.50, 12.50, 1.03)`,
    [SALE, LINE],
  );
  await older.upgrade();
});
afterAll(() => older.close());

it('keeps the prices of stores and sales without tax, and goods in the standard class', async () => {
  expect(await older.query('select prices_include_tax, shipping_tax_class from stores')).toEqual([
    { prices_include_tax: false, shipping_tax_class: null },
  ]);
  expect(await older.query('select tax_class from products')).toEqual([{ tax_class: 'standard' }]);
  expect(
    await older.query('select prices_include_tax, shipping_tax, tax_exemption from transactions'),
  ).toEqual([{ prices_include_tax: false, shipping_tax: '0.00', tax_exemption: null }]);
  expect(await older.query('select tax_class, tax_rates from transaction_lines')).toEqual([
    { tax_class: 'standard', tax_rates: null },
  ]);
});

it('starts with four classes, and refuses rates that overlap', async () => {
  expect(await older.query('select code from tax_classes order by code')).toEqual(
    ['exempt', 'reduced', 'standard', 'zero'].map(code => ({ code })),
  );
  const add = (n: number, from: string, to: string | null) =>
    older.query(
      `insert into tax_rates (id, jurisdiction_id, tax_class, rate, valid_from, valid_to)
       values ($1, $2, 'reduced', 0.04, $3, $4)`,
      [id(n), TAX, from, to],
    );
  await add(10, '2026-01-01', '2026-06-30');
  await add(11, '2026-07-01', null);
  await expect(add(12, '2026-06-30', '2026-06-30')).rejects.toMatchObject({
    constraint: 'tax_rates_one_per_day',
  });
});
