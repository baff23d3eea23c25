import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { onHand } from '../transactions/support.js';
import { SHOPIFY_ROWS, shopifyFile } from './files.js';
import { spreadsheetsOf } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

const { upload, bringUpload, undo, countEvents } = spreadsheetsOf(() => shop);

const get = async (path: string) =>
  (await shop.call('GET', path, { token: await shop.officeToken() })).body;
const product = (slug: string) => get(`/products/${slug}/`);
const DOWNTOWN = { store: 'DOWNTOWN' };

type Line = { row: number; key: string; action: string; errors: object; kept: object[] };
const linesOf = (done: { report: Line[] }) =>
  done.report.map(({ row, key, action, errors }) => [row, key, action, errors]);

it('has stock of one store, which the importer names', async () => {
  const reply = await upload(shopifyFile(SHOPIFY_ROWS()));
  expect([reply.status, reply.body.errors]).toEqual([
    400,
    { store: ['Name the store whose stock the file has.'] },
  ]);
});

it('is checked whole by a dry run: each row stands for itself', async () => {
  const before = await countEvents();
  const tried = await bringUpload(shopifyFile(SHOPIFY_ROWS()), { ...DOWNTOWN, dry_run: 'true' });
  expect(tried).toMatchObject({ kind: 'shopify', rows: 4, created: 4, refused: 0 });
  expect(await countEvents()).toBe(before);
  expect((await product('linen-shirt')).code).toBe('NOT_FOUND');
  expect((await get('/brands/mar/')).code).toBe('NOT_FOUND');
});

it('becomes products with options, variants, stock and the records they refer to', async () => {
  const done = await bringUpload(shopifyFile(SHOPIFY_ROWS()), DOWNTOWN);
  expect(linesOf(done)).toEqual([
    [2, 'LINEN-SAND-M', 'created', {}],
    [3, 'LINEN-SHIRT-SAND-L', 'created', {}],
    [4, 'linen-shirt', 'unchanged', {}],
    [5, 'ENAMEL', 'created', {}],
  ]);
  const shirt = await product('linen-shirt');
  expect(shirt).toMatchObject({
    name: 'Linen Shirt',
    description: 'Cool & light.\n\n- Washable\n- Made in Porto',
    status: 'active',
    tags: ['summer', 'linen'],
    is_tax_exempt: false,
    options: [
      { name: 'Colour', values: ['Sand'] },
      { name: 'Size', values: ['M', 'L'] },
    ],
    variants: [
      {
        sku: 'LINEN-SAND-M',
        name: 'Sand / M',
        barcode: '4099999000017',
        price: '59.00',
        cost: '21.50',
        weight_grams: 240,
        attributes: { Colour: 'Sand', Size: 'M' },
      },
      { sku: 'LINEN-SHIRT-SAND-L', name: 'Sand / L', cost: null, weight_grams: null },
    ],
  });
  const category = await get(`/categories/${shirt.category_id}/`);
  const above = await get(`/categories/${category.parent_id}/`);
  expect([above.name, category.name]).toEqual(['Clothing', 'Shirts']);
  expect((await get('/brands/mar/')).id).toBe(shirt.brand_id);
  expect(await onHand(shop, 'LINEN-SAND-M')).toBe(7);
  expect(await onHand(shop, 'LINEN-SHIRT-SAND-L')).toBe(0);
  expect(await product('enamel-mug')).toMatchObject({
    status: 'draft',
    is_tax_exempt: true,
    options: [],
    variants: [{ sku: 'ENAMEL', name: '', price: '12.00', attributes: {} }],
  });
});

it('changes nothing the second time', async () => {
  const before = await countEvents();
  const again = await bringUpload(shopifyFile(SHOPIFY_ROWS()), DOWNTOWN);
  expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 4, refused: 0 });
  expect(await countEvents()).toBe(before);
});

it('reports rows that cannot be imported by the columns of the file', async () => {
  const done = await bringUpload(
    shopifyFile([
      { Handle: 'lamp', Title: 'Lamp', 'Variant SKU': 'LAMP', 'Variant Price': 'ask us' },
      { Handle: 'lamp', 'Variant SKU': 'LAMP-2', 'Variant Price': '10' },
      { Handle: 'lamp', 'Variant SKU': 'LAMP-2', 'Variant Price': '11' },
      { Title: 'No Handle', 'Variant SKU': 'NOBODY', 'Variant Price': '1' },
      { Handle: 'no-title', 'Variant SKU': 'NO-TITLE', 'Variant Price': '1' },
      { Handle: 'thief', Title: 'Thief', 'Variant SKU': 'MUG-WHITE', 'Variant Price': '1' },
      // A derived SKU that a variant of another product has: LINEN-SAND-M.
      { Handle: 'linen-sand', Title: 'Sand', 'Option1 Value': 'M', 'Variant Price': '1' },
    ]),
  );
  expect(linesOf(done)).toEqual([
    [2, 'LAMP', 'refused', { 'variant price': [expect.any(String)] }],
    [3, 'LAMP-2', 'created', {}],
    [4, 'LAMP-2', 'refused', { 'variant sku': ['Row 3 has the same key.'] }],
    [5, 'NOBODY', 'refused', { handle: ['This field is required.'] }],
    [6, 'NO-TITLE', 'refused', { title: ['This field is required.'] }],
    [7, 'MUG-WHITE', 'refused', { 'variant sku': ['Another variant has this SKU.'] }],
    [8, 'LINEN-SAND-M', 'created', {}],
  ]);
  const [variant] = (await product('linen-sand')).variants;
  expect(variant.sku).toMatch(/^LINEN-SAND-M-[0-9A-F]{6}$/);
});

it('is undone with its stock, brands and categories', async () => {
  const file = shopifyFile([
    {
      ...SHOPIFY_ROWS()[0],
      Handle: 'undone-shirt',
      Vendor: 'Undone',
      'Product Category': 'Undone',
      'Variant SKU': 'UNDONE',
      'Variant Barcode': '',
    },
    { Handle: 'undone-cap', Title: 'Cap', Vendor: 'Undone', 'Variant Price': '5' },
  ]);
  const done = await bringUpload(file, DOWNTOWN);
  expect(done).toMatchObject({ created: 2, refused: 0 });
  const undone = await undo(done.id);
  // The ledger of stock keeps its movements, so the variant is archived.
  expect(undone.report.map(({ kept }: Line) => kept)).toEqual([
    [
      { record: 'variant', key: 'UNDONE', reason: 'archived', fields: [] },
      { record: 'product', key: 'undone-shirt', reason: 'archived', fields: [] },
      { record: 'brand', key: 'Undone', reason: 'in_use', fields: [] },
      { record: 'category', key: 'Undone', reason: 'in_use', fields: [] },
    ],
    [],
  ]);
  expect(await onHand(shop, 'UNDONE')).toBe(0);
  expect((await product('undone-cap')).code).toBe('NOT_FOUND');
  expect((await product('undone-shirt')).status).toBe('archived');
});
