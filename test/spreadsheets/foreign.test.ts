import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../src/domains/catalog/index.js';
import { htmlToText } from '../../src/domains/spreadsheets/foreign/html-to-text.js';
import { amountOf } from '../../src/domains/spreadsheets/foreign/values.js';
import { photo } from '../media/support.js';
import { openShop, type Shop } from '../support/service.js';
import { onHand } from '../transactions/support.js';
import { csvOf, SHOPIFY_ROWS, shopifyFile } from './files.js';
import { spreadsheetsOf } from './support.js';

let shop: Shop;
let pictures: Server;
let address: string;
const asked: string[] = [];

beforeAll(async () => {
  shop = await openShop({ background: false, env: { IMPORT_PRIVATE_ADDRESSES: 'true' } });
  const files = new Map<string, Buffer>();
  for (const name of ['shirt', 'shirt-l', 'back']) files.set(`/${name}.jpg`, await photo(300, 200));
  pictures = createServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    if (url === '/moved.jpg') response.writeHead(302, { location: '/back.jpg' }).end();
    else if (url === '/text.jpg') response.end('no picture');
    else if (url === '/busy.jpg') response.writeHead(503).end();
    else response.writeHead(files.has(url) ? 200 : 404).end(files.get(url));
  });
  await new Promise<void>(resolve => pictures.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
});
afterAll(async () => {
  pictures.close();
  await shop.close();
});

const { upload, bringUpload, runPictures, look, undo, countEvents } = spreadsheetsOf(() => shop);
const get = async (path: string) =>
  (await shop.call('GET', path, { token: await shop.officeToken() })).body;
const product = (slug: string) => get(`/products/${slug}/`);
type Line = { row: number; key: string; action: string; errors: object };
const linesOf = (done: { report: Line[] }) =>
  done.report.map(({ row, key, action, errors }) => [row, key, action, errors]);

describe('a file of WooCommerce', () => {
  const COLUMNS = [
    ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?'],
    ...['Short description', 'Description', 'Tax status', 'Tax class', 'Stock', 'Low stock amount'],
    ...['Weight (kg)', 'Sale price', 'Regular price', 'Categories', 'Tags', 'Images', 'Parent'],
    ...['Brands', 'Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 2 name'],
    ...['Attribute 2 value(s)', 'Meta: _x'],
  ];
  const FILE = csvOf(COLUMNS, [
    {
      ID: '44',
      Type: 'variable',
      SKU: 'woo-hoodie',
      Name: 'Hoodie',
      Published: '1',
      Description: 'Warm.\\n<strong>Soft.</strong>',
      'Tax status': 'taxable',
      'Tax class': 'reduced-rate',
      Categories: 'Woo Clothing > Woo Hoodies, Woo Sale',
      Tags: 'warm, soft',
      Brands: 'Woo Wear',
      'Attribute 1 name': 'Color',
      'Attribute 1 value(s)': 'Blue, Green',
      'Attribute 2 name': 'Logo',
      'Attribute 2 value(s)': 'Yes, No',
    },
    {
      ID: '45',
      Type: 'variation',
      SKU: 'woo-hoodie-blue',
      Name: 'Hoodie - Blue, Yes',
      Published: '1',
      Stock: '12',
      'Low stock amount': '3',
      'Weight (kg)': '0.5',
      'Regular price': '45.0000',
      Parent: 'woo-hoodie',
      'Attribute 1 name': 'Color',
      'Attribute 1 value(s)': 'Blue',
      'Attribute 2 name': 'Logo',
      'Attribute 2 value(s)': 'Yes',
    },
    {
      ID: '46',
      Type: 'variation',
      'Regular price': '45',
      Stock: 'parent',
      Parent: 'id:44',
      'Attribute 1 name': 'Color',
      'Attribute 1 value(s)': 'Green',
    },
    { ID: '50', Type: 'simple', Name: 'Hoodie', Published: '-1', 'Regular price': '9' },
    { ID: '51', Type: 'grouped', Name: 'Set', Published: '1' },
    { ID: '52', Type: 'variation', Name: 'Orphan', Parent: 'id:999', 'Regular price': '1' },
  ]);

  it('becomes products with the variations of variable ones', async () => {
    const done = await bringUpload(FILE, { store: 'DOWNTOWN' });
    expect(done.kind).toBe('woocommerce');
    expect(linesOf(done).map(([row, , action, errors]) => [row, action, errors])).toEqual([
      [2, 'created', {}],
      [3, 'created', {}],
      [4, 'created', {}],
      [5, 'created', {}],
      [6, 'refused', { type: ['Grouped and external products are not imported.'] }],
      [7, 'refused', { parent: ['The file has no such product.'] }],
    ]);
    const hoodie = await product('hoodie');
    expect(hoodie).toMatchObject({
      description: 'Warm. **Soft.**',
      tax_class: 'reduced',
      status: 'active',
      tags: ['warm', 'soft'],
      options: [
        { name: 'Color', values: ['Blue', 'Green'] },
        { name: 'Logo', values: ['Yes', 'No'] },
      ],
    });
    expect(hoodie.collection_ids).toHaveLength(1);
    const [derived, named] = hoodie.variants.sort((a: { sku: string }, b: { sku: string }) =>
      a.sku < b.sku ? -1 : 1,
    );
    expect(named).toMatchObject({
      sku: 'woo-hoodie-blue',
      name: 'Blue / Yes',
      price: '45.00',
      weight_grams: 500,
      attributes: { Color: 'Blue', Logo: 'Yes' },
    });
    expect(derived).toMatchObject({ sku: 'HOODIE-GREEN', price: '45.00' });
    expect(await onHand(shop, 'woo-hoodie-blue')).toBe(12);
    // A second product of the same name gets a slug of its own.
    const { key } = done.report[3];
    expect(key).toMatch(/^HOODIE-[0-9A-F]{6}$/);
    const before = await countEvents();
    const again = await bringUpload(FILE, { store: 'DOWNTOWN' });
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 4, refused: 2 });
    expect(await countEvents()).toBe(before);
  });
});

describe('a file of Square', () => {
  const COLUMNS = [
    ...['Token', 'Item Name', 'Variation Name', 'SKU', 'Description', 'Categories', 'GTIN'],
    ...['Price', 'Default Unit Cost', 'Option Name 1', 'Option Value 1', 'Archived'],
    ...['Current Quantity Downtown', 'Stock Alert Count Downtown', 'Current Quantity Depot'],
    'Tax - Sales Tax (8.5%)',
  ];
  const candle = (more: Record<string, string>) => ({
    'Item Name': 'Beeswax Candle',
    'Variation Name': 'Small',
    Categories: 'Square Home',
    Price: '$12.00',
    'Option Name 1': 'Size',
    'Tax - Sales Tax (8.5%)': 'Y',
    Archived: 'N',
    ...more,
  });
  it('has stock by location, and reports locations that are no stores', async () => {
    const stores = await get('/stores/');
    const { name } = stores.find(({ code }: { code: string }) => code === 'DOWNTOWN');
    const columns = COLUMNS.map(column => column.replace('Downtown', name));
    const file = csvOf(columns, [
      candle({
        SKU: 'BEESWAX-S',
        'Option Value 1': 'Small',
        'Default Unit Cost': '4',
        [`Current Quantity ${name}`]: '9',
        [`Stock Alert Count ${name}`]: '2',
        'Current Quantity Depot': '40',
      }),
      candle({ 'Variation Name': 'Large', 'Option Value 1': 'Large', Price: 'variable' }),
      candle({ 'Item Name': 'Matches', 'Option Name 1': '', 'Variation Name': 'Regular' }),
    ]);
    const done = await bringUpload(file);
    expect(done.notes).toEqual(['No store is called "depot"; its stock is not imported.']);
    expect(linesOf(done)).toEqual([
      [2, 'BEESWAX-S', 'created', {}],
      [3, 'BEESWAX-CANDLE-LARGE', 'refused', { price: [expect.any(String)] }],
      [4, 'MATCHES', 'created', {}],
    ]);
    expect(await product('beeswax-candle')).toMatchObject({
      is_tax_exempt: false,
      options: [{ name: 'Size', values: ['Small', 'Large'] }],
      variants: [{ sku: 'BEESWAX-S', name: 'Small', price: '12.00', cost: '4.00' }],
    });
    expect(await onHand(shop, 'BEESWAX-S')).toBe(9);
    const again = await bringUpload(file);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, refused: 1 });
  });
});

it('a location of Square may be called like a property of every object', async () => {
  const columns = ['Item Name', 'Variation Name', 'SKU', 'Price', 'Current Quantity constructor'];
  const cells = ['Snuffer', 'Regular', 'SNUFFER', '3.00', '4'];
  const done = await bringUpload([columns, cells].map(line => line.join(',')).join('\n'));
  expect(done.notes).toEqual(['No store is called "constructor"; its stock is not imported.']);
  expect(linesOf(done)).toEqual([[2, 'SNUFFER', 'created', {}]]);
});

describe('pictures by address', () => {
  const file = () => shopifyFile(SHOPIFY_ROWS(address));

  it('are fetched after the rows and attached once', async () => {
    const started = await bringUpload(file(), { store: 'DOWNTOWN' });
    expect(started).toMatchObject({
      status: 'running',
      progress: 100,
      pictures: { total: 3, done: 0, failed: 0 },
    });
    await runPictures(started.id);
    expect((await look(started.id)).body).toMatchObject({
      status: 'completed',
      pictures: { total: 3, done: 3, failed: 0 },
    });
    const shirt = await product('linen-shirt');
    const [large] = shirt.variants.filter(({ name }: { name: string }) => name === 'Sand / L');
    expect(
      shirt.pictures.map(({ alt, variant_id }: { alt: string; variant_id: string | null }) => [
        alt,
        variant_id,
      ]),
    ).toEqual([
      ['A shirt on a line', null],
      ['', large.id],
      ['', null],
    ]);
    expect(asked.sort()).toEqual(['/back.jpg', '/shirt-l.jpg', '/shirt.jpg']);
    const again = await bringUpload(file(), { store: 'DOWNTOWN' });
    await runPictures(again.id);
    expect((await look(again.id)).body).toMatchObject({
      status: 'completed',
      unchanged: 4,
      pictures: { total: 3, done: 3, failed: 0 },
    });
    expect(asked).toHaveLength(3);
    expect((await product('linen-shirt')).pictures).toEqual(shirt.pictures);
    await undo(started.id);
    expect((await product('linen-shirt')).pictures).toEqual([]);
  });

  it('that cannot be fetched are errors of their rows, not of the import', async () => {
    asked.length = 0;
    const rows = ['gone', 'text', 'busy', 'moved'].map(name => ({
      Handle: 'poster-wall',
      Title: 'Poster Wall',
      'Image Src': `${address}/${name}.jpg`,
    }));
    const started = await bringUpload(shopifyFile(rows));
    await runPictures(started.id);
    const done = (await look(started.id, '?errors=true')).body;
    expect(done).toMatchObject({
      status: 'completed',
      refused: 0,
      pictures: { total: 4, done: 1, failed: 3 },
    });
    expect(linesOf(done)).toEqual([
      [2, 'poster-wall', 'created', { picture: ['The server answers 404.'] }],
      [3, 'poster-wall', 'unchanged', { picture: [expect.stringContaining('JPEG')] }],
      [4, 'poster-wall', 'unchanged', { picture: ['The server answers 503.'] }],
    ]);
    expect(asked.filter(url => url === '/busy.jpg')).toHaveLength(3);
    expect((await product('poster-wall')).pictures).toHaveLength(1);
  });

  it('are not fetched from private addresses unless a setting allows it', async () => {
    asked.length = 0;
    const strict = await openShop({ background: false });
    try {
      const other = spreadsheetsOf(() => strict);
      const port = address.split(':').at(-1);
      const rows = [address, `http://localhost:${port}`, 'http://[::1]'].map(host => ({
        Handle: 'private',
        Title: 'Private',
        'Image Src': `${host}/shirt.jpg`,
      }));
      const started = await other.bringUpload(shopifyFile(rows));
      await other.runPictures(started.id);
      const done = (await other.look(started.id)).body;
      expect(done.pictures).toEqual({ total: 3, done: 0, failed: 3 });
      expect(done.report.map(({ errors }: Line) => errors)).toEqual(
        Array.from({ length: 3 }, () => ({ picture: ['The address is not public.'] })),
      );
      expect(asked).toEqual([]);
      const { status, body } = await strict.call('POST', '/media/from-address/', {
        token: await strict.officeToken(),
        body: { url: `${address}/shirt.jpg` },
      });
      expect([status, body.errors]).toEqual([400, { url: ['The address is not public.'] }]);
      expect(asked).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});

describe('pictures of our own file', () => {
  const own = (slug: string, name: string) =>
    `slug,name,image_url,sku,price\n${slug},Plate,${address}/${name}.jpg,${slug.toUpperCase()}-1,5\n` +
    `${slug},Plate,${address}/${name}.jpg,${slug.toUpperCase()}-2,6\n`;

  it('are fetched for products that have none, and taken off by an undo', async () => {
    asked.length = 0;
    const done = await bringUpload(own('plate', 'shirt'));
    expect(done).toMatchObject({ kind: 'products', created: 2, pictures: { total: 1, done: 0 } });
    await runPictures(done.id);
    expect((await look(done.id)).body).toMatchObject({
      status: 'completed',
      pictures: { done: 1 },
    });
    const plate = await product('plate');
    expect([plate.image_url, plate.pictures.length]).toEqual([`${address}/shirt.jpg`, 1]);
    // A product with a picture keeps it, whatever the address in the file is.
    const again = await bringUpload(own('plate', 'back'));
    expect(again).toMatchObject({ status: 'completed', updated: 1, pictures: { total: 0 } });
    expect((await product('plate')).pictures).toEqual(plate.pictures);
    expect(asked).toEqual(['/shirt.jpg']);
    await undo(done.id);
    expect((await product('plate')).pictures).toEqual([]);
  });

  it('that cannot be fetched are errors of their row', async () => {
    const done = await bringUpload(own('bowl', 'gone'));
    await runPictures(done.id);
    expect(linesOf((await look(done.id, '?errors=true')).body)).toEqual([
      [2, 'BOWL-1', 'created', { picture: ['The server answers 404.'] }],
    ]);
  });
});

describe('a picture at an address', () => {
  const call = async (method: string, path: string, body?: object) =>
    shop.call(method, path, { token: await shop.officeToken(), body });

  /** Runs the jobs that the shop has enqueued. */
  const fetchPictures = async (): Promise<number> => {
    const { rows } = await sql<{ payload: { product_id: number; url: string } }>`
      select payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'catalog:fetch-picture' order by j.id`.execute(shop.platform.db);
    await sql`delete from graphile_worker._private_jobs`.execute(shop.platform.db);
    const job = catalog.jobs?.find(({ name }) => name === 'catalog:fetch-picture');
    for (const { payload } of rows) await job?.run(shop.platform, payload, { isLast: false });
    return rows.length;
  };

  it('is stored like an uploaded one', async () => {
    const made = await call('POST', '/media/from-address/', { url: `${address}/moved.jpg` });
    expect([made.status, made.body.width, made.body.height]).toEqual([201, 300, 200]);
    const again = await call('POST', '/media/from-address/', { url: `${address}/back.jpg` });
    expect(again.body.id).toBe(made.body.id);
  });

  it.each([
    ['gone', 'The server answers 404.'],
    ['busy', 'The server answers 503.'],
    ['text', expect.stringContaining('JPEG')],
  ])('is refused where it is none: %s', async (name, message) => {
    const { status, body } = await call('POST', '/media/from-address/', {
      url: `${address}/${name}.jpg`,
    });
    expect([status, body.code, body.errors]).toEqual([
      400,
      'PICTURE_NOT_FETCHED',
      { url: [message] },
    ]);
  });

  it('becomes the picture of a product that has none, also after a change of the address', async () => {
    const made = await call('POST', '/products/', {
      name: 'Jar',
      image_url: `${address}/gone.jpg`,
    });
    expect(await fetchPictures()).toBe(1);
    expect((await product('jar')).pictures).toEqual([]);
    const change = { image_url: `${address}/shirt.jpg` };
    expect((await call('PATCH', '/products/jar/', change)).body.image_url).toBe(change.image_url);
    expect((await call('PATCH', '/products/jar/', { ...change, name: 'Jars' })).status).toBe(200);
    expect(await fetchPictures()).toBe(1);
    const jar = await product('jar');
    expect([jar.id, jar.pictures.length]).toEqual([made.body.id, 1]);
    await call('PATCH', '/products/jar/', { image_url: `${address}/back.jpg` });
    expect(await fetchPictures()).toBe(0);
  });

  it('is not fetched any more once the product has another one', async () => {
    await call('POST', '/products/', { name: 'Tin', image_url: `${address}/shirt.jpg` });
    const media = await call('POST', '/media/from-address/', { url: `${address}/back.jpg` });
    await call('POST', '/products/tin/pictures/', { media_id: media.body.id });
    asked.length = 0;
    expect(await fetchPictures()).toBe(1);
    expect(asked).toEqual([]);
    expect((await product('tin')).pictures).toHaveLength(1);
    await call('POST', '/products/', { name: 'Path', image_url: '/static/path.png' });
    expect(await fetchPictures()).toBe(0);
  });
});

describe('values of other systems', () => {
  it.each([
    ['12', '12'],
    ['$1,299.50', '1299.50'],
    ['45.0000', '45.00'],
    ['9,99', '9.99'],
    ['0.1250', '0.125'],
    ['variable', 'variable'],
    ['', undefined],
  ])('the amount %j is %j', (text, amount) => {
    expect(amountOf(text)).toBe(amount);
  });

  it.each([
    ['<P>One</P><p>Two<br/>Three</p>', 'One\n\nTwo\nThree'],
    ['a < b &amp; c &#8364; &#x41; &unknown;', 'a < b & c € A &unknown;'],
    ['<style>p{}</style>x<!-- <b> -->y<script>alert(1)', 'xy'],
    ['<img src=x onerror=alert(1)>Text<b', 'Text'],
    ['İ<ul><li>one<li>two</ul>', 'İ\n- one\n- two'],
    [
      '<h2>Care</h2><p>Wash <b>cold</b>, by <strong>hand</strong>.',
      '# Care\n\nWash **cold**, by **hand**.',
    ],
    ['<h3><b>Fit</b><br>and size</h3>loose', '# Fit and size\n\nloose'],
    ['<b>one <br>two</b> three', '**one**\n**two** three'],
    ['<ul><li><p>one</p></li><li><b>two</b>: 2</li></ul><p>End', '- one\n- **two**: 2\n\nEnd'],
    [
      '<a href="https://a.de/x?b=1&amp;c=(2)">see <b>this</b></a>!',
      '[see this](https://a.de/x?b=1&c=%282%29)!',
    ],
    ["<strong><a class=x href='http://a.de'>all</a></strong>", '**[all](http://a.de)**'],
    ['<a href="javascript:alert(1)">x</a> <a href="/y">y</a> <a href=//z>z</a>', 'x y z'],
    [
      '<a href="https://a.de"><img src=x></a>a ** b<b></b> <a href="https://b.de">[c]</a>',
      'a * b [c](https://b.de)',
    ],
    [`<b>${'long '.repeat(3_000)}</b>`, 'long '.repeat(2_000).trim()],
  ])('the text of %j is %j', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it('are read for whoever may import them only', async () => {
    const cashier = await shop.tillToken('EMP001');
    const reply = await upload('Item Name,Variation Name\nA,B\n', {}, { token: cashier });
    expect(reply.status).toBe(403);
  });
});
