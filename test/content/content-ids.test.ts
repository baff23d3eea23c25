import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds } from '../../src/domains/content/documents/kinds.js';
import { newId } from '../../src/platform/ids.js';
import {
  deliver,
  documentOf,
  edited,
  newRev,
  openContentShop,
  rowsOf,
  type Shop,
  sellMug,
  settled,
} from './support.js';

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openContentShop();
  token = await shop.officeToken('admin');
  await settled(shop);
});
afterAll(() => shop.close());

const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  shop.call(method, path, { token, body });

let next = 0;
const fresh = (): string => {
  next += 1;
  return `fresh-${next}`;
};

const newProduct = (sanity_id: string | null) => {
  const slug = fresh();
  return send('POST', '/products/', {
    name: slug,
    slug,
    sanity_id,
    variants: [{ sku: slug.toUpperCase(), price: '1.00' }],
  });
};

const given = async (id: string) =>
  (await rowsOf(shop, 'select kind, record_id from content_ids where content_id = $1', [id]))[0];

const skippedBecause = async (id: string) => {
  const [event] = await rowsOf(
    shop,
    'select status, reason from content_inbound_events where document_id = $1 order by id desc limit 1',
    [id],
  );
  return [event?.status, event?.reason];
};

describe('a content id', () => {
  it('of a store cannot be claimed by a product, at creation or later', async () => {
    const before = await documentOf(shop, 'store-downtown');
    const created = await newProduct('store-downtown');
    expect([created.status, created.body.code, created.body.errors]).toEqual([
      409,
      'DUPLICATE',
      { sanity_id: ['Another record has this content id.'] },
    ]);
    const product = await newProduct(null);
    expect(product.status).toBe(201);
    const path = `/products/${product.body.id}/`;
    const changed = await send('PATCH', path, { sanity_id: 'store-downtown' });
    expect([changed.status, changed.body.code]).toEqual([409, 'DUPLICATE']);
    expect((await send('DELETE', path)).status).toBe(204);
    await settled(shop);
    expect(await documentOf(shop, 'store-downtown')).toEqual(before);
  });

  it.each([
    ['/stores/', { code: 'TAKEN', name: 'Taken' }],
    ['/sites/', { code: 'TAKEN', name: 'Taken' }],
    ['/tax-jurisdictions/', { code: 'TAKEN', name: 'Taken', rate: '0.1' }],
    ['/categories/', { name: 'Taken', slug: 'taken' }],
    ['/brands/', { name: 'Taken', slug: 'taken' }],
    ['/campaigns/', { name: 'Taken' }],
    ['/promotions/', { name: 'Taken', kind: 'percentage', value: '10' }],
    ['/tasks/', { task_id: 'TAKEN', title: 'Taken', store: 'DOWNTOWN', priority: 'high' }],
    ['/zones/', { store: 'DOWNTOWN', code: 'TAKEN', name: 'Taken', kind: 'display' }],
  ])('of a category cannot be taken by POST %s', async (path, body) => {
    const taken = path === '/categories/' ? 'store-airport' : 'category-kitchen';
    const own = await given(taken);
    expect(own).toBeDefined();
    const reply = await send('POST', path, { ...body, sanity_id: taken });
    expect([reply.status, reply.body.code]).toEqual([409, 'DUPLICATE']);
    expect(await given(taken)).toEqual(own);
    expect((await send('POST', path, { ...body, sanity_id: fresh() })).status).toBe(201);
  });

  it('that a record has by default cannot be claimed by another', async () => {
    const sale = await sellMug(shop);
    const [row] = await rowsOf(shop, 'select id from transactions order by id desc limit 1');
    expect(sale).toBeDefined();
    const [method] = await rowsOf(shop, 'select id from payment_methods limit 1');
    const product = await newProduct(null);
    for (const id of [
      `saleTransaction_${row?.id}`,
      `paymentMethod_${method?.id}`,
      `store_${newId()}`,
      `product_${product.body.id}`,
    ]) {
      const reply = await newProduct(id);
      expect([id, reply.status, reply.body.code]).toEqual([id, 409, 'DUPLICATE']);
    }
  });

  it('is avoided by a new product whose number names the document of another', async () => {
    const ahead = (await newProduct(null)).body.id + 2;
    const claimed = await newProduct(`product_${ahead}`);
    expect(claimed.status).toBe(201);
    const later = await newProduct(null);
    expect(later.body.id).toBe(ahead);
    await settled(shop);
    expect(await given(`product_${ahead}`)).toEqual({
      kind: 'product',
      record_id: String(claimed.body.id),
    });
    expect(later.body.sanity_id).toMatch(/^product-[0-9a-f-]{36}$/);
    expect((await documentOf(shop, later.body.sanity_id)).name).toBe(later.body.name);
  });

  it('stays with its kind after the record is gone, and can be taken again within it', async () => {
    const product = await newProduct('seasonal');
    await settled(shop);
    expect((await send('DELETE', `/products/${product.body.id}/`)).status).toBe(204);
    expect(await given('seasonal')).toEqual({ kind: 'product', record_id: null });
    const brand = { name: 'Seasonal', slug: 'seasonal', sanity_id: 'seasonal' };
    expect((await send('POST', '/brands/', brand)).status).toBe(409);
    const again = await newProduct('seasonal');
    expect(again.status).toBe(201);
    expect(await given('seasonal')).toEqual({
      kind: 'product',
      record_id: String(again.body.id),
    });
  });

  it('is given to one of many who claim it at once', async () => {
    const id = 'contested';
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 2 === 0
          ? newProduct(id)
          : send('POST', '/brands/', { name: fresh(), slug: fresh(), sanity_id: id }),
      ),
    );
    const statuses = replies.map(reply => reply.status).sort();
    expect(statuses).toEqual([201, ...Array(11).fill(409)]);
  });
});

describe('a document', () => {
  it('under the id of another kind neither changes nor deletes anything', async () => {
    const before = await documentOf(shop, 'store-downtown');
    const claim = edited('store-downtown', 'product', { name: 'Stolen', slug: 'stolen' });
    expect((await deliver(shop, claim)).status).toBe(202);
    await settled(shop);
    expect(await skippedBecause('store-downtown')).toEqual(['skipped', 'other_kind']);
    const gone = { _id: 'store-downtown', _type: 'product', _rev: newRev(), _operation: 'delete' };
    expect((await deliver(shop, gone)).status).toBe(202);
    await settled(shop);
    expect(await skippedBecause('store-downtown')).toEqual(['skipped', 'other_kind']);
    expect(await documentOf(shop, 'store-downtown')).toEqual(before);
    expect(await rowsOf(shop, `select 1 from products where slug = 'stolen'`)).toEqual([]);
  });

  it('whose id has the form of another kind creates nothing', async () => {
    const id = `store_${newId()}`;
    await deliver(shop, edited(id, 'product', { name: 'Odd', slug: 'odd' }));
    await settled(shop);
    expect(await skippedBecause(id)).toEqual(['skipped', 'other_kind']);
    expect(await rowsOf(shop, `select 1 from products where slug = 'odd'`)).toEqual([]);
  });
});

it('the database knows the default ids of all kinds', async () => {
  for (const { name, prefix } of kinds) {
    const id = `${prefix}_${name === 'product' ? '17' : newId()}`;
    const [row] = await rowsOf(shop, 'select default_content_kind($1) as kind', [id]);
    expect([id, row?.kind]).toEqual([id, name]);
  }
});
