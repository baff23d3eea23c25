import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import {
  deliver,
  documentOf,
  edited,
  openContentShop,
  rowsOf,
  type Shop,
  sellMug,
  settled,
  syncOf,
} from './support.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openContentShop();
  await settled(shop);
});
afterAll(() => shop.close());

const eventOf = async (id: string) =>
  (
    await rowsOf(
      shop,
      'select * from content_inbound_events where document_id = $1 order by id desc limit 1',
      [id],
    )
  )[0];

const rowNamed = async (table: string, sanityId: string) =>
  (await rowsOf(shop, `select * from ${table} where sanity_id = $1`, [sanityId]))[0];

/** Sends documents one after another and waits until they are applied. */
async function arrive(...documents: object[]): Promise<void> {
  for (const document of documents) {
    expect((await deliver(shop, document)).status).toBe(202);
    await settled(shop);
  }
}

const writesOf = (id: string) =>
  rowsOf(
    shop,
    `select * from content_mutations where $1 = any(saved_ids) and status = 'succeeded'`,
    [id],
  );

describe('an incoming document', () => {
  it('changes the record it belongs to and is not written back', async () => {
    const before = (await writesOf('store-downtown')).length;
    await arrive(
      edited('store-downtown', 'store', { name: 'Downtown Flagship', city: 'Gotham' }, 'r-1'),
    );
    const store = await rowNamed('stores', 'store-downtown');
    expect(store).toMatchObject({ name: 'Downtown Flagship', city: 'Gotham' });
    const sync = await syncOf(shop, 'store', store?.id);
    expect(sync?.rev).toBe('r-1');
    expect(sync?.synced_at.getTime()).toBeGreaterThanOrEqual(store?.updated_at.getTime());
    expect((await eventOf('store-downtown'))?.status).toBe('processed');
    expect(await writesOf('store-downtown')).toHaveLength(before);
    expect(await documentOf(shop, 'store-downtown')).toMatchObject({
      _rev: 'r-1',
      name: 'Downtown Flagship',
    });
  });

  it('leaves fields unchanged that it omits or that are invalid', async () => {
    const before = await rowNamed('stores', 'store-airport');
    await arrive(
      edited('store-airport', 'store', {
        phone: '030 12345',
        code: 'HACKED',
        currency: 'XXX',
        isActive: 'yes',
        somethingElse: { a: 1 },
      }),
    );
    const after = await rowNamed('stores', 'store-airport');
    expect(after).toEqual({
      ...before,
      phone: '030 12345',
      updated_at: after?.updated_at,
    });
  });

  it('creates a new record with everything that it references', async () => {
    await arrive(
      edited('brand-acme', 'brand', { name: 'Acme', slug: { current: 'acme' } }),
      edited('collection-summer', 'collection', { name: 'Summer' }),
      edited('category-toys', 'category', {
        name: { _type: 'localeString', de: 'Spielzeug', en: 'Toys' },
      }),
      edited('product-kite', 'product', {
        name: [
          { _key: 'de', value: 'Drachen' },
          { _key: 'en', value: 'Kite' },
        ],
        slug: { _type: 'slug', current: 'red-kite' },
        description: [
          { _type: 'block', children: [{ _type: 'span', text: 'Flies ' }, { text: 'high.' }] },
          { _type: 'image', asset: { _ref: 'image-1' } },
          { _type: 'block', listItem: 'bullet', children: [{ text: 'red' }] },
          { _type: 'block', listItem: 'bullet', children: [{ text: 'light' }] },
        ],
        category: { _type: 'reference', _ref: 'category-toys' },
        brand: { _type: 'reference', _ref: 'brand-acme' },
        collections: [{ _type: 'reference', _ref: 'collection-summer', _key: 'a' }],
        image: { asset: { url: 'https://cdn.example/kite.png' } },
        minimumAge: 3,
        isTaxExempt: true,
      }),
      edited('variant-kite', 'productVariant', {
        sku: 'KITE-RED',
        price: 19.5,
        barcode: '4000000000017',
        attributes: { color: 'red' },
        product: { _type: 'reference', _ref: 'product-kite' },
      }),
    );
    const product = await rowNamed('products', 'product-kite');
    expect(product).toMatchObject({
      name: 'Kite',
      slug: 'red-kite',
      description: 'Flies high.\n\n- red\n- light',
      category_id: (await rowNamed('categories', 'category-toys'))?.id,
      brand_id: (await rowNamed('brands', 'brand-acme'))?.id,
      image_url: 'https://cdn.example/kite.png',
      minimum_age: 3,
      is_tax_exempt: true,
    });
    expect((await rowNamed('categories', 'category-toys'))?.name).toBe('Toys');
    expect(await rowNamed('product_variants', 'variant-kite')).toMatchObject({
      sku: 'KITE-RED',
      price: '19.50',
      product_id: product?.id,
      attributes: { color: 'red' },
    });
    const scanned = await shop.call('GET', '/products/by-barcode/4000000000017/', {
      token: await shop.tillToken(),
    });
    expect(scanned.body.name).toBe('Kite');
    for (const id of ['product-kite', 'variant-kite', 'category-toys', 'brand-acme']) {
      expect(await writesOf(id)).toEqual([]);
    }
  });

  it('waits with growing back-off for a missing reference', async () => {
    const begun = Date.now();
    await arrive(
      edited('product-early', 'product', {
        name: 'Early',
        brand: { _type: 'reference', _ref: 'brand-late' },
      }),
    );
    const waiting = await eventOf('product-early');
    expect(waiting).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: 'there is no document brand-late',
    });
    // Back-off of 4 s ± 20 %.
    expect(waiting?.due_at.getTime()).toBeGreaterThanOrEqual(begun + 3_200);
    expect(await rowNamed('products', 'product-early')).toBeUndefined();
    await arrive(edited('brand-late', 'brand', { name: 'Late' }));
    await rowsOf(
      shop,
      `update content_inbound_events set due_at = now() - interval '5 minutes' where id = $1`,
      [waiting?.id],
    );
    await rowsOf(
      shop,
      `update graphile_worker._private_jobs set run_at = now() where payload->>'event_id' = $1`,
      [waiting?.id],
    );
    await expect.poll(async () => (await eventOf('product-early'))?.status).toBe('processed');
    expect((await rowNamed('products', 'product-early'))?.brand_id).toBe(
      (await rowNamed('brands', 'brand-late'))?.id,
    );
  });

  it('is parked after the last attempt, is listed, and can be retried', async () => {
    await rowsOf(
      shop,
      `insert into content_inbound_events (id, document_id, document_type, rev, operation,
      signature, status, attempts, payload, received_at, due_at)
      values ('019a0000-0000-7000-8000-000000000001', 'product-bad', 'product', 'r', 'save', 's', 'pending', 9,
        '{"_id": "product-bad", "_type": "product", "_rev": "r", "slug": "no-name"}', now(), now() - interval '5 minutes')`,
    );
    await expect.poll(async () => (await eventOf('product-bad'))?.status).toBe('failed');
    const token = await shop.officeToken();
    const list = await shop.call('GET', '/integrations/inbound-events/?status=failed', { token });
    expect(list.body).toEqual([
      {
        id: '019a0000-0000-7000-8000-000000000001',
        document_id: 'product-bad',
        document_type: 'product',
        rev: 'r',
        operation: 'save',
        status: 'failed',
        reason: null,
        error: 'the document has no valid value for: name',
        attempts: 10,
        received_at: expect.any(String),
        next_attempt_at: null,
        processed_at: expect.any(String),
      },
    ]);
    const health = await shop.call('GET', '/integrations/analytics/sync-health/', { token });
    expect(health.body).toMatchObject({ status: 'degraded', inbound: { failed_24h: 1 } });
    const retry = await shop.call(
      'POST',
      '/integrations/inbound-events/019a0000-0000-7000-8000-000000000001/retry/',
      { token },
    );
    expect([retry.status, retry.body.status]).toEqual([202, 'pending']);
    await expect.poll(async () => (await eventOf('product-bad'))?.attempts).toBe(1);
    await rowsOf(
      shop,
      `update content_inbound_events set status = 'skipped', due_at = null where document_id = 'product-bad'`,
    );
  });

  it('never lets an older revision overwrite a newer one', async () => {
    const at = (minute: number) => ({ _updatedAt: `2030-01-01T12:0${minute}:00Z` });
    await arrive(
      edited('brand-order', 'brand', { name: 'Second', ...at(2) }, 'b-2'),
      edited('brand-order', 'brand', { name: 'First', ...at(1) }, 'b-1'),
    );
    expect(await eventOf('brand-order')).toMatchObject({
      status: 'skipped',
      reason: 'older_revision',
    });
    const brand = await rowNamed('brands', 'brand-order');
    expect(brand?.name).toBe('Second');
    expect((await syncOf(shop, 'brand', brand?.id))?.rev).toBe('b-2');
    await arrive(edited('brand-order', 'brand', { name: 'Third', ...at(3) }, 'b-3'));
    expect((await rowNamed('brands', 'brand-order'))?.name).toBe('Third');
  });

  it('with a circular reference is applied without the closing reference', async () => {
    await arrive(
      edited('category-egg', 'category', {
        name: 'Egg',
        parent: {
          _id: 'category-hen',
          _type: 'category',
          _rev: 'h-1',
          name: 'Hen',
          parent: { _type: 'reference', _ref: 'category-egg' },
        },
      }),
    );
    const hen = await rowNamed('categories', 'category-hen');
    expect(hen).toMatchObject({ name: 'Hen', parent_id: null });
    expect(await rowNamed('categories', 'category-egg')).toMatchObject({ parent_id: hen?.id });
  });

  it('deactivates the record when it is deleted, and reactivates it when it returns', async () => {
    await arrive(edited('brand-gone', 'brand', { name: 'Gone' }, 'g-1'));
    const deletion = { _id: 'brand-gone', _type: 'brand', _rev: 'g-1', _operation: 'delete' };
    await arrive(deletion);
    const brand = await rowNamed('brands', 'brand-gone');
    expect(brand).toMatchObject({ name: 'Gone', is_active: false });
    expect((await documentOf(shop, 'brand-gone')).code).toBe('NOT_FOUND');
    expect(await writesOf('brand-gone')).toEqual([]);
    await shop.call('PATCH', `/brands/${brand?.id}/`, {
      token: await shop.officeToken(),
      body: { is_active: true },
    });
    await settled(shop);
    expect(await documentOf(shop, 'brand-gone')).toMatchObject({ name: 'Gone', isActive: true });
  });
});

describe('the content system cannot change', () => {
  const skippedBecause = async (id: string) => {
    const event = await eventOf(id);
    return [event?.status, event?.reason];
  };

  it('sales, payments, refunds, returns and credits', async () => {
    const { id: saleId } = await sellMug(shop);
    await settled(shop);
    const saleNow = () =>
      rowsOf(shop, 'select status, total_amount from transactions where id = $1', [saleId]);
    const before = await saleNow();
    const documents: [string, string][] = [
      [`saleTransaction_${saleId}`, 'salesTransaction'],
      ['transactionPayment_1', 'transactionPayment'],
      ['payment_1', 'payment'],
      ['refund_1', 'refund'],
      ['salesReturn_1', 'salesReturn'],
      ['storeCredit_1', 'storeCredit'],
    ];
    for (const [id, type] of documents) {
      await arrive(edited(id, type, { totalAmount: '0.01', amount: '0.01' }));
      expect(await skippedBecause(id)).toEqual(['skipped', 'owned_here']);
    }
    expect(await saleNow()).toEqual(before);
  });

  it('unknown types', async () => {
    await arrive(edited('page-home', 'page', { title: 'Home' }));
    expect(await skippedBecause('page-home')).toEqual(['skipped', 'no_handler']);
    await arrive(edited('x-1', 'constructor'));
    expect(await skippedBecause('x-1')).toEqual(['skipped', 'no_handler']);
  });

  it('roles, stores, logins and new staff', async () => {
    await rowsOf(
      shop,
      `update users set sanity_id = 'user-emp001' where employee_number = 'EMP001'`,
    );
    const before = await rowNamed('users', 'user-emp001');
    await arrive(
      edited('user-emp001', 'userEmployee', {
        firstName: 'Robin',
        role: 'admin',
        isActive: false,
        email: 'evil@example.com',
        employeeNumber: 'EMP999',
        stores: [],
        pin: '0000',
      }),
    );
    const after = await rowNamed('users', 'user-emp001');
    expect(after).toMatchObject({
      first_name: 'Robin',
      role: 'cashier',
      is_active: true,
      email: before?.email,
      employee_number: 'EMP001',
      pin_hash: before?.pin_hash,
    });
    await arrive(edited('user-new', 'userManager', { firstName: 'Eve', email: 'eve@example.com' }));
    expect(await skippedBecause('user-new')).toEqual(['skipped', 'staff_created_here']);
    await arrive(
      edited('user-cust', 'userCustomer', { firstName: 'Ann', email: 'ann@example.com' }),
    );
    expect(await rowNamed('users', 'user-cust')).toMatchObject({
      role: 'customer',
      email: 'ann@example.com',
      password_hash: null,
    });
  });

  it("the last admin's access", async () => {
    await rowsOf(shop, `update users set sanity_id = 'user-admin' where role = 'admin'`);
    await arrive({ _id: 'user-admin', _type: 'userManager', _rev: 'z', _operation: 'delete' });
    expect((await rowNamed('users', 'user-admin'))?.is_active).toBe(true);
  });

  it('stock, only how it is monitored', async () => {
    const [level] = await rowsOf(shop, 'select * from inventory_levels where on_hand > 0 limit 1');
    const id = `inventoryLevel_${level?.id}`;
    await arrive(
      edited(level?.sanity_id ?? id, 'inventoryLevel', { onHand: 999, reorderPoint: 7 }),
    );
    const [after] = await rowsOf(shop, 'select * from inventory_levels where id = $1', [level?.id]);
    expect(after).toMatchObject({ on_hand: level?.on_hand, reorder_point: 7 });
  });
});

describe('zones and par levels', () => {
  it('are synced in both directions like other records', async () => {
    await arrive(
      edited('zone-mezzanine', 'zone', {
        store: { _type: 'reference', _ref: 'store-downtown' },
        code: 'MEZZ',
        name: 'Mezzanine',
        kind: 'display',
        sortOrder: 5,
      }),
      edited('par-mezz-mug', 'parLevelItem', {
        zone: { _type: 'reference', _ref: 'zone-mezzanine' },
        variant: { _type: 'reference', _ref: 'variant-mug-white' },
        parQuantity: 12,
        minimumQuantity: 3,
      }),
    );
    const zone = await rowNamed('zones', 'zone-mezzanine');
    expect(zone).toMatchObject({ code: 'MEZZ', kind: 'display', sort_order: 5, is_active: true });
    const par = await rowNamed('par_levels', 'par-mezz-mug');
    expect(par).toMatchObject({ zone_id: zone?.id, par_quantity: 12, minimum_quantity: 3 });
    const token = await shop.officeToken();
    await shop.call('PATCH', `/par-levels/${par?.id}/`, { token, body: { par_quantity: 14 } });
    await settled(shop);
    expect((await documentOf(shop, 'par-mezz-mug')).parQuantity).toBe(14);
    for (const [sanity_id, document_type, model_type] of [
      ['zone-mezzanine', 'zone', 'Zone'],
      ['par-mezz-mug', 'parLevelItem', 'ParLevelItem'],
    ]) {
      const synced = await shop.call('POST', '/integrations/manual-sync/', {
        token,
        body: { sanity_id, document_type },
      });
      expect(synced.body).toMatchObject({ success: true, sanity_id, document_type, model_type });
    }
  });
});

describe('the look and the home page of the shop', () => {
  const store = { _type: 'reference', _ref: 'store-downtown' };
  const sections = [
    { _key: 'a', _type: 'section', kind: 'products', products: ['white-mug'], note: 'ignored' },
  ];
  const shown = async () =>
    (await shop.call('GET', `/web-commerce/home/?store_id=${DOWNTOWN_ID}&language=en`)).body;

  it('come from a document and are synced in both directions', async () => {
    await arrive(
      edited('theme-downtown', 'shopTheme', {
        store,
        name: 'Editors',
        primaryColor: '#7A1F3D',
        hero: {
          title: { en: 'From the editors', _type: 'localeString' },
          link: '/p/white-mug',
          linkText: { en: 'Look' },
        },
        sections,
        mood: 'unknown fields are ignored',
      }),
    );
    expect((await eventOf('theme-downtown'))?.status).toBe('processed');
    const page = await shown();
    expect(page.hero).toMatchObject({ title: 'From the editors', link_text: 'Look' });
    expect(page.sections[0].products.map((one: { slug: string }) => one.slug)).toEqual([
      'white-mug',
    ]);
    const token = await shop.officeToken('admin');
    const path = '/shop-themes/DOWNTOWN/';
    const { hero, primary_color } = (await shop.call('GET', path, { token })).body;
    expect(primary_color).toBe('#7a1f3d');
    await shop.call('PUT', path, { token, body: { hero, name: 'Desk' } });
    await settled(shop);
    const document = await documentOf(shop, 'theme-downtown');
    expect([document.name, document.primaryColor, document.sections]).toEqual([
      'Desk',
      undefined,
      undefined,
    ]);
  });

  it('stay as they are after a bad document, which is reported', async () => {
    const before = await rowNamed('shop_themes', 'theme-downtown');
    for (const bad of [
      { name: 'Bad', primaryColor: '#ffd400' },
      { name: 'Bad', primaryColor: 'red;}body{display:none' },
      { name: 'Bad', hero: { title: { en: 'Go' }, link: 'https://evil.example/' } },
      { name: 'Bad', sections: [{ kind: 'category', ref: 'no-such' }] },
      { name: 'Bad', sections: 'all' },
    ]) {
      expect((await deliver(shop, edited('theme-downtown', 'shopTheme', bad))).status).toBe(202);
      await settled(shop);
      const event = await eventOf('theme-downtown');
      expect([bad, event?.attempts, event?.error]).toEqual([bad, 1, expect.any(String)]);
      expect(await rowNamed('shop_themes', 'theme-downtown')).toEqual(before);
    }
    const lost = { store: { _type: 'reference', _ref: 'store-nowhere' }, name: 'Lost' };
    await deliver(shop, edited('theme-lost', 'shopTheme', lost));
    await settled(shop);
    expect((await eventOf('theme-lost'))?.error).toEqual(expect.any(String));
    expect(await rowsOf(shop, 'select 1 from shop_themes where store_id is null')).toEqual([]);
  });

  it('are the standard ones again after the document is deleted', async () => {
    const at = { _id: 'theme-downtown', _type: 'shopTheme', _rev: 'z', _operation: 'delete' };
    await arrive(at);
    expect(await shown()).toEqual({ hero: null, sections: [] });
  });

  it('come from another document once the first one is deleted, and from one at a time', async () => {
    const [first] = await rowsOf(
      shop,
      `select id from shop_themes where store_id = '${DOWNTOWN_ID}'`,
    );
    await arrive(edited('theme-second', 'shopTheme', { store, name: 'Second', sections }));
    expect((await eventOf('theme-second'))?.status).toBe('processed');
    const second = await rowNamed('shop_themes', 'theme-second');
    expect(second).toMatchObject({ id: first?.id, name: 'Second' });
    await deliver(shop, edited('theme-third', 'shopTheme', { store, name: 'Third' }));
    await settled(shop);
    expect((await eventOf('theme-third'))?.error).toContain('Another document');
    expect(await rowNamed('shop_themes', 'theme-second')).toEqual(second);
  });
});

describe('tax classes, units and contents', () => {
  const put = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const reply = await shop.call(method, path, { token: await shop.officeToken('admin'), body });
    expect([reply.status, reply.text]).toEqual([method === 'POST' ? 201 : 200, expect.any(String)]);
    await settled(shop);
    return reply.body;
  };

  it('of an article are synced in both directions', async () => {
    await arrive(
      edited('product-olives', 'product', { name: 'Olives', taxClass: 'reduced' }),
      edited('variant-olives-jar', 'productVariant', {
        sku: 'OLIVES-JAR',
        price: '4.90',
        content: { _type: 'content', amount: 0.33, unit: 'kg' },
        product: { _type: 'reference', _ref: 'product-olives' },
      }),
      edited('variant-olives-loose', 'productVariant', {
        sku: 'OLIVES-LOOSE',
        price: '19.90',
        unit: 'kg',
        content: { amount: '12', unit: 'pounds' },
        product: { _type: 'reference', _ref: 'product-olives' },
      }),
    );
    const product = await rowNamed('products', 'product-olives');
    expect(product).toMatchObject({ tax_class: 'reduced' });
    expect(await rowNamed('product_variants', 'variant-olives-jar')).toMatchObject({
      unit: 'piece',
      content_amount: '0.330',
      content_unit: 'kg',
    });
    expect(await rowNamed('product_variants', 'variant-olives-loose')).toMatchObject({
      unit: 'kg',
      content_amount: null,
      content_unit: null,
    });
    await put('PATCH', `/products/${product?.id}/`, { tax_class: 'zero' });
    const content = { content_amount: '250', content_unit: 'g' };
    await put('PATCH', '/product-variants/OLIVES-JAR/', content);
    expect((await documentOf(shop, 'product-olives')).taxClass).toBe('zero');
    expect((await documentOf(shop, 'variant-olives-jar')).content).toEqual({
      amount: 250,
      unit: 'g',
    });
    await arrive(
      edited('variant-olives-jar', 'productVariant', { content: null }),
      edited('product-olives', 'product', { taxClass: 'Reduced rate' }),
    );
    expect(await rowNamed('product_variants', 'variant-olives-jar')).toMatchObject({
      content_amount: null,
      content_unit: null,
    });
    expect(await rowNamed('products', 'product-olives')).toMatchObject({ tax_class: 'zero' });
  });

  it('leave the unit of an existing article to the desk', async () => {
    await arrive(edited('variant-mug-white', 'productVariant', { unit: 'kg', name: 'Tall' }));
    expect(await rowNamed('product_variants', 'variant-mug-white')).toMatchObject({
      unit: 'piece',
      name: 'Tall',
    });
  });

  it('of an unknown class wait until the class exists', async () => {
    await arrive(edited('product-atlas', 'product', { name: 'Atlas', taxClass: 'books' }));
    expect(await rowNamed('products', 'product-atlas')).toBeUndefined();
    await put('POST', '/tax-classes/', { code: 'books', name: 'Books' });
    await arrive(edited('product-atlas', 'product', { name: 'Atlas', taxClass: 'books' }));
    expect(await rowNamed('products', 'product-atlas')).toMatchObject({ tax_class: 'books' });
  });
});

it('whether prices of a store include tax is synced in both directions', async () => {
  const token = await shop.officeToken('admin');
  const included = async () =>
    (await shop.call('GET', '/stores/DOWNTOWN/', { token })).body.prices_include_tax;
  await arrive(edited('store-downtown', 'store', { pricesIncludeTax: true }));
  expect(await included()).toBe(true);
  await shop.call('PATCH', '/stores/DOWNTOWN/', { token, body: { prices_include_tax: false } });
  await settled(shop);
  expect((await documentOf(shop, 'store-downtown')).pricesIncludeTax).toBe(false);
  expect(await included()).toBe(false);
});

it('a store or tax changed in the content system appears in the cached list at once', async () => {
  const token = await shop.officeToken();
  const downtown = async () =>
    (await shop.call('GET', '/stores/', { token })).body.find(
      (store: { code: string }) => store.code === 'DOWNTOWN',
    );
  await downtown();
  await arrive(edited('store-downtown', 'store', { name: 'Downtown Annex' }));
  expect((await downtown()).name).toBe('Downtown Annex');
  await arrive(edited('tax-us-ny', 'taxJurisdiction', { rate: 0.09 }));
  expect((await downtown()).tax_jurisdictions).toMatchObject([{ rate: '0.090000' }]);
});
