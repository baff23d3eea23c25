import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.js';
import { soon } from '../support/soon.js';
import { AIRPORT_ID, DOWNTOWN_ID, openShop, type Shop } from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';
const list = (query = '') => shop.call('GET', `/web-commerce/products/${query}`);
const one = (slug: string, query = '') =>
  shop.call('GET', `/web-commerce/products/${slug}/${query}`);
const slugs = (products: { slug: string }[]) => products.map(product => product.slug);

const changeStock = (sku: string, onHand: number) =>
  shop.platform.db
    .updateTable('inventory_levels')
    .set({ on_hand: onHand })
    .where('store_id', '=', DOWNTOWN_ID)
    .where('variant_id', '=', eb =>
      eb.selectFrom('product_variants').select('id').where('sku', '=', sku),
    )
    .execute();

describe('the goods of a category after one of them', () => {
  const names = async (query: string): Promise<string[]> =>
    (await list(query)).body.map(({ name }: { name: string }) => name);

  it('follow by name, and after the last come the first', async () => {
    const all = await names('?category=apparel&limit=100');
    expect(all.length).toBeGreaterThan(2);
    const products = (await list('?category=apparel&limit=100')).body;
    for (const [index, { slug }] of products.entries()) {
      const others = [...all.slice(index + 1), ...all.slice(0, index)];
      expect(await names(`?category=apparel&limit=100&after=${slug}`)).toEqual(others);
      expect(await names(`?category=apparel&limit=2&after=${slug}`)).toEqual(others.slice(0, 2));
    }
  });

  it('begin with the first after a product that does not exist, and are one page', async () => {
    const all = await names('?category=apparel&limit=2');
    expect(await names('?category=apparel&limit=2&after=no-such-slug')).toEqual(all);
    const reply = await list('?category=apparel&limit=2&after=white-tee');
    expect(reply.headers.link).toBeUndefined();
  });
});

describe('the catalogue of the shop', () => {
  it('shows a product with its stock at a store', async () => {
    const reply = await one('city-poster-a2', `?store_id=${DOWNTOWN_ID}&utm_source=mail`);
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=1');
    expect(reply.body).toEqual({
      id: 4,
      slug: 'city-poster-a2',
      name: 'City Poster A2',
      description: 'Four-colour print on 200 g paper, sold rolled.',
      image_url: '',
      pictures: [],
      category: {
        id: expect.any(String),
        slug: 'stationery',
        name: 'Paper & Desk',
      },
      price: '9.99',
      currency: 'USD',
      available: 3,
      in_stock: true,
      is_digital: false,
      minimum_age: null,
      rating: null,
      variants: [
        {
          id: expect.any(String),
          sku: 'POSTER-A2',
          name: 'City Poster A2',
          price: '9.99',
          attributes: {},
          available: 3,
        },
      ],
    });
    expect((await one('city-poster-a2', `?store_id=${AIRPORT_ID}`)).body.available).toBe(20);
    expect((await one('city-poster-a2')).body.available).toBe(63);
  });

  it('is a plain list by name, filtered by words and category', async () => {
    const all = await list(`?store_id=${DOWNTOWN_ID}&limit=200&utm_campaign=x`);
    expect(all.status).toBe(200);
    expect(all.body.length).toBeGreaterThanOrEqual(40);
    const names = all.body.map((product: { name: string }) => product.name.toLowerCase());
    expect(names).toEqual([...names].sort());
    expect(slugs((await list('?q=mug')).body)).toEqual(
      expect.arrayContaining(['black-mug', 'white-mug']),
    );
    const pantry = (await list(`?category=pantry&store_id=&q=&limit=200`)).body;
    expect(slugs(pantry)).toContain('red-wine');
    expect(
      new Set(pantry.map((product: { category: { slug: string } }) => product.category.slug)),
    ).toEqual(new Set(['pantry']));
    expect((await list('?category=no-such')).body).toEqual([]);
  });

  it('pages without losing or repeating products', async () => {
    const whole = slugs((await list('?limit=200')).body);
    const seen: string[] = [];
    let next: string | undefined = '/web-commerce/products/?limit=7&utm_source=mail';
    while (next !== undefined) {
      const reply = await shop.call('GET', next);
      seen.push(...slugs(reply.body));
      next = /^<(.+)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(whole);
  });

  it('refuses invalid parameters', async () => {
    for (const query of [
      '?limit=0',
      '?limit=201',
      '?limit=x',
      '?cursor=nonsense',
      `?cursor=${Buffer.from('[1,2]').toString('base64url')}`,
      '?store_id=nonsense',
      '?store_id=store-downtown',
      '?q=%00',
      `?store_id=${UNKNOWN_ID}`,
    ]) {
      const reply = await list(query);
      expect([query, reply.status]).toEqual([query, 400]);
      expect(reply.body).toMatchObject({ success: false });
    }
    const missing = await one('no-such-product');
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({
      success: false,
      error: 'Product not found.',
      code: 'NOT_FOUND',
    });
  });

  it('hides inactive products and purchase costs', async () => {
    const product = await shop.platform.db
      .insertInto('products')
      .values({ slug: 'half-sold', name: 'Half Sold' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await shop.platform.db
      .insertInto('product_variants')
      .values([
        { id: newId(), product_id: product.id, sku: 'HALF-A', price: '5.00', cost: '1.00' },
        { id: newId(), product_id: product.id, sku: 'HALF-B', price: '2.00', is_active: false },
      ])
      .execute();
    const shown = await one('half-sold');
    expect(shown.body).toMatchObject({ price: '5.00', available: 0, in_stock: false });
    expect(shown.body.variants).toHaveLength(1);
    expect(shown.text).not.toContain('cost');
    await shop.platform.db
      .updateTable('product_variants')
      .set({ is_active: false })
      .where('product_id', '=', product.id)
      .execute();
    expect((await one('half-sold', `?store_id=${DOWNTOWN_ID}`)).status).toBe(404);
    expect((await list('?q=half')).body).toEqual([]);
  });

  it('keeps stock for 30 s per store, and no price that has changed', async () => {
    const query = `?store_id=${DOWNTOWN_ID}&q=espresso`;
    // A node trusts the version of the prices for 250 ms; earlier tests have changed some.
    await new Promise(resolve => setTimeout(resolve, 300));
    const [before] = (await list(query)).body;
    await changeStock('CUP-ESPRESSO', before.available + 10);
    expect((await list(query)).body[0].available).toBe(before.available);
    expect((await list(`${query}&limit=3`)).body[0].available).toBe(before.available + 10);
    const detail = (await one('espresso-cup', `?store_id=${DOWNTOWN_ID}`)).body;
    await changeStock('CUP-ESPRESSO', 1);
    expect((await one('espresso-cup', `?store_id=${DOWNTOWN_ID}`)).body).toEqual(detail);
    const variant = `/product-variants/${detail.variants[0].id}/`;
    const token = await shop.officeToken();
    const changed = await shop.call('PATCH', variant, { token, body: { price: '4.44' } });
    expect(changed.status).toBe(200);
    const shown = async () => {
      const { price, available } = (await one('espresso-cup', `?store_id=${DOWNTOWN_ID}`)).body;
      return { price, available };
    };
    await expect.poll(shown, soon).toEqual({ price: '4.44', available: 1 });
  });
});

describe('the stores of the shop', () => {
  const stores = () => shop.call('GET', '/web-commerce/stores/?utm_source=mail');

  it('are listed by name, with only the fields a shop page needs', async () => {
    const reply = await stores();
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=30');
    expect(reply.body.map((store: { code: string }) => store.code)).toEqual([
      'AIRPORT',
      'DOWNTOWN',
      'ZURICH',
    ]);
    expect(reply.body[1]).toEqual({
      id: DOWNTOWN_ID,
      code: 'DOWNTOWN',
      name: 'Tillhouse Downtown',
      country: 'US',
      currency: 'USD',
      time_zone: 'America/New_York',
      prices_include_tax: false,
      pickup_enabled: true,
      ship_enabled: true,
      pay_at_store_enabled: true,
      shipping_rates: [
        expect.objectContaining({ id: 1, code: 'standard', price: '5.00' }),
        expect.objectContaining({ id: 2, code: 'express', price: '16.00' }),
      ],
      ships_to: null,
      needs_region: [],
      tax_sourcing: 'origin',
      shipping_from: '5.00',
      address: expect.any(String),
      postal_code: expect.any(String),
      city: expect.any(String),
      phone: expect.any(String),
      opening_hours: [],
      special_days: [],
      pickup_hours: [],
      languages: ['en', 'de'],
    });
  });

  it('show a change at once, use default shipping rates, and leave out closed stores', async () => {
    const token = await shop.officeToken('admin');
    const change = (body: object) =>
      shop.call('PATCH', '/stores/AIRPORT/', { token, body }).then(reply => {
        expect(reply.status).toBe(200);
      });
    const rates = (await stores()).body[0].shipping_rates;
    await change({ shipping_rates: [] });
    expect((await stores()).body[0].shipping_rates).toEqual([
      { id: 1, code: 'standard', title: 'Standard', price: '5.00' },
      { id: 2, code: 'express', title: 'Express', price: '16.00' },
    ]);
    await change({ shipping_rates: rates, is_active: false });
    expect((await stores()).body.map((store: { code: string }) => store.code)).toEqual([
      'DOWNTOWN',
      'ZURICH',
    ]);
    await change({ is_active: true });
  });
});

describe('the categories of the shop', () => {
  const categories = (query = '') => shop.call('GET', `/web-commerce/categories/${query}`);

  it('count the products that the product list shows', async () => {
    const reply = await categories(`?store_id=${AIRPORT_ID}&utm_source=mail`);
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=30');
    expect(reply.body.length).toBeGreaterThanOrEqual(6);
    for (const { slug, product_count, in_stock_count } of reply.body) {
      const listed = (await list(`?category=${slug}&store_id=${AIRPORT_ID}&limit=200`)).body;
      expect([slug, product_count, in_stock_count]).toEqual([
        slug,
        listed.length,
        listed.filter((product: { in_stock: boolean }) => product.in_stock).length,
      ]);
    }
  });

  it('include subcategories, and leave out empty and inactive categories', async () => {
    const { db } = shop.platform;
    const [pantry, empty, wines, off] = [newId(), newId(), newId(), newId()];
    await db
      .insertInto('categories')
      .values([
        { id: pantry, slug: 'cellar', name: 'Cellar', sort_order: 90 },
        { id: wines, slug: 'wines', name: 'Wines', parent_id: pantry, sort_order: 91 },
        { id: empty, slug: 'empty', name: 'Empty' },
        { id: off, slug: 'off', name: 'Off', is_active: false },
      ])
      .execute();
    const products = await db
      .insertInto('products')
      .values([
        { slug: 'rare-wine', name: 'Rare Wine', category_id: wines },
        { slug: 'no-variant', name: 'No Variant', category_id: wines },
        { slug: 'hidden', name: 'Hidden', category_id: off },
      ])
      .returning(['id', 'slug'])
      .execute();
    await db
      .insertInto('product_variants')
      .values(
        products
          .filter(product => product.slug !== 'no-variant')
          .map(({ id, slug }) => ({ id: newId(), product_id: id, sku: slug, price: '9.00' })),
      )
      .execute();
    await shop.platform.cache.delete(`shop:categories:${DOWNTOWN_ID}`);
    const menu = (await categories(`?store_id=${DOWNTOWN_ID}`)).body;
    expect(menu.slice(-2)).toEqual([
      { slug: 'cellar', name: 'Cellar', parent: null, product_count: 1, in_stock_count: 0 },
      { slug: 'wines', name: 'Wines', parent: 'cellar', product_count: 1, in_stock_count: 0 },
    ]);
    const slugs = menu.map((category: { slug: string }) => category.slug);
    expect(slugs).not.toContain('empty');
    expect(slugs).not.toContain('off');
  });

  it('refuse an unknown store', async () => {
    for (const id of ['nonsense', UNKNOWN_ID]) {
      const reply = await categories(`?store_id=${id}`);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ success: false, code: 'UNKNOWN_STORE' });
    }
  });
});

describe('the payment methods of the shop', () => {
  const methods = (query: string) => shop.call('GET', `/web-commerce/payment-methods/${query}`);
  const names = (reply: { body: { payment_methods: { name: string }[] } }) =>
    reply.body.payment_methods.map(method => method.name);

  it('are those available online at the store', async () => {
    const downtown = await methods(`?store_id=${DOWNTOWN_ID}&utm_source=mail`);
    expect(downtown.status).toBe(200);
    expect(names(downtown)).toEqual(['Card', 'Card (Square)', 'Card (bank)', 'Pay at the store']);
    expect(names(await methods(`?store_id=${AIRPORT_ID}`))).toEqual([
      'Card',
      'Card (Square)',
      'Card (bank)',
    ]);
    expect(downtown.body).toMatchObject({ success: true });
    expect(downtown.body.payment_methods[3]).toEqual({
      id: expect.any(String),
      name: 'Pay at the store',
      method_type: 'pay_at_store',
      is_active: true,
      is_online_available: true,
      minimum_amount: '0.00',
      maximum_amount: '500.00',
      icon_url: '',
      description: 'Pay when you pick up',
      display_order: 5,
      card_form: null,
    });
    expect(downtown.body.payment_methods[0].card_form).toEqual({
      kind: 'sandbox',
      publishable_key: null,
    });
  });

  it('have names for shoppers in the language that is asked for', async () => {
    const { db } = shop.platform;
    const rename = (name: string) =>
      db.updateTable('payment_methods').set({ name }).where('code', '=', 'card_bank').execute();
    await rename('Cards through the second processor');
    const german = await methods(`?store_id=${DOWNTOWN_ID}&language=de`);
    expect(names(german)).toEqual(['Karte', 'Karte', 'Karte', 'Zahlung in der Filiale']);
    const english = await methods(`?store_id=${AIRPORT_ID}&language=en`);
    expect(names(english)).toEqual(['Card', 'Card', 'Card']);
    expect((await methods(`?store_id=${AIRPORT_ID}&language=fr`)).status).toBe(400);
    await rename('Card (bank)');
  });

  it('leave out inactive methods', async () => {
    const { db } = shop.platform;
    const set = (is_active: boolean) =>
      db.updateTable('payment_methods').set({ is_active }).where('code', '=', 'card').execute();
    await set(false);
    expect(names(await methods(`?store_id=${AIRPORT_ID}`))).toEqual([
      'Card (Square)',
      'Card (bank)',
    ]);
    await set(true);
  });

  it('need a store', async () => {
    for (const query of ['', '?store_id=', '?store_id=nonsense', `?store_id=${UNKNOWN_ID}`]) {
      const reply = await methods(query);
      expect([query, reply.status]).toEqual([query, 400]);
      expect(reply.body).toMatchObject({ success: false, error: expect.any(String) });
    }
  });
});
