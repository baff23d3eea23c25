import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID, variantOf } from '../../src/seed/data.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { spreadsheetsOf } from './support.js';

let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const { look, runJob, undo, countEvents } = spreadsheetsOf(() => shop);

const send = (method: string, path: string, body?: unknown, headers = {}): Promise<Reply> =>
  shop.call(method, path, { token: manager, body, headers });
const preview = (body: object) => send('POST', '/bulk-changes/preview/', body);
const start = (body: object, headers = {}) => send('POST', '/bulk-changes/', body, headers);
const rows = async (query: string) => (await send('GET', `/catalog-rows/${query}`)).body;
const pricesOf = async (query: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await rows(query)).map((row: { sku: string; price: string }) => [row.sku, row.price]),
  );
const changeOf = async (body: object) => {
  const started = await start(body);
  expect([started.status, started.body]).toEqual([202, expect.anything()]);
  await runJob(started.body.id);
  return (await look(started.body.id, '?limit=200')).body;
};

const percent = (value: number | string, ending = 'none') => ({ kind: 'percent', value, ending });

describe('a preview of a bulk change', () => {
  it('counts what matches and shows the first prices before and after, without changing them', async () => {
    const events = await countEvents();
    const before = await pricesOf('?q=SOCKS');
    const { status, body } = await preview({ filter: { q: 'SOCKS' }, price: percent(10, '99') });
    expect(status).toBe(200);
    expect(body.matched).toBe(Object.keys(before).length);
    expect(body.examples).toContainEqual({
      key: 'SOCKS-M',
      name: expect.stringContaining('Socks'),
      currency: 'USD',
      before: '9.00',
      after: '9.99',
      error: null,
    });
    expect(await pricesOf('?q=SOCKS')).toEqual(before);
    expect(await countEvents()).toBe(events);
    expect((await send('GET', '/imports/')).body).toEqual([]);
  });

  it('finds by category, brand, supplier, tag, status and the start of the SKU', async () => {
    const made = await send('POST', '/suppliers/', { name: 'Potter' });
    const article = { supplier: made.body.id, sku: 'MUG-WHITE' };
    expect((await send('POST', '/supplier-articles/', article)).status).toBe(201);
    await send('PATCH', '/products/white-mug/', { tags: ['sale'] });
    const matched = async (filter: object) =>
      (await preview({ filter, price: percent(1) })).body.examples.map(
        ({ key }: { key: string }) => key,
      );
    expect(await matched({ supplier: made.body.id })).toEqual(['MUG-WHITE']);
    expect(await matched({ tag: 'sale' })).toEqual(['MUG-WHITE']);
    expect(await matched({ tag: 'sale', status: 'draft' })).toEqual([]);
    expect(await matched({ sku_prefix: 'mug-' })).toEqual(
      expect.arrayContaining(['MUG-WHITE', 'MUG-BLACK']),
    );
    const [shown] = await rows(`?supplier=${made.body.id}`);
    expect(shown.sku).toBe('MUG-WHITE');
    const { body: mug } = await send('GET', '/products/white-mug/');
    const all = await rows(`?category=${mug.category_id}&limit=200`);
    expect(
      (await preview({ filter: { category: mug.category_id }, price: percent(1) })).body,
    ).toMatchObject({ matched: all.length });
  });

  it.each([
    [{ price: percent('x') }, 'price.value'],
    [{ price: percent(-100) }, 'price.value'],
    [{ price: percent(0) }, 'price.value'],
    [{ price: { kind: 'amount', value: '0.001' } }, 'price.value'],
    [{ price: percent(5), price_list: 'NONE' }, 'price_list'],
    [{ status: 'archived', price_list: 'EUR' }, 'price_list'],
    [{ status: 'archived', price: percent(5) }, 'price'],
    [{}, 'price'],
  ])('refuses %j', async (change, field) => {
    const { status, body } = await preview({ filter: {}, ...change });
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });
});

describe('a bulk change of prices', () => {
  it('changes the own prices of all that match, and is undone except where somebody changed them', async () => {
    const before = await pricesOf('?q=SOCKS');
    const others = await pricesOf('?q=MUG');
    const done = await changeOf({ filter: { q: 'SOCKS' }, price: percent(10, '99') });
    const count = Object.keys(before).length;
    expect(done).toMatchObject({
      kind: 'bulk_change',
      status: 'completed',
      progress: 100,
      rows: count,
      updated: count,
      refused: 0,
      request: {
        filter: { q: 'SOCKS' },
        price_list: null,
        price: { kind: 'percent', value: '10', ending: '99' },
        status: null,
      },
    });
    const after = await pricesOf('?q=SOCKS');
    expect(after['SOCKS-M']).toBe('9.99');
    expect(await pricesOf('?q=MUG')).toEqual(others);
    await send('PATCH', '/product-variants/SOCKS-M/', { price: '10.50' });
    const undone = await undo(done.id);
    expect(undone.undo).toMatchObject({ status: 'completed', rows: count, kept: 1 });
    expect(await pricesOf('?q=SOCKS')).toEqual({ ...before, 'SOCKS-M': '10.50' });
  });

  it('runs once for a repeated request, and continues after a crash from what it wrote', async () => {
    const body = { filter: { q: 'BEANS-1KG' }, price: percent(100) };
    const [first, second] = [
      await start(body, { 'idempotency-key': 'double' }),
      await start(body, { 'idempotency-key': 'double' }),
    ];
    expect([first.status, second.body.id]).toEqual([202, first.body.id]);
    const { id } = first.body;
    await runJob(id);
    expect(await pricesOf('?q=BEANS-1KG')).toEqual({ 'BEANS-1KG': '36.00' });
    // As a node leaves it that dies after the rows: they are not computed from the new prices.
    await statement(
      shop.platform.db,
      `update imports set status = 'running', finished_at = null,
         content = 'record,id,key,currency,before,after' || chr(10) || $2 where id = $1`,
      [id, `variant,${variantOf('BEANS-1KG').id},BEANS-1KG,USD,18.00,36.00\n`],
    );
    await runJob(id);
    expect(await pricesOf('?q=BEANS-1KG')).toEqual({ 'BEANS-1KG': '36.00' });
    expect((await look(id)).body).toMatchObject({ status: 'completed', rows: 1, updated: 1 });
  });

  it('fails without a change if another number matches when the job starts', async () => {
    const body = { filter: { sku_prefix: 'QUEUED-' }, price: percent(10) };
    const add = (sku: string) =>
      send('POST', '/products/', {
        name: sku,
        slug: sku.toLowerCase(),
        variants: [{ sku, price: '10.00' }],
      });
    expect((await add('QUEUED-1')).status).toBe(201);
    const started = await start({ ...body, expected: 1 });
    expect(started.status).toBe(202);
    expect((await add('QUEUED-2')).status).toBe(201);
    await runJob(started.body.id);
    expect((await look(started.body.id)).body).toMatchObject({
      status: 'failed',
      error: 'The filter matches 2 records by now instead of 1. Nothing was changed.',
      rows: 0,
      updated: 0,
      report: [],
    });
    expect(await pricesOf('?q=QUEUED')).toEqual({ 'QUEUED-1': '10.00', 'QUEUED-2': '10.00' });
    const done = await changeOf({ ...body, expected: 2 });
    expect(done).toMatchObject({ status: 'completed', updated: 2 });
    expect(await pricesOf('?q=QUEUED')).toEqual({ 'QUEUED-1': '11.00', 'QUEUED-2': '11.00' });
  });

  it('refuses rows that somebody changed since, and amounts that no price can have', async () => {
    const started = await start({ filter: { sku_prefix: 'MUG' }, price: percent(10) });
    await statement(shop.platform.db, 'update imports set content = $2 where id = $1', [
      started.body.id,
      [
        'record,id,key,currency,before,after',
        `variant,${variantOf('MUG-WHITE').id},MUG-WHITE,USD,11.00,12.00`,
        `variant,${variantOf('MUG-BLACK').id},MUG-BLACK,USD,12.50,-1.00`,
        'variant,00000000-0000-4000-8000-000000000000,GONE,USD,1.00,2.00',
        '',
      ].join('\n'),
    ]);
    const before = await pricesOf('?q=MUG');
    await runJob(started.body.id);
    const { body } = await look(started.body.id);
    expect(body).toMatchObject({ rows: 3, refused: 3 });
    expect(body.report.map(({ errors }: { errors: object }) => errors)).toEqual([
      { price: ['Somebody changed it since the change was started.'] },
      { price: ['Must not be negative.'] },
      { price: ['It does not exist any more.'] },
    ]);
    expect(await pricesOf('?q=MUG')).toEqual(before);
  });

  it('changes the prices of a list that hold now or later, from every quantity on', async () => {
    const price = (more: object) =>
      send('POST', '/prices/', { variant: 'MUG-WHITE', price_list: 'CHF', ...more });
    await price({ amount: '11.00', min_quantity: 10 });
    await price({ amount: '14.90', valid_from: '2026-01-02T00:00:00Z' });
    await price({ amount: '15.90', valid_from: '2099-01-01T00:00:00Z' });
    const amounts = async () =>
      (await send('GET', '/prices/?variant=MUG-WHITE&price_list=CHF')).body
        .map(({ amount }: { amount: string }) => amount)
        .sort();
    expect(await amounts()).toEqual(['11.00', '13.90', '14.90', '15.90']);
    const change = { filter: { sku_prefix: 'MUG-WHITE' }, price: percent(10, '95') };
    const wanted = { ...change, price_list: 'CHF', expected: 3 };
    const refused = await start({ ...wanted, expected: 4 });
    expect([refused.status, refused.body.code]).toEqual([409, 'MATCHES_CHANGED']);
    const done = await changeOf(wanted);
    expect(done).toMatchObject({ updated: 3, refused: 0, request: { price_list: 'CHF' } });
    expect(done.report.map(({ key }: { key: string }) => key).sort()).toEqual([
      'CHF MUG-WHITE 1',
      'CHF MUG-WHITE 1',
      'CHF MUG-WHITE 10',
    ]);
    expect(await amounts()).toEqual(['11.95', '13.90', '15.95', '17.95']);
    await undo(done.id);
    expect(await amounts()).toEqual(['11.00', '13.90', '14.90', '15.90']);
  });
});

describe('a bulk change of the status', () => {
  it('archives what matches with its schedule, and restores both', async () => {
    const plan = { archive_at: '2099-01-01T00:00:00.000Z' };
    expect((await send('PATCH', '/products/white-mug/', plan)).status).toBe(200);
    const change = { filter: { sku_prefix: 'MUG' }, status: 'archived' };
    expect((await preview(change)).body.examples).toContainEqual({
      key: 'white-mug',
      name: 'White Mug',
      currency: null,
      before: 'active',
      after: 'archived',
      error: null,
    });
    const done = await changeOf(change);
    expect(done.refused).toBe(0);
    const { body: mug } = await send('GET', '/products/white-mug/');
    expect([mug.status, mug.archive_at]).toEqual(['archived', null]);
    expect((await changeOf(change)).rows).toBe(0);
    await undo(done.id);
    const { body: back } = await send('GET', '/products/white-mug/');
    expect([back.status, back.archive_at]).toEqual(['active', plan.archive_at]);
  });

  it('is for staff of the whole chain', async () => {
    const login = { username: 'onestore', password: 'a-manager-of-one' };
    const person = { role: 'manager', employee_number: 'EMP078', store_ids: [DOWNTOWN_ID] };
    expect((await send('POST', '/users/', { ...person, ...login })).status).toBe(201);
    const { body } = await shop.call('POST', '/auth/login/', { body: login });
    const tried = await shop.call('POST', '/bulk-changes/', {
      token: body.access,
      body: { filter: {}, status: 'archived' },
    });
    expect(tried.status).toBe(403);
  });
});
