import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { logInCallers } from './callers.js';

let shop: Shop;
let headers: Record<string, Record<string, string>>;
beforeAll(async () => {
  shop = await openShop({ background: false });
  ({ headers } = await logInCallers(shop));
});
afterAll(() => shop.close());

const as = (caller: string, method: string, url: string, body?: object) =>
  shop.call(method, url, { headers: headers[caller], ...(body && { body }) });
const read = async (url: string) => (await as('admin', 'GET', url)).body;

const DENIED = {
  status: 403,
  body: {
    code: 'PERMISSION_DENIED',
    detail: 'This applies to all stores, including those you do not manage.',
  },
};

describe('a record of the whole chain', () => {
  const changes: [url: string, change: object][] = [
    ['/products/white-mug/', { minimum_age: 18 }],
    ['/products/white-mug/', { is_tax_exempt: true }],
    ['/products/white-mug/', { is_active: false }],
    ['/products/white-mug/', { name: 'Mug of mine' }],
    ['/product-variants/MUG-WHITE/', { price: '0.01' }],
    ['/product-variants/MUG-WHITE/', { name: 'Cheap' }],
    ['/product-variants/MUG-WHITE/', { barcode: '4000000000006' }],
  ];

  it.each(changes)('%s keeps %j of a manager of one store out', async (url, change) => {
    const before = await read(url);
    expect(await as('manager', 'PATCH', url, change)).toMatchObject(DENIED);
    expect(await as('manager elsewhere', 'PATCH', url, change)).toMatchObject(DENIED);
    expect(await read(url)).toEqual(before);
  });

  it('is not replaced by deleting and creating it', async () => {
    const made = await as('admin', 'POST', '/products/', {
      name: 'Lamp',
      variants: [{ sku: 'LAMP', price: '99.00' }],
    });
    expect(made.status).toBe(201);
    expect(await as('manager', 'DELETE', '/product-variants/LAMP/')).toMatchObject(DENIED);
    expect(
      await as('manager', 'POST', '/product-variants/', {
        product_id: made.body.id,
        sku: 'LAMP-2',
        price: '0.01',
      }),
    ).toMatchObject(DENIED);
    expect(await as('manager', 'DELETE', '/products/lamp/')).toMatchObject(DENIED);
    expect((await read('/products/lamp/')).variants).toMatchObject([
      { sku: 'LAMP', price: '99.00' },
    ]);
  });

  it('is changed by managers of every store and by admins', async () => {
    for (const [caller, age] of [
      ['manager of all', 16],
      ['admin', null],
    ] as const) {
      const reply = await as(caller, 'PATCH', '/products/white-mug/', { minimum_age: age });
      expect([reply.status, reply.body.minimum_age]).toEqual([200, age]);
    }
  });

  it('is changed by no route that the permission guards', async () => {
    const { paths } = await read('/openapi.json');
    const writes = Object.entries<Record<string, { 'x-permission'?: string }>>(paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods)
          .filter(([, described]) => described['x-permission'] === 'catalog.chain')
          .map(([method]) => ({ method: method.toUpperCase(), path })),
    );
    // Products, variants, the four kinds of references, price lists, prices, tiers of customers,
    // synonyms, suppliers and their articles: POST, PUT, PATCH, DELETE; the imports of products and
    // prices and the bulk changes of prices and products; uploading and deleting pictures, and adding, ordering,
    // changing and removing those of a product, and one from an address; reading and deciding about reviews; the parts of a bundle;
    // the rule of a collection: PUT, DELETE; a change of all that match a filter and its preview.
    expect(writes).toHaveLength(12 * 4 + 4 + 7 + 4 + 1 + 2 + 2);
    for (const { method, path } of writes) {
      const url = path.replace(/\{[^}]+\}/g, 'white-mug');
      const body = method === 'DELETE' ? undefined : {};
      expect(await as('manager', method, url, body), `${method} ${path}`).toMatchObject(DENIED);
    }
  });
});

describe('taxes and currency of a store', () => {
  it('are not set by its own manager, whose other settings are', async () => {
    const url = '/stores/DOWNTOWN/';
    const before = await read(url);
    const foreign = (await read('/stores/AIRPORT/')).tax_jurisdictions[0].id;
    for (const change of [
      { currency: 'JPY' },
      { tax_jurisdiction_ids: [] },
      { tax_jurisdiction_ids: [foreign] },
      { name: 'Mine', currency: 'EUR' },
      { cash_rounding: '0.05' },
      { receipt_footer: 'Rounded', cash_rounding: '1.00' },
      { prices_include_tax: true },
      { shipping_tax_class: before.shipping_tax_class === 'zero' ? 'standard' : 'zero' },
    ]) {
      expect(await as('manager', 'PATCH', url, change)).toMatchObject(DENIED);
    }
    const { code, name } = before;
    const written = { code, name, time_zone: before.time_zone, cash_rounding: '0.10' };
    expect(await as('manager', 'PUT', url, written)).toMatchObject(DENIED);
    expect(await read(url)).toEqual(before);
    const same = before.tax_jurisdictions.map(({ id }: { id: string }) => id.toUpperCase());
    const own = {
      receipt_footer: 'See you',
      currency: before.currency,
      tax_jurisdiction_ids: same,
      cash_rounding: before.cash_rounding,
      prices_include_tax: before.prices_include_tax,
      shipping_tax_class: before.shipping_tax_class,
    };
    const reply = await as('manager', 'PATCH', url, own);
    expect([reply.status, reply.body.receipt_footer]).toEqual([200, 'See you']);
    const rounding = async (caller: string, cash_rounding: string) => {
      const changed = await as(caller, 'PATCH', url, { cash_rounding });
      return [changed.status, changed.body.cash_rounding];
    };
    expect(await rounding('manager of all', '0.05')).toEqual([200, '0.05']);
    expect(await rounding('admin', 'none')).toEqual([200, 'none']);
    const chain = await as('manager of all', 'PATCH', url, { tax_jurisdiction_ids: [foreign] });
    expect([chain.status, chain.body.tax_jurisdictions[0].id]).toEqual([200, foreign]);
  });
});

describe('a promotion, campaign or test of every store', () => {
  it.each([
    ['/promotions/', { name: 'All', kind: 'percentage', value: '90.00' }],
    ['/campaigns/', { name: 'All' }],
    ['/ab-tests/', { name: 'All', variants: [{ name: 'a' }, { name: 'b' }] }],
  ])('%s is not made by a manager of one store', async (path, body) => {
    expect((await as('manager', 'POST', path, body)).status).toBe(403);
    const made = await as('manager of all', 'POST', path, body);
    expect(made.status).toBe(201);
    const change = await as('manager', 'PATCH', `${path}${made.body.id}/`, { name: 'Mine' });
    expect(change.status).toBe(403);
    expect((await as('manager', 'DELETE', `${path}${made.body.id}/`)).status).toBe(403);
    expect((await as('manager', 'GET', `${path}${made.body.id}/`)).status).toBe(200);
  });

  it('lets a manager test in campaigns of the own store only', async () => {
    const campaign = async (id: string) =>
      (await as('admin', 'POST', '/campaigns/', { name: 'Local', store_ids: [id] })).body.id;
    const variants = [{ name: 'a' }, { name: 'b' }];
    const make = (campaign_id: string) =>
      as('manager', 'POST', '/ab-tests/', { name: 'Local', variants, campaign_id });
    const own = await make(await campaign(DOWNTOWN_ID));
    expect(own.status).toBe(201);
    expect((await make(await campaign(AIRPORT_ID))).body.errors).toHaveProperty('campaign_id');
    const url = `/ab-tests/${own.body.id}/`;
    expect((await as('manager elsewhere', 'GET', url)).status).toBe(404);
    expect((await as('manager elsewhere', 'PATCH', url, { name: 'X' })).status).toBe(404);
    expect((await as('manager', 'PATCH', url, { campaign_id: null })).status).toBe(403);
    expect((await as('manager', 'DELETE', url)).status).toBe(204);
  });
});

describe('the permissions of a login', () => {
  it('name those of the chain for managers of every store only', async () => {
    const chainOf = async (caller: string) => {
      const { permissions } = (await as(caller, 'GET', '/auth/me/')).body;
      return permissions.filter((name: string) => /^(catalog\.chain|tax\.manage)$/.test(name));
    };
    expect(await chainOf('manager')).toEqual([]);
    expect(await chainOf('manager of all')).toEqual(['catalog.chain', 'tax.manage']);
    expect(await chainOf('admin')).toEqual(['catalog.chain', 'tax.manage']);
  });
});
