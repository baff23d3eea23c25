import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0067-transactions-line-names.sql';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);

/** Product, variant and sale line by their names; the last one is what the sale recorded. */
const SOLD = [
  ['Black Tee', 'Size L', 'Size L'],
  ['White Mug', '', 'White Mug'],
  ['New Mug', '', 'Old Mug'],
  ['Black Tee', 'Large', 'Size L'],
  ['Lamp', 'Brass', 'Lamp'],
] as const;

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  for (const [index, [product, variant, recorded]] of SOLD.entries()) {
    const [id, variantId] = [1_000 + index, newId()];
    await query(
      'insert into products (id, name, slug) overriding system value values ($1, $2, $3)',
      [id, product, `p-${id}`],
    );
    await query(
      `insert into product_variants (id, product_id, sku, name, price) values ($1, $2, $3, $4, 1)`,
      [variantId, id, `SKU-${id}`, variant],
    );
    await query(
      `insert into transaction_lines (transaction_id, id, position, variant_id, product_id, sku, name,
         quantity, unit_price, catalog_price, subtotal)
       values ($1, $2, $3, $4, $5, $6, $7, 1, 1, 1, 1)`,
      [newId(), newId(), index, variantId, id, `SKU-${id}`, recorded],
    );
  }
  for (const tracking of ['', 'DP-1']) {
    await query(
      'insert into shipments (id, fulfillment_id, tracking_number, status) values ($1, $2, $3, $4)',
      [newId(), newId(), tracking, 'shipped'],
    );
  }
  await older.upgrade();
});
afterAll(() => older.close());

it('names the product in lines that were sold before, and keeps the recorded name', async () => {
  const rows = await query(
    'select product_name, variant_name, name from transaction_lines order by position',
  );
  expect(rows.map(row => [row.product_name, row.variant_name, row.name])).toEqual([
    ['Black Tee', 'Size L', 'Size L'],
    ['White Mug', '', 'White Mug'],
    ['Old Mug', '', 'Old Mug'],
    ['Black Tee', 'Size L', 'Size L'],
    ['Lamp', '', 'Lamp'],
  ]);
});

it('mails no tracking number of a parcel that left before', async () => {
  const rows = await query(
    'select tracking_number, mailed_tracking_number from shipments order by tracking_number',
  );
  expect(rows).toEqual([
    { tracking_number: '', mailed_tracking_number: null },
    { tracking_number: 'DP-1', mailed_tracking_number: 'DP-1' },
  ]);
});
