import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../../src/domains/catalog/jobs.js';
import { openShop, type Shop } from '../support/service.js';
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

const get = (path: string, token = cashier) => shop.call('GET', path, { token });
const post = (body: unknown, token = manager) => shop.call('POST', '/products/', { token, body });
const patch = (ref: string | number, body: unknown) =>
  shop.call('PATCH', `/products/${ref}/`, { token: manager, body });

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Follows `Link` to the last page; returns per page what `pick` takes from each row. */
async function pages<T>(
  path: string,
  pick: (row: { [key: string]: unknown }) => T,
): Promise<T[][]> {
  const found: T[][] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const answer = await get(next);
    expect(answer.status).toBe(200);
    found.push(answer.body.map(pick));
    next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  return found;
}

describe('creating a product', () => {
  it('stores it with its variants in one call and answers both', async () => {
    const kitchen = (await get('/categories/kitchen/')).body.id;
    const answer = await post({
      name: 'Enamel Bowl',
      description: 'For soup.',
      category_id: kitchen,
      image_url: 'https://img.example.com/bowl.png',
      minimum_age: null,
      variants: [
        {
          sku: 'BOWL-RED',
          name: 'Red',
          price: '12.5',
          cost: 4,
          barcode: '200000000001',
          sort_order: 2,
        },
        { sku: 'BOWL-BLUE', price: 12.5, attributes: { color: 'blue' }, sort_order: 1 },
      ],
    });
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(answer.body).toEqual({
      id: expect.any(Number),
      slug: 'enamel-bowl',
      name: 'Enamel Bowl',
      description: 'For soup.',
      category_id: kitchen,
      brand_id: null,
      product_type_id: null,
      collection_ids: [],
      image_url: 'https://img.example.com/bowl.png',
      is_active: true,
      status: 'active',
      publish_at: null,
      archive_at: null,
      tags: [],
      options: [],
      is_tax_exempt: false,
      tax_class: 'standard',
      is_digital: false,
      minimum_age: null,
      requires_kyc: false,
      sanity_id: null,
      created_at: stamp,
      updated_at: stamp,
      pictures: [],
      variants: [
        {
          id: uuid,
          product_id: id,
          sku: 'BOWL-BLUE',
          name: '',
          description: 'Enamel Bowl',
          barcode: null,
          price: '12.50',
          cost: null,
          cost_currency: 'USD',
          content_amount: null,
          content_unit: null,
          unit: 'piece',
          weight_grams: null,
          attributes: { color: 'blue' },
          is_active: true,
          sort_order: 1,
          sanity_id: null,
          created_at: stamp,
          updated_at: stamp,
        },
        {
          id: uuid,
          product_id: id,
          sku: 'BOWL-RED',
          name: 'Red',
          description: 'Enamel Bowl, Red',
          barcode: '200000000001',
          price: '12.50',
          cost: '4.00',
          cost_currency: 'USD',
          content_amount: null,
          content_unit: null,
          unit: 'piece',
          weight_grams: null,
          attributes: {},
          is_active: true,
          sort_order: 2,
          sanity_id: null,
          created_at: stamp,
          updated_at: stamp,
        },
      ],
    });
    expect((await get(`/products/${id}/`, manager)).body).toEqual(answer.body);
    expect((await get('/products/enamel-bowl', manager)).body).toEqual(answer.body);
  });

  it('publishes an event for the product and for each variant, once', async () => {
    let created: { id: number; variants: { id: string }[] } | undefined;
    const events = await eventsOf(shop, async () => {
      const body = {
        name: 'Tray',
        sanity_id: 'product-tray',
        variants: [{ sku: 'TRAY', price: 1 }],
      };
      created = (await post(body)).body;
    });
    expect(events).toEqual([
      ['product.saved', String(created?.id), { id: created?.id, sanity_id: 'product-tray' }],
      [
        'product_variant.saved',
        created?.variants[0]?.id,
        { id: created?.variants[0]?.id, sanity_id: null },
      ],
    ]);
  });

  it('appends a number when the slug of the name is taken', async () => {
    const slugs = [];
    for (let i = 0; i < 3; i += 1) slugs.push((await post({ name: 'Spoon' })).body.slug);
    expect(slugs).toEqual(['spoon', 'spoon-2', 'spoon-3']);
  });

  it('ignores unknown keys', async () => {
    const answer = await post({ name: 'Fork', id: 7, synced_at: 'x', price: 3, nested: { a: 1 } });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: 'Fork', slug: 'fork', variants: [] });
    expect(answer.body.id).not.toBe(7);
  });

  it('reports every problem at once and stores nothing', async () => {
    const before = await state(shop);
    const answer = await post({
      name: '',
      slug: '42',
      is_active: 'yes',
      minimum_age: 0,
      image_url: 'javascript:alert(1)',
      variants: [{ sku: 'OK-1', price: '1e3' }, { sku: '-bad', price: -1 }, { name: 'no sku' }],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('INVALID');
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      'image_url',
      'is_active',
      'minimum_age',
      'name',
      'slug',
      'variants.0.price',
      'variants.1.price',
      'variants.1.sku',
      'variants.2.price',
      'variants.2.sku',
    ]);
    expect(answer.body.errors.name).toEqual(['Must not be empty.']);
    expect(answer.body.errors['variants.0.price']).toEqual([
      'Must be an amount such as "12.50": not negative, at most two decimals.',
    ]);
    expect(answer.body.errors['variants.2.sku']).toEqual(['This field is required.']);
    expect(await state(shop)).toEqual(before);
  });

  it.each([
    ['category_id', 'There is no such category.'],
    ['brand_id', 'There is no such brand.'],
    ['product_type_id', 'There is no such product type.'],
  ])('refuses an unknown %s', async (field, message) => {
    const before = await state(shop);
    const answer = await post({ name: 'Lost', [field]: '00000000-0000-4000-8000-00000000dead' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      detail: `${field}: ${message}`,
      code: 'INVALID',
      errors: { [field]: [message] },
    });
    expect(await state(shop)).toEqual(before);
  });

  it('refuses a whole product when one of its SKUs is taken, and names which', async () => {
    const before = await state(shop);
    const answer = await post({
      name: 'Copycat',
      variants: [
        { sku: 'COPY-1', price: '1.00' },
        { sku: 'MUG-WHITE', price: '1.00' },
      ],
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      detail: 'variants.1.sku: Another variant has this SKU.',
      code: 'DUPLICATE',
      errors: { 'variants.1.sku': ['Another variant has this SKU.'] },
    });
    expect(await state(shop)).toEqual(before);
  });

  it('refuses a slug that is taken', async () => {
    const before = await state(shop);
    const answer = await post({ name: 'Mug', slug: 'white-mug' });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      detail: 'slug: Another product has this slug.',
      code: 'DUPLICATE',
      errors: { slug: ['Another product has this slug.'] },
    });
    expect(await state(shop)).toEqual(before);
  });

  it('needs a manager: a cashier and a caller without login are refused', async () => {
    const before = await state(shop);
    expect(await post({ name: 'Mine' }, cashier)).toMatchObject({
      status: 403,
      body: { code: 'PERMISSION_DENIED' },
    });
    expect((await shop.call('POST', '/products/', { body: { name: 'Mine' } })).status).toBe(401);
    expect((await shop.call('GET', '/products/')).status).toBe(401);
    expect(await state(shop)).toEqual(before);
  });
});

describe('changing a product', () => {
  it('changes only the fields that PATCH names, and requires the required ones with PUT', async () => {
    const { id } = (await post({ name: 'Ladle', description: 'Long.' })).body;
    const events = await eventsOf(shop, async () => {
      const answer = await patch('ladle', { is_active: false, minimum_age: 18 });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        id,
        name: 'Ladle',
        slug: 'ladle',
        description: 'Long.',
        is_active: false,
        minimum_age: 18,
      });
    });
    expect(events).toEqual([['product.saved', String(id), { id, sanity_id: null }]]);

    const put = (body: unknown) => shop.call('PUT', `/products/${id}/`, { token: manager, body });
    expect(await put({ description: 'Short.' })).toMatchObject({
      status: 400,
      body: { errors: { name: ['This field is required.'] } },
    });
    expect(await put({ name: 'Big Ladle', slug: 'big-ladle' })).toMatchObject({
      status: 200,
      body: { id, name: 'Big Ladle', slug: 'big-ladle' },
    });
    expect((await get('/products/ladle/')).status).toBe(404);
  });

  it('adds it to collections and removes it again', async () => {
    const made = await shop.call('POST', '/collections/', {
      token: manager,
      body: { name: 'Summer' },
    });
    const { id } = (await post({ name: 'Parasol', collection_ids: [made.body.id] })).body;
    expect((await get(`/products/${id}/`)).body.collection_ids).toEqual([made.body.id]);
    const nowhere = '00000000-0000-4000-8000-00000000dead';
    expect(await patch(id, { collection_ids: [nowhere] })).toMatchObject({
      status: 400,
      body: { errors: { collection_ids: ['One of these collections does not exist.'] } },
    });
    expect((await get(`/products/${id}/`)).body.collection_ids).toEqual([made.body.id]);
    expect((await patch(id, { collection_ids: [] })).body.collection_ids).toEqual([]);
  });

  it('answers 404 for an unknown product', async () => {
    for (const ref of ['999999', '99999999999999', 'no-such-product', 'by-barcode']) {
      expect(await get(`/products/${ref}/`)).toMatchObject({
        status: 404,
        body: { detail: 'Product not found.', code: 'NOT_FOUND' },
      });
    }
    expect((await patch(999999, { name: 'X' })).status).toBe(404);
  });
});

describe('deleting a product', () => {
  const remove = (ref: string | number, token = manager) =>
    shop.call('DELETE', `/products/${ref}/`, { token });

  it('deletes an unused product with its variants', async () => {
    const { id, variants } = (
      await post({ name: 'Mistake', variants: [{ sku: 'MISTAKE', price: '1' }] })
    ).body;
    const events = await eventsOf(shop, async () => {
      expect((await remove(id)).status).toBe(204);
    });
    expect(events).toEqual([
      ['product.deleted', String(id), { id, sanity_id: null }],
      ['product_variant.deleted', variants[0].id, { id: variants[0].id, sanity_id: null }],
    ]);
    expect((await get(`/products/${id}/`)).status).toBe(404);
    expect((await get('/product-variants/MISTAKE/')).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it('refuses to delete a product with stock and suggests to deactivate it', async () => {
    const before = await state(shop);
    expect(await remove('white-mug')).toMatchObject({
      status: 409,
      body: {
        code: 'IN_USE',
        detail: 'Product is in use and cannot be deleted; set is_active to false instead.',
      },
    });
    expect((await remove('white-mug', cashier)).status).toBe(403);
    expect(await state(shop)).toEqual(before);
  });
});

describe('scanning', () => {
  it('finds the mug by its barcode and by its SKU', async () => {
    const mug = (await get('/products/white-mug/')).body;
    const scanned = await get('/products/by-barcode/4006381333931/');
    expect(scanned.status).toBe(200);
    expect(scanned.body).toEqual({ ...mug, variant: mug.variants[0] });
    expect(scanned.body.variant).toMatchObject({ sku: 'MUG-WHITE', price: '12.50' });
    expect((await get('/products/by-barcode/MUG-WHITE/')).body).toEqual(scanned.body);
  });

  it('names the scanned variant of several', async () => {
    const { body } = await get('/products/by-barcode/TEE-BLACK-L');
    expect(body.variants.length).toBeGreaterThan(1);
    expect(body.variant).toEqual(
      body.variants.find((variant: { sku: string }) => variant.sku === 'TEE-BLACK-L'),
    );
  });

  it('prefers a barcode to a SKU with the same characters', async () => {
    await post({ name: 'By SKU', variants: [{ sku: '7000000000017', price: 1 }] });
    await post({
      name: 'By barcode',
      variants: [{ sku: 'B-7', price: 1, barcode: '7000000000017' }],
    });
    const { body } = await get('/products/by-barcode/7000000000017/');
    expect([body.name, body.variant.sku]).toEqual(['By barcode', 'B-7']);
  });

  it('answers 404 for a partial or unknown code', async () => {
    for (const code of ['400638133393', 'mug-white', 'NOPE', '%25', "'", '%E2%98%83']) {
      expect(await get(`/products/by-barcode/${code}/`)).toMatchObject({
        status: 404,
        body: { detail: 'Product not found.', code: 'NOT_FOUND' },
      });
    }
    expect((await shop.call('GET', '/products/by-barcode/MUG-WHITE/')).status).toBe(401);
  });
});

describe('listing products', () => {
  const names = (rows: { name: string }[]) => rows.map(row => row.name);

  it('pages through all of them, two at a time, each once, ordered by id', async () => {
    const found = await pages('/products/?limit=2', row => row.id);
    expect(found.length).toBeGreaterThan(20);
    for (const page of found.slice(0, -1)) expect(page.length).toBe(2);
    const all = await shop.platform.db.selectFrom('products').select('id').orderBy('id').execute();
    expect(found.flat()).toEqual(all.map(row => row.id));
  });

  it.each(['name', '-name', 'created_at', '-created_at'])(
    'pages through all of them by %s without losing or repeating one',
    async ordering => {
      const field = ordering.replace('-', '') as 'name' | 'created_at';
      const found = (
        await pages(`/products/?limit=7&ordering=${ordering}`, row => row.id as number)
      ).flat();
      const all = await shop.platform.db
        .selectFrom('products')
        .select(['id'])
        .orderBy(
          eb => (field === 'name' ? eb.fn('lower', ['name']) : eb.ref('created_at')),
          ordering.startsWith('-') ? 'desc' : 'asc',
        )
        .orderBy('id', ordering.startsWith('-') ? 'desc' : 'asc')
        .execute();
      expect(found).toEqual(all.map(row => row.id));
    },
  );

  it('keeps the filter and the order in the link to the next page', async () => {
    const { headers } = await get('/products/?q=tee&ordering=-name&limit=1&is_active=true');
    expect(headers.link).toMatch(
      /^<\/products\/\?q=tee&ordering=-name&limit=1&is_active=true&cursor=[\w-]+>; rel="next"$/,
    );
  });

  it('refuses an unknown ordering field, parameter or cursor and names it', async () => {
    expect(await get('/products/?ordering=-price')).toMatchObject({
      status: 400,
      body: {
        code: 'UNKNOWN_ORDERING',
        errors: {
          ordering: [
            'Cannot be ordered by price; choose one of: name, -name, created_at, -created_at.',
          ],
        },
      },
    });
    expect(await get('/products/?colour=red&size=m')).toMatchObject({
      status: 400,
      body: {
        code: 'UNKNOWN_PARAMETER',
        errors: {
          colour: ['This parameter is not known here.'],
          size: ['This parameter is not known here.'],
        },
      },
    });
    const link = String((await get('/products/?limit=1')).headers.link);
    const cursor = /cursor=([^>&]+)/.exec(link)?.[1];
    for (const bad of [
      `ordering=name&cursor=${cursor}`,
      'cursor=x',
      'cursor=W10',
      'cursor=WzEsMiwzXQ',
    ]) {
      expect(await get(`/products/?${bad}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_CURSOR' },
      });
    }
    for (const bad of ['limit=0', 'limit=201', 'limit=x', 'is_active=maybe', 'q=']) {
      expect((await get(`/products/?${bad}`)).status).toBe(400);
    }
  });

  it('finds by words of the name, in any case and order, whole or as a prefix', async () => {
    for (const q of ['white mug', 'WHITE', 'mug wh', 'whi', ' mug ', 'MUG-W ', ' ']) {
      expect(names((await get(`/products/?q=${encodeURIComponent(q)}`)).body)).toContain(
        'White Mug',
      );
    }
    expect((await get('/products/?q=mug%20zebra')).body).toEqual([]);
  });

  it('finds by a SKU prefix and by a whole barcode', async () => {
    expect(names((await get('/products/?q=mug-wh')).body)).toEqual(['White Mug']);
    expect(names((await get('/products/?q=4006381333931')).body)).toEqual(['White Mug']);
    expect(names((await get('/products/?q=40063813339')).body)).toEqual([]);
  });

  it.each(['%25', '_', "'", "''; --", '%5C', '%26%7C!:*', '%E2%98%83', '%F4%8F%BF%BF', '()'])(
    'treats %s as text, not as a pattern',
    async q => {
      expect(await get(`/products/?q=${q}`)).toMatchObject({ status: 200, body: [] });
    },
  );

  it('filters by category, by slug or id, including subcategories', async () => {
    const parent = (
      await shop.call('POST', '/categories/', { token: manager, body: { name: 'Music' } })
    ).body;
    const child = (
      await shop.call('POST', '/categories/', {
        token: manager,
        body: { name: 'Records', parent_id: parent.id },
      })
    ).body;
    await post({ name: 'Guitar', category_id: parent.id });
    await post({ name: 'Blue Vinyl', category_id: child.id });
    expect(names((await get('/products/?category=music')).body)).toEqual(['Guitar', 'Blue Vinyl']);
    expect(names((await get(`/products/?category=${child.id}`)).body)).toEqual(['Blue Vinyl']);
    expect((await get('/products/?category=no-such')).body).toEqual([]);
  });

  it('filters by active or inactive', async () => {
    await post({ name: 'Retired Kettle', is_active: false });
    expect(names((await get('/products/?q=retired&is_active=false')).body)).toEqual([
      'Retired Kettle',
    ]);
    expect((await get('/products/?q=retired&is_active=true')).body).toEqual([]);
  });
});

describe('the status of a product', () => {
  it('is draft, active or archived, and only an active one is on sale', async () => {
    const made = await post({
      name: 'Winter Scarf',
      status: 'draft',
      tags: ['winter', 'wool'],
      options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
      variants: [{ sku: 'SCARF-R', price: 20, weight_grams: 180, attributes: { Colour: 'Red' } }],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      status: 'draft',
      is_active: false,
      tags: ['winter', 'wool'],
      options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
    });
    expect(made.body.variants[0].weight_grams).toBe(180);
    const slugsOf = async (query: string) =>
      (await get(`/products/?${query}`)).body.map((row: { slug: string }) => row.slug);
    expect(await slugsOf('status=draft')).toEqual(['winter-scarf']);
    expect(await slugsOf('tag=wool')).toEqual(['winter-scarf']);
    expect(await slugsOf('is_active=true&tag=wool')).toEqual([]);
    const inShop = async () =>
      (await shop.call('GET', '/web-commerce/products/winter-scarf/')).status;
    expect(await inShop()).toBe(404);
    const sale = await shop.call('POST', '/pos/quote/', {
      token: cashier,
      body: { line_items: [{ sku: 'SCARF-R', quantity: 1 }] },
    });
    expect(sale.status).toBe(400);

    expect((await patch('winter-scarf', { status: 'active' })).body.is_active).toBe(true);
    expect(await slugsOf('status=active&tag=winter')).toEqual(['winter-scarf']);
    expect(await inShop()).toBe(200);
    expect((await patch('winter-scarf', { is_active: false })).body.status).toBe('archived');
    expect(await slugsOf('status=archived&tag=winter')).toEqual(['winter-scarf']);
    expect((await patch('winter-scarf', { status: 'draft' })).body.status).toBe('draft');
  });

  it('is refused if is_active contradicts it', async () => {
    const before = await state(shop);
    const answer = await patch('white-mug', { status: 'draft', is_active: true });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['is_active']]);
    const wrong = await patch('white-mug', {
      status: 'gone',
      tags: [''],
      options: [{ name: 'x' }],
    });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['options.0.values', 'status', 'tags.0']);
    expect(await state(shop)).toEqual(before);
  });

  it('and the brand filter the list', async () => {
    const brand = (
      await shop.call('POST', '/brands/', { token: manager, body: { name: 'Filter Brand' } })
    ).body;
    await patch('white-mug', { brand_id: brand.id });
    for (const ref of [brand.id, 'filter-brand']) {
      const rows = (await get(`/products/?brand=${ref}`)).body;
      expect(rows.map((row: { slug: string }) => row.slug)).toEqual(['white-mug']);
    }
    await patch('white-mug', { brand_id: null });
  });
});

describe('the schedule of a product', () => {
  const runAt = (at: string) =>
    publish.run(
      { ...shop.platform, clock: { ...shop.platform.clock, now: () => new Date(at) } },
      {},
    );
  const statusOf = async (): Promise<string[]> => {
    const { body } = await get('/products/winter-lamp/', manager);
    return [body.status, body.publish_at, body.archive_at];
  };
  /** Where customers and tills find it: the search, the feed and the catalogue of a till. */
  const sold = async (): Promise<boolean[]> => {
    const { body } = await shop.call('GET', '/web-commerce/search/?q=winter-lamp');
    const { text } = await shop.call('GET', '/feed.xml?store=DOWNTOWN');
    const till = (await get('/pos/catalog/')).body.variants as { sku: string }[];
    return [body.total > 0, text.includes('LAMP-1'), till.some(({ sku }) => sku === 'LAMP-1')];
  };
  const december = '2031-12-01T08:00:00.000Z';
  const march = '2032-03-01T08:00:00.000Z';

  it('publishes and archives it at its times, everywhere, and says so once', async () => {
    const created = await post({
      name: 'Winter-Lamp',
      status: 'draft',
      publish_at: december,
      archive_at: march,
      variants: [{ sku: 'LAMP-1', price: '30.00' }],
    });
    expect(created.status).toBe(201);
    expect(await eventsOf(shop, () => runAt('2031-12-01T07:59:59.999Z'))).toEqual([]);
    expect(await statusOf()).toEqual(['draft', december, march]);
    expect(await sold()).toEqual([false, false, false]);
    const saved = [['product.saved', String(created.body.id), expect.anything()]];
    // Two nodes run the job in the same minute.
    const both = () => Promise.all([runAt(december), runAt(december)]);
    expect(await eventsOf(shop, both)).toEqual(saved);
    expect(await statusOf()).toEqual(['active', null, march]);
    await expect.poll(sold).toEqual([true, true, true]);
    expect(await eventsOf(shop, () => runAt(march))).toEqual(saved);
    expect(await statusOf()).toEqual(['archived', null, null]);
    await expect.poll(sold).toEqual([false, false, false]);
  });

  it('that has passed as a whole archives the product', async () => {
    await patch('winter-lamp', { status: 'draft', publish_at: december, archive_at: march });
    await runAt('2033-01-01T00:00:00.000Z');
    expect(await statusOf()).toEqual(['archived', null, null]);
  });

  it('ends where somebody sets the status by hand', async () => {
    const times = { status: 'draft', publish_at: december, archive_at: march };
    await patch('winter-lamp', times);
    await patch('winter-lamp', { status: 'active' });
    expect(await statusOf()).toEqual(['active', null, march]);
    await patch('winter-lamp', times);
    await patch('winter-lamp', { is_active: false });
    await runAt(december);
    expect((await statusOf()).slice(1)).toEqual([null, null]);
    expect(await sold()).toEqual([false, false, false]);
  });

  it('is refused if it ends before it begins', async () => {
    const before = await state(shop);
    const wrong = await patch('winter-lamp', { publish_at: march, archive_at: december });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      { archive_at: ['Must be after the time of publication.'] },
    ]);
    const text = await patch('winter-lamp', { publish_at: 'tomorrow' });
    expect([text.status, Object.keys(text.body.errors)]).toEqual([400, ['publish_at']]);
    expect(await state(shop)).toEqual(before);
  });
});
