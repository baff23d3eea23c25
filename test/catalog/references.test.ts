import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { waitingForLocks } from '../support/locks.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { eventsOf, state } from './state.js';

let shop: Shop;
let manager: string;
let cashier: string;

beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken('manager');
  cashier = await shop.tillToken('EMP001');
});
afterAll(() => shop?.close());

const get = (path: string) => shop.call('GET', path, { token: cashier });
const write = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token: manager, body });

const shown = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  is_active: true,
  sanity_id: null,
  created_at: expect.stringMatching(/Z$/),
  updated_at: expect.stringMatching(/Z$/),
};

describe.each([
  ['/categories/', 'category', 'Category', { parent_id: null, sort_order: 0, requires_kyc: false }],
  ['/brands/', 'brand', 'Brand', {}],
  ['/product-types/', 'product_type', 'Product type', {}],
  ['/collections/', 'collection', 'Collection', { is_automatic: false }],
])('%s', (path, record, noun, more) => {
  it('creates, reads, changes and deletes, with one event per change', async () => {
    const made = await write('POST', path, { name: 'Fine Goods', unknown: 1 });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({ ...shown, ...more, name: 'Fine Goods', slug: 'fine-goods' });
    const { id } = made.body;
    expect((await get(`${path}${id}/`)).body).toEqual(made.body);
    expect((await get(`${path}fine-goods/`)).body).toEqual(made.body);

    const events = await eventsOf(shop, async () => {
      const changed = await write('PATCH', `${path}fine-goods/`, { name: 'Finer Goods' });
      expect(changed.body).toMatchObject({ id, name: 'Finer Goods', slug: 'fine-goods' });
      const put = await write('PUT', `${path}${id}/`, { name: 'Finest', slug: 'finest' });
      expect(put.body).toMatchObject({ id, name: 'Finest', slug: 'finest' });
      expect((await write('DELETE', `${path}${id}/`)).status).toBe(204);
    });
    const about = [id, { id, sanity_id: null }];
    expect(events).toEqual([
      [`${record}.saved`, ...about],
      [`${record}.saved`, ...about],
      [`${record}.deleted`, ...about],
    ]);
    expect(await get(`${path}${id}/`)).toMatchObject({
      status: 404,
      body: { detail: `${noun} not found.` },
    });
    expect((await write('PATCH', `${path}${id}/`, { name: 'Gone' })).status).toBe(404);
    expect((await write('DELETE', `${path}${id}/`)).status).toBe(404);
  });

  it('refuses duplicates, invalid fields and cashiers, and changes nothing', async () => {
    const made = await write('POST', path, { name: 'First', sanity_id: `${record}-first` });
    expect(made.status).toBe(201);
    const before = await state(shop);
    expect(await write('POST', path, { name: 'Other', slug: 'first' })).toMatchObject({
      status: 409,
      body: {
        code: 'DUPLICATE',
        errors: { slug: [`Another ${noun.toLowerCase()} has this slug.`] },
      },
    });
    expect(
      await write('POST', path, { name: 'Other', sanity_id: `${record}-first` }),
    ).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE', errors: { sanity_id: [expect.anything()] } },
    });
    const wrong = await write('POST', path, { slug: 'Not A Slug', is_active: 1 });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['is_active', 'name', 'slug']);
    const mine = { token: cashier, body: { name: 'Mine' } };
    expect((await shop.call('POST', path, mine)).status).toBe(403);
    expect((await shop.call('PATCH', `${path}first/`, mine)).status).toBe(403);
    expect((await shop.call('DELETE', `${path}first/`, { token: cashier })).status).toBe(403);
    expect((await get(`${path}?name=x`)).body.code).toBe('UNKNOWN_PARAMETER');
    expect(await state(shop)).toEqual(before);
  });

  it('is listed by slug in pages of two', async () => {
    for (const name of ['Zeta', 'Yota', 'Xeno']) await write('POST', path, { name });
    const slugs: string[] = [];
    let next: string | undefined = `${path}?limit=2`;
    while (next !== undefined) {
      const answer = await get(next);
      expect(answer.body.length).toBeLessThanOrEqual(2);
      slugs.push(...answer.body.map((row: { slug: string }) => row.slug));
      next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(slugs).toEqual([...new Set(slugs)].sort());
    expect(slugs.slice(-3)).toEqual(['xeno', 'yota', 'zeta']);
  });

  it('refuses to delete one that a product uses', async () => {
    const { id } = (await write('POST', path, { name: 'Held' })).body;
    const link = path === '/collections/' ? { collection_ids: [id] } : { [`${record}_id`]: id };
    const product = await write('POST', '/products/', { name: `Holder of ${record}`, ...link });
    expect(product.status).toBe(201);
    const before = await state(shop);
    expect(await write('DELETE', `${path}${id}/`)).toMatchObject({
      status: 409,
      body: { code: 'IN_USE' },
    });
    expect(await state(shop)).toEqual(before);
  });
});

describe('the tree of categories', () => {
  const make = async (name: string, parent_id: string | null = null): Promise<string> =>
    (await write('POST', '/categories/', { name, parent_id })).body.id;
  const move = (id: string, parent_id: string | null) =>
    write('PATCH', `/categories/${id}/`, { parent_id });

  it('refuses a cycle', async () => {
    const top = await make('Top');
    const middle = await make('Middle', top);
    const bottom = await make('Bottom', middle);
    const before = await state(shop);
    for (const parent of [top, middle, bottom]) {
      expect(await move(top, parent)).toMatchObject({
        status: 400,
        body: { code: 'INVALID', errors: { parent_id: ['A category cannot be below itself.'] } },
      });
    }
    expect(await state(shop)).toEqual(before);
    expect((await move(bottom, top)).body.parent_id).toBe(top);
    expect((await move(middle, bottom)).body.parent_id).toBe(bottom);
    expect((await move(middle, null)).body.parent_id).toBeNull();
  });

  it('refuses a cycle of two concurrent moves', async () => {
    const left = await make('Left');
    const right = await make('Right');
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([move(left, null), move(right, null)]);
      const statuses = (await Promise.all([move(left, right), move(right, left)])).map(
        answer => answer.status,
      );
      expect(statuses.sort()).toEqual([200, 400]);
    }
  });

  it('refuses an unknown parent, and to delete a parent', async () => {
    const parent = await make('Parent');
    await make('Child', parent);
    const before = await state(shop);
    expect(
      await write('POST', '/categories/', {
        name: 'Orphan',
        parent_id: '00000000-0000-4000-8000-00000000dead',
      }),
    ).toMatchObject({
      status: 400,
      body: { errors: { parent_id: ['There is no such category.'] } },
    });
    expect((await write('DELETE', `/categories/${parent}/`)).status).toBe(409);
    expect(await state(shop)).toEqual(before);
  });
});

it('answers 404 to a change that is concurrent with its deletion', async () => {
  const { db } = shop.platform;
  const { id } = (await write('POST', '/product-types/', { name: 'Soon gone' })).body;
  let change: Promise<Reply> | undefined;
  await atomically(db, async tx => {
    await statement(tx, 'delete from product_types where id = $1', [id]);
    change = write('PUT', `/product-types/${id}/`, { name: 'Renamed' });
    await expect.poll(() => waitingForLocks(db)).toBe(1);
  });
  const answer = await change;
  expect([answer?.status, answer?.body.detail]).toEqual([404, 'Product type not found.']);
});
