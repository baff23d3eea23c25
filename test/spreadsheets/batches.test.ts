import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { onHand } from '../transactions/support.js';
import { shopifyFile } from './files.js';
import { spreadsheetsOf } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const { bring, bringUpload, countEvents } = spreadsheetsOf(() => shop);

const ROWS = 450;
/** Wrong in three ways: a cell, a value that the database refuses, and a code that is taken. */
const BAD: Record<number, Record<string, string>> = {
  3: { 'Variant Price': 'wrong' },
  210: { 'Variant SKU': 'MUG-WHITE' },
  211: { 'Variant Barcode': 'ALREADY-USED' },
  430: { 'Variant Barcode': 'ALREADY-USED' },
};

const file = () =>
  shopifyFile(
    Array.from({ length: ROWS }, (_, n) => ({
      Handle: `many-${n >> 1}`,
      Title: n % 2 === 0 ? `Many ${n >> 1}` : '',
      Vendor: n % 2 === 0 ? `Maker ${n % 6}` : '',
      'Option1 Name': n % 2 === 0 ? 'Size' : '',
      'Option1 Value': n % 2 === 0 ? 'S' : 'M',
      'Variant SKU': `MANY-${n}`,
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': String(n % 5),
      'Variant Price': '5.00',
      ...(n === 0 && { 'Variant Barcode': 'ALREADY-USED' }),
      ...BAD[n],
    })),
  );

type Line = { row: number; action: string; errors: object };
const refusedIn = async (id: string) =>
  (
    await shop.call('GET', `/imports/${id}/?action=refused`, { token: await shop.officeToken() })
  ).body.report.map(({ row, errors }: Line) => [row, errors]);

const counted = async (table: string): Promise<number> => {
  const [row] = await statement<{ n: number }>(
    shop.platform.db,
    `select count(*)::integer as n from ${table}`,
  );
  return row?.n ?? 0;
};

it('reports exactly the bad rows among many that are written together', async () => {
  const before = await counted('product_variants');
  const done = await bringUpload(file(), { store: 'DOWNTOWN' });
  expect(done).toMatchObject({ status: 'completed', rows: ROWS, created: 446, refused: 4 });
  expect(await refusedIn(done.id)).toEqual([
    [5, { 'variant price': [expect.any(String)] }],
    [212, { 'variant sku': ['Another variant has this SKU.'] }],
    [213, { 'variant barcode': ['Another variant has this barcode.'] }],
    [432, { 'variant barcode': ['Another variant has this barcode.'] }],
  ]);
  expect(await counted('product_variants')).toBe(before + 446);
  expect(await onHand(shop, 'MANY-4')).toBe(4);
  expect(await onHand(shop, 'MANY-449')).toBe(4);
  const movements = await statement<{ n: number }>(
    shop.platform.db,
    `select count(*)::integer as n from stock_movements m
     join product_variants v on v.id = m.variant_id where v.sku like 'MANY-%'`,
  );
  expect(movements).toEqual([{ n: 358 }]);
});

it('changes nothing when the same file comes again, also in a dry run', async () => {
  const events = await countEvents();
  for (const dry_run of ['true', 'false']) {
    const again = await bringUpload(file(), { store: 'DOWNTOWN', dry_run });
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 446, refused: 4 });
  }
  expect(await countEvents()).toBe(events);
});

it('updates many rows together and records an event for each record', async () => {
  const events = await countEvents();
  const rows = Array.from(
    { length: 300 },
    (_, n) => `many-${n >> 1},Many ${n >> 1},MANY-${n},6.00`,
  );
  const csv = ['slug,name,sku,price', ...rows].join('\n');
  // Three of these rows were refused above, two of them are a product of their own.
  expect(await bring('products', csv)).toMatchObject({ updated: 297, created: 3, refused: 0 });
  expect(await countEvents()).toBe(events + 301);
  const prices = await statement<{ price: string }>(
    shop.platform.db,
    `select distinct price::text from product_variants where sku in ('MANY-0', 'MANY-3', 'MANY-299')`,
  );
  expect(prices).toEqual([{ price: '6.00' }]);
});

it('recreates a brand that somebody deleted between two parts of the file', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => ({
    Handle: `short-${n}`,
    Title: `Short ${n}`,
    Vendor: n === 0 || n > 200 ? 'Gone Again' : '',
    'Variant SKU': `SHORT-${n}`,
    'Variant Price': '1.00',
  }));
  const { db } = shop.platform;
  // Deletes the brand as soon as the first part, whose product has it, is committed.
  await statement(
    db,
    `create function drop_brand() returns trigger language plpgsql as $$ begin
       update products set brand_id = null where slug = 'short-0';
       delete from brands where name = 'Gone Again';
       return null; end $$`,
  );
  await statement(
    db,
    `create constraint trigger drops_brand after insert on import_rows
     deferrable initially deferred for each row when (new.key = 'SHORT-0') execute function drop_brand()`,
  );
  const done = await bringUpload(shopifyFile(rows), { store: 'DOWNTOWN' });
  await statement(db, 'drop trigger drops_brand on import_rows');
  expect(done).toMatchObject({ status: 'completed', created: 250, refused: 0 });
  const brands = await statement<{ n: number }>(
    db,
    `select count(*)::integer as n from products p join brands b on b.id = p.brand_id
     where b.name = 'Gone Again'`,
  );
  expect(brands).toEqual([{ n: 49 }]);
});

it('compares each row with the level as earlier rows left it, however they name the store', async () => {
  const before = await onHand(shop, 'MUG-WHITE');
  const rows = [`DOWNTOWN,MUG-WHITE,${before + 5}`, `${DOWNTOWN_ID},MUG-WHITE,${before}`];
  const done = await bring('inventory-levels', ['store,sku,on_hand', ...rows].join('\n'));
  expect(done).toMatchObject({ status: 'completed', rows: 2, updated: 2, unchanged: 0 });
  expect(await onHand(shop, 'MUG-WHITE')).toBe(before);
});
