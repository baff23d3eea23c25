import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { variantOf } from '../../src/seed/data.js';
import { countEvents } from '../support/record-counts.js';
import { openShop, type Reply, type Shop } from '../support/service.js';

let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

type Row = { variant: string; product: number; sku: string; etag: string } & Record<
  string,
  unknown
>;

const send = (method: string, path: string, body?: unknown): Promise<Reply> =>
  shop.call(method, path, { token: manager, body });
const rows = async (query = ''): Promise<Row[]> =>
  (await send('GET', `/catalog-rows/${query}`)).body;
const rowOf = async (sku: string, list?: string): Promise<Row> => {
  const query = list === undefined ? `?q=${sku}` : `?q=${sku}&price_list=${list}`;
  const found = (await rows(query)).find(row => row.sku === sku);
  if (found === undefined) throw new Error(`no row of ${sku}`);
  return found;
};
const change = (changes: object[], more: object = {}) =>
  send('POST', '/products/bulk/', { changes, ...more });
const variant = async (sku: string) => (await send('GET', `/product-variants/${sku}/`)).body;

/** Transactions that wait for a lock of another. */
const waitingForRows = async (): Promise<number> => {
  const [found] = await statement<{ waiting: number }>(
    shop.platform.db,
    'select count(*)::int as waiting from pg_locks where not granted and pid <> pg_backend_pid()',
  );
  return found?.waiting ?? 0;
};

const MUG = variantOf('MUG-WHITE').id;
const NOTE = variantOf('NOTE-DOT-A5').id;
const SOCKS = variantOf('SOCKS-M').id;

describe('the rows of the catalogue', () => {
  it('show costs to people of the catalogue only', async () => {
    const token = await shop.tillToken('EMP001', 'T-001');
    const path = '/catalog-rows/?q=MUG-WHITE';
    const [row] = (await shop.call('GET', path, { token })).body;
    expect([row.sku, row.cost]).toEqual(['MUG-WHITE', null]);
    expect((await rowOf('MUG-WHITE')).cost).toBe('4.10');
  });

  it('are the variants with what their products have, in pages of products', async () => {
    expect(await rowOf('MUG-WHITE')).toMatchObject({
      variant: MUG,
      product_name: 'White Mug',
      status: 'active',
      price: '12.50',
      currency: 'USD',
      is_active: true,
    });
    const all = await rows('?limit=200&ordering=name');
    const first = await send('GET', '/catalog-rows/?limit=2&ordering=name');
    expect(new Set(first.body.map((row: Row) => row.product)).size).toBe(2);
    expect(first.body).toEqual(all.slice(0, first.body.length));
    expect(String(first.headers.link)).toContain('rel="next"');
  });

  it('have the price of the chosen list', async () => {
    expect(await rowOf('MUG-WHITE', 'CHF')).toMatchObject({ price: '13.90', currency: 'CHF' });
    const unknown = await send('GET', '/catalog-rows/?price_list=NONE');
    expect([unknown.status, unknown.body.errors]).toEqual([
      400,
      { price_list: ['There is no such price list.'] },
    ]);
  });
});

describe('a change of many rows', () => {
  it('shows before and after without changing anything, with the errors of each cell', async () => {
    const events = await countEvents(shop);
    const before = await variant('MUG-WHITE');
    const { status, body } = await change(
      [
        { variant: MUG, set: { product_name: 'Mug', price: '13.00', weight_grams: 320 } },
        { variant: NOTE, set: { sku: 'MUG-WHITE', cost: '1.234', status: 'gone', price: null } },
        { variant: SOCKS, set: { product_name: '', barcode: 'has space', weight_grams: -1 } },
        { variant: SOCKS, set: { name: 'Again' } },
        { variant: '00000000-0000-4000-8000-000000000000', set: { name: 'X' } },
      ],
      { dry_run: true },
    );
    expect([status, body.dry_run, body.changed, body.errors]).toEqual([200, true, 1, 4]);
    expect(body.changes[0]).toEqual({
      variant: MUG,
      sku: 'MUG-WHITE',
      etag: (await rowOf('MUG-WHITE')).etag,
      before: { product_name: 'White Mug', price: '12.50', weight_grams: before.weight_grams },
      after: { product_name: 'Mug', price: '13.00', weight_grams: 320 },
      errors: {},
      is_changed_since: false,
    });
    const errors = body.changes.map((row: { errors: object }) => row.errors);
    expect(errors[1]).toEqual({
      sku: ['Another variant has this SKU.'],
      cost: ['This is no amount in USD: too many decimals.'],
      status: [expect.any(String)],
      price: ['The own price of a variant has one amount that holds at once.'],
    });
    expect(Object.keys(errors[2]).sort()).toEqual(['barcode', 'product_name', 'weight_grams']);
    expect(errors[3]).toEqual({ row: ['An earlier row is about this variant.'] });
    expect(errors[4]).toEqual({ row: ['There is no such product variant.'] });
    expect(await variant('MUG-WHITE')).toEqual(before);
    expect(await countEvents(shop)).toBe(events);
  });

  it('is refused whole if one cell is wrong', async () => {
    const events = await countEvents(shop);
    const before = await variant('MUG-WHITE');
    const refused = await change([
      { variant: MUG, set: { name: 'Changed' } },
      { variant: NOTE, set: { sku: 'no good sku' } },
    ]);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['changes.1.sku']]);
    expect(await variant('MUG-WHITE')).toEqual(before);
    expect(await countEvents(shop)).toBe(events);
  });

  it('changes products, variants and prices in one step, with their events', async () => {
    const mug = await rowOf('MUG-WHITE');
    const events = await countEvents(shop);
    const applied = await change([
      {
        variant: MUG,
        if_match: mug.etag,
        set: { product_name: ' Big Mug ', tags: ['new'], cost: '4.5', barcode: '', price: '13.99' },
      },
      { variant: NOTE, set: { status: 'archived', is_active: false } },
    ]);
    expect([applied.status, applied.body.changed, applied.body.errors]).toEqual([200, 2, 0]);
    expect(await rowOf('MUG-WHITE')).toMatchObject({
      product_name: 'Big Mug',
      tags: ['new'],
      cost: '4.50',
      barcode: null,
      price: '13.99',
    });
    expect(await rowOf('NOTE-DOT-A5')).toMatchObject({ status: 'archived', is_active: false });
    // Both products, both variants, and the variant again for its price.
    expect(await countEvents(shop)).toBe(events + 5);
  });

  it('sent again after a lost answer changes nothing and is no conflict', async () => {
    const row = await rowOf('MUG-WHITE');
    const sent = [{ variant: MUG, if_match: row.etag, set: { name: 'Tall', price: '14.00' } }];
    expect((await change(sent)).status).toBe(200);
    const events = await countEvents(shop);
    const again = await change(sent);
    expect([again.status, again.body.changed]).toEqual([200, 0]);
    expect(await countEvents(shop)).toBe(events);
  });

  it('is refused if somebody changed a row since, with the row as it is', async () => {
    const row = await rowOf('SOCKS-M');
    await send('PATCH', '/product-variants/SOCKS-M/', { weight_grams: 77 });
    const sent = [
      { variant: MUG, set: { name: 'Not this' } },
      { variant: SOCKS, if_match: row.etag, set: { name: 'Mine' } },
    ];
    const tried = await change(sent, { dry_run: true });
    expect(tried.body.changes[1]).toMatchObject({
      is_changed_since: true,
      errors: { row: ['Somebody changed this row since it was read.'] },
    });
    const refused = await change(sent);
    expect([refused.status, refused.body.code]).toEqual([412, 'CHANGED']);
    expect(refused.body.current.rows).toEqual([await rowOf('SOCKS-M')]);
    expect((await variant('MUG-WHITE')).name).toBe('Tall');
    expect((await variant('SOCKS-M')).name).not.toBe('Mine');
  });

  it('of two managers at once, one is refused', async () => {
    const { etag } = await rowOf('SOCKS-M');
    const replies = await Promise.all(
      ['One', 'Two'].map(name => change([{ variant: SOCKS, if_match: etag, set: { name } }])),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('sets and removes prices of a list, and refuses amounts that it cannot have', async () => {
    const inList = { price_list: 'EUR' };
    const set = (price: string | null) => change([{ variant: SOCKS, set: { price } }], inList);
    const own = (await variant('SOCKS-M')).price;
    expect((await set('10.99')).status).toBe(200);
    expect(await rowOf('SOCKS-M', 'EUR')).toMatchObject({ price: '10.99', currency: 'EUR' });
    expect((await set('-1')).body.errors).toEqual({ 'changes.0.price': ['Must not be negative.'] });
    expect((await set(null)).status).toBe(200);
    expect(await rowOf('SOCKS-M', 'EUR')).toMatchObject({ price: null });
    expect((await set('9.00')).status).toBe(200);
    expect((await variant('SOCKS-M')).price).toBe(own);
  });

  it('changes the price of a list that holds now, not an earlier one', async () => {
    const price = { variant: 'SOCKS-M', price_list: 'EUR', valid_from: '2026-01-01T00:00:00Z' };
    expect((await send('POST', '/prices/', { ...price, amount: '8.00' })).status).toBe(201);
    expect(await rowOf('SOCKS-M', 'EUR')).toMatchObject({ price: '8.00' });
    await change([{ variant: SOCKS, set: { price: '8.50' } }], { price_list: 'EUR' });
    const { body } = await send('GET', '/prices/?variant=SOCKS-M&price_list=EUR');
    const amounts = body.map((one: { amount: string; valid_from: string | null }) => [
      one.valid_from,
      one.amount,
    ]);
    expect(new Map(amounts)).toEqual(
      new Map([
        ['2026-01-01T00:00:00.000Z', '8.50'],
        [null, '9.00'],
      ]),
    );
  });

  it('is refused if the price of a list changes at the same moment', async () => {
    const { etag } = await rowOf('SOCKS-M', 'EUR');
    const { mine } = await atomically(shop.platform.db, async tx => {
      await statement(
        tx,
        `update prices set amount = 7.77
         where variant_id = $1 and price_list_id = (select id from price_lists where code = 'EUR')`,
        [SOCKS],
      );
      const sent = [{ variant: SOCKS, if_match: etag, set: { price: '5.55' } }];
      const answer = change(sent, { price_list: 'EUR' });
      await vi.waitFor(async () => expect(await waitingForRows()).toBe(1), 5000);
      return { mine: answer };
    });
    expect(await mine).toMatchObject({ status: 412, body: { code: 'CHANGED' } });
    expect(await rowOf('SOCKS-M', 'EUR')).toMatchObject({ price: '7.77' });
  });

  it('has one row for each variant, however its id is spelled', async () => {
    const name = (await variant('MUG-WHITE')).name;
    const refused = await change([
      { variant: MUG, set: { name: 'First' } },
      { variant: MUG.toUpperCase(), set: { name: 'Second' } },
    ]);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { 'changes.1.row': ['An earlier row is about this variant.'] },
    ]);
    expect((await variant('MUG-WHITE')).name).toBe(name);
  });

  it('leaves an entry of the audit log for each product, with before and after', async () => {
    const [mug, socks] = [await rowOf('MUG-WHITE'), await rowOf('SOCKS-M')];
    const log = async (record: string) => (await send('GET', `/audit-log/?record=${record}`)).body;
    const changes = [
      { variant: MUG, set: { price: '15.10', product_name: 'Logged Mug' } },
      { variant: SOCKS, set: { price: '16.20' } },
    ];
    const before = await log('products/');
    expect((await change(changes, { dry_run: true })).status).toBe(200);
    expect(await log('products/')).toEqual(before);
    expect((await change(changes)).status).toBe(200);
    expect(await log('products/')).toHaveLength(before.length + 2);
    expect((await log(`products/${mug.product}`))[0]).toMatchObject({
      action: 'bulk',
      record_id: String(mug.product),
      changes: {
        name: { before: mug.product_name, after: 'Logged Mug' },
        'variants.MUG-WHITE.price': { before: mug.price, after: '15.10' },
      },
    });
    expect((await log(`products/${socks.product}`))[0].changes).toEqual({
      'variants.SOCKS-M.price': { before: socks.price, after: '16.20' },
    });
    const inList = [{ variant: SOCKS, set: { price: '8.80' } }];
    const { price } = await rowOf('SOCKS-M', 'EUR');
    expect((await change(inList, { price_list: 'EUR' })).status).toBe(200);
    expect((await log(`products/${socks.product}`))[0].changes).toEqual({
      'variants.SOCKS-M.prices.EUR': { before: price, after: '8.80' },
    });
    // A change to the values that the rows have already changes no record.
    expect((await change(changes)).body.changed).toBe(0);
    expect(await log('products/')).toHaveLength(before.length + 3);
  });

  it('refuses two rows that give one product different names', async () => {
    const tees = (await rows('?q=TEE-BLACK')).slice(0, 2);
    expect(tees[0]?.product).toBe(tees[1]?.product);
    const name = (index: number, product_name: string) => ({
      variant: tees[index]?.variant,
      set: { product_name },
    });
    const refused = await change([name(0, 'A Tee'), name(1, 'B Tee')]);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { 'changes.1.product_name': ['Another row of this product has another value.'] },
    ]);
    expect((await change([name(0, 'A Tee'), name(1, 'A Tee')])).status).toBe(200);
  });

  it('takes at most 500 rows, from those who manage the catalogue of the chain', async () => {
    const many = Array.from({ length: 501 }, () => ({ variant: MUG, set: { name: 'X' } }));
    expect((await change(many)).status).toBe(400);
    const token = await shop.tillToken();
    const body = { changes: [{ variant: MUG, set: { name: 'X' } }] };
    expect((await shop.call('POST', '/products/bulk/', { token, body })).status).toBe(403);
    expect((await variant('MUG-WHITE')).name).toBe('Tall');
  });
});
