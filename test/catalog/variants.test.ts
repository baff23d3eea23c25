import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putProduct } from '../../src/domains/catalog/index.js';
import { atomically } from '../../src/platform/database/tx.js';
import { DOWNTOWN, localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { eventsOf, state } from './state.js';

let shop: Shop;
let manager: string;
let cashier: string;
let productId: number;

beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken('manager');
  cashier = await shop.tillToken('EMP001');
  const made = await shop.call('POST', '/products/', { token: manager, body: { name: 'Lamp' } });
  productId = made.body.id;
});
afterAll(() => shop?.close());

const get = (path: string) => shop.call('GET', path, { token: cashier });
const post = (body: object) =>
  shop.call('POST', '/product-variants/', {
    token: manager,
    body: { product_id: productId, ...body },
  });
const patch = (ref: string, body: unknown) =>
  shop.call('PATCH', `/product-variants/${ref}/`, { token: manager, body });

let serial = 0;
const newSku = (): string => {
  serial += 1;
  return `LAMP-${serial}`;
};

describe('adding a variant', () => {
  it('answers the whole variant and publishes an event', async () => {
    let made: { id?: string } = {};
    const events = await eventsOf(shop, async () => {
      const answer = await post({
        sku: 'LAMP/BRASS.1',
        name: 'Brass',
        price: '89.9',
        cost: '30',
        barcode: '9000000000011',
        attributes: { color: 'brass' },
        sanity_id: 'variant-lamp-brass',
      });
      expect(answer.status).toBe(201);
      made = answer.body;
    });
    const shown = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      product_id: productId,
      product_name: 'Lamp',
      sku: 'LAMP/BRASS.1',
      name: 'Brass',
      description: 'Lamp, Brass',
      barcode: '9000000000011',
      price: '89.90',
      cost: '30.00',
      cost_currency: 'USD',
      content_amount: null,
      content_unit: null,
      unit: 'piece',
      weight_grams: null,
      attributes: { color: 'brass' },
      is_active: true,
      sort_order: 0,
      sanity_id: 'variant-lamp-brass',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    };
    expect(made).toEqual(shown);
    expect(events).toEqual([
      ['product_variant.saved', made.id, { id: made.id, sanity_id: 'variant-lamp-brass' }],
    ]);
    const path = '/product-variants/LAMP%2FBRASS.1/';
    expect((await shop.call('GET', path, { token: manager })).body).toEqual(made);
    // A cashier does not see what the shop pays for it.
    expect((await get(`/product-variants/${made.id}/`)).body).toEqual({ ...made, cost: null });
    for (const answer of [
      await get(path),
      await get('/product-variants/?sku=LAMP/BRASS.1'),
      await get(`/products/${productId}/`),
      await get('/products/?q=Lamp'),
      await get('/products/by-barcode/9000000000011/'),
    ]) {
      expect([answer.status, answer.text.includes('30.00')]).toEqual([200, false]);
      expect(answer.text).toContain('89.90');
    }
  });

  it.each([
    ['12.5', '12.50'],
    ['12', '12.00'],
    [12.5, '12.50'],
    [12, '12.00'],
    [0, '0.00'],
    ['9999999999.99', '9999999999.99'],
  ])('accepts the price %j as %s', async (price, shown) => {
    const answer = await post({ sku: newSku(), price, cost: price });
    expect(answer.status).toBe(201);
    expect([answer.body.price, answer.body.cost]).toEqual([shown, shown]);
  });

  it.each([
    '1e3',
    '-1',
    -1,
    '12.345',
    12.345,
    'NaN',
    '',
    ' 1',
    '1,50',
    '.5',
    '+1',
    '0x10',
    1e21,
    '10000000000',
    true,
    null,
    [1],
  ])('refuses the price %j and stores nothing', async price => {
    const before = await state(shop);
    const answer = await post({ sku: newSku(), price });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(['price']);
    expect(await state(shop)).toEqual(before);
  });

  it('reports all problems at once, without repeating the input', async () => {
    const before = await state(shop);
    const answer = await post({
      sku: '018f6b1e-8f5c-7c3a-9d57-1c4f7f3f1a2b',
      name: 5,
      barcode: 'two words',
      price: '12.345',
      cost: '-2',
      attributes: { size: 4 },
      is_active: 'true',
      sort_order: 1.5,
      product_id: '1',
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      'attributes.size',
      'barcode',
      'cost',
      'is_active',
      'name',
      'price',
      'product_id',
      'sku',
      'sort_order',
    ]);
    expect(answer.text).not.toContain('two words');
    expect(answer.text).not.toContain('12.345');
    expect(await state(shop)).toEqual(before);
  });

  it('ignores unknown keys', async () => {
    const answer = await post({ sku: newSku(), price: 1, id: 'mine', on_hand: 5 });
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty('on_hand');
    expect(answer.body.id).not.toBe('mine');
  });

  it.each([
    ['sku', { sku: 'MUG-WHITE' }, 'Another variant has this SKU.'],
    ['barcode', { barcode: '4006381333931' }, 'Another variant has this barcode.'],
  ])(
    'refuses a %s that another variant has, and changes nothing',
    async (field, taken, message) => {
      const refused = {
        status: 409,
        body: {
          detail: `${field}: ${message}`,
          code: 'DUPLICATE',
          errors: { [field]: [message] },
        },
      };
      const own = (await post({ sku: newSku(), price: 1 })).body.sku;
      const before = await state(shop);
      expect(await post({ sku: newSku(), price: 1, ...taken })).toMatchObject(refused);
      expect(await patch(own, { price: 2, ...taken })).toMatchObject(refused);
      expect(await state(shop)).toEqual(before);
    },
  );

  it('gives a SKU to one of many concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post({ sku: 'LAMP-RACE', price: 1 })),
    );
    expect(answers.map(answer => answer.status).sort()).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ]);
    expect((await get('/product-variants/?sku=LAMP-RACE')).body).toHaveLength(1);
  });

  it('refuses an unknown product', async () => {
    const before = await state(shop);
    expect(await post({ sku: newSku(), price: 1, product_id: 999999 })).toMatchObject({
      status: 400,
      body: { code: 'INVALID', errors: { product_id: ['There is no such product.'] } },
    });
    expect(await state(shop)).toEqual(before);
  });
});

describe('changing a variant', () => {
  it('by SKU or id changes only the given fields', async () => {
    const { id, sku } = (await post({ sku: newSku(), price: 5, barcode: '90000001' })).body;
    expect(await patch(sku, { price: '6.50' })).toMatchObject({
      status: 200,
      body: { id, sku, price: '6.50', barcode: '90000001' },
    });
    expect(await patch(id, { barcode: null, is_active: false })).toMatchObject({
      status: 200,
      body: { id, price: '6.50', barcode: null, is_active: false },
    });
    const put = (body: unknown) =>
      shop.call('PUT', `/product-variants/${id}/`, { token: manager, body });
    expect(Object.keys((await put({ name: 'x' })).body.errors).sort()).toEqual([
      'price',
      'product_id',
      'sku',
    ]);
    expect(await put({ product_id: productId, sku, price: 7, is_active: true })).toMatchObject({
      status: 200,
      body: { price: '7.00', is_active: true },
    });
  });

  it('is for managers, and answers 404 for unknown variants', async () => {
    const before = await state(shop);
    const asCashier = { token: cashier, body: { price: 1 } };
    expect((await shop.call('PATCH', '/product-variants/MUG-WHITE/', asCashier)).status).toBe(403);
    expect(
      (await shop.call('DELETE', '/product-variants/MUG-WHITE/', { token: cashier })).status,
    ).toBe(403);
    expect((await patch('NO-SUCH-SKU', { price: 1 })).status).toBe(404);
    expect((await patch('00000000-0000-4000-8000-00000000dead', { price: 1 })).status).toBe(404);
    expect(await state(shop)).toEqual(before);
  });
});

describe('deleting a variant', () => {
  it('succeeds once without stock, and never with stock', async () => {
    const { id, sku } = (await post({ sku: newSku(), price: 5 })).body;
    const remove = (ref: string) =>
      shop.call('DELETE', `/product-variants/${ref}/`, { token: manager });
    const events = await eventsOf(shop, async () => expect((await remove(sku)).status).toBe(204));
    expect(events).toEqual([['product_variant.deleted', id, { id, sanity_id: null }]]);
    expect((await remove(id)).status).toBe(404);

    const before = await state(shop);
    expect(await remove('MUG-WHITE')).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(await state(shop)).toEqual(before);
  });
});

describe('listing variants', () => {
  const skus = (rows: { sku: string }[]) => rows.map(row => row.sku);

  it('pages by SKU, two at a time', async () => {
    const first = await get('/product-variants/?product=black-tee&limit=2');
    expect(skus(first.body)).toEqual(['TEE-BLACK-L', 'TEE-BLACK-M']);
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1];
    const second = await get(String(next));
    expect(skus(second.body)).toEqual(['TEE-BLACK-S', 'TEE-BLACK-XL']);
    expect(second.headers.link).toBeUndefined();
  });

  it('filters by product id or slug, by SKU, or by search text', async () => {
    const { id } = (await get('/products/white-mug/')).body;
    for (const query of [
      `product=${id}`,
      'product=white-mug',
      'sku=MUG-WHITE',
      'q=mug-whi',
      'q=white%20mug',
      'q=4006381333931',
    ]) {
      expect(skus((await get(`/product-variants/?${query}`)).body)).toEqual(['MUG-WHITE']);
    }
    for (const query of ['product=999999', 'product=nope', 'sku=mug-white', 'q=zebra']) {
      expect((await get(`/product-variants/?${query}`)).body).toEqual([]);
    }
    expect(await get('/product-variants/?store=1')).toMatchObject({
      status: 400,
      body: { code: 'UNKNOWN_PARAMETER', errors: { store: ['This parameter is not known here.'] } },
    });
  });
});

describe('a price', () => {
  it('cannot be changed for the whole chain by a manager of one store, nor by their import', async () => {
    const sku = newSku();
    expect((await post({ sku, price: '10.00' })).status).toBe(201);
    const token = await localManager(shop);
    const change = (body: object) =>
      shop.call('PATCH', `/product-variants/${sku}/`, { token, body });
    const refused = await change({ price: '0.01', name: 'Cheap' });
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect((await get(`/product-variants/${sku}/`)).body).toMatchObject({
      price: '10.00',
      name: '',
    });
    expect((await change({ price: '10.00', name: 'Brass' })).status).toBe(403);
    const row = (reach: readonly string[]) =>
      atomically(shop.platform.db, tx =>
        putProduct(
          tx,
          { slug: 'lamp', product: {}, references: {}, variant: { sku, price: '0.01' } },
          reach,
        ),
      );
    await expect(row([DOWNTOWN])).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect((await patch(sku, { price: '11.00' })).body.price).toBe('11.00');
  });
});
