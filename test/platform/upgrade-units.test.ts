import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { type OlderDatabase, openOlderDatabase } from '../support/older-database.js';

/** The first migration that this test is about. */
const FIRST = '0124-catalog-units.sql';

let older: OlderDatabase;
const query: OlderDatabase['query'] = (...args) => older.query(...args);
const variantId = newId();
const storeId = newId();

beforeAll(async () => {
  older = await openOlderDatabase(FIRST);
  await query(
    `insert into products (id, name, slug) overriding system value values (1, 'Mug', 'mug')`,
  );
  await query(
    `insert into product_variants (id, product_id, sku, name, price) values ($1, 1, 'MUG', '', 12.50)`,
    [variantId],
  );
  await query(
    `insert into transaction_lines (transaction_id, id, position, variant_id, product_id, sku, name,
       quantity, unit_price, catalog_price, subtotal)
     values ($1, $2, 0, $3, 1, 'MUG', 'Mug', 3, 12.50, 12.50, 37.50)`,
    [newId(), newId(), variantId],
  );
  await query(
    'insert into inventory_levels (id, store_id, variant_id, on_hand) values ($1, $2, $3, 7)',
    [newId(), storeId, variantId],
  );
  await older.upgrade();
});
afterAll(() => older.close());

it('keeps what was sold and stocked before as pieces', async () => {
  expect(await query('select unit from product_variants')).toEqual([{ unit: 'piece' }]);
  expect(await query('select quantity, unit, subtotal from transaction_lines')).toEqual([
    { quantity: 3, unit: 'piece', subtotal: '37.50' },
  ]);
  expect(await query('select on_hand from inventory_levels')).toEqual([{ on_hand: 7 }]);
});

it('fixes the unit of what was sold before', async () => {
  await query('set session_replication_role = origin');
  await expect(query(`update product_variants set unit = 'kg'`)).rejects.toMatchObject({
    constraint: 'unit_is_fixed',
  });
});

it('shows thousandths as decimals and pieces as they are', async () => {
  const [row] = await query(
    `select shown_quantity(432, 'kg')::text as kg, shown_quantity(2, 'piece')::text as pieces,
       shown_quantity(-1500, 'l')::text as litres, started_units(1, 'kg')::int as started,
       counted_units(999, 'm')::int as counted`,
  );
  expect(row).toEqual({ kg: '0.432', pieces: '2', litres: '-1.5', started: 1, counted: 1 });
});
