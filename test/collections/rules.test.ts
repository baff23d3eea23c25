import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteCollection } from '../../src/domains/collections/delete-collection.js';
import { evaluateRule } from '../../src/domains/collections/evaluate-rule.js';
import { jobs } from '../../src/domains/collections/jobs.js';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let manager: string;
let brand: string;
let shoes: string;
let boots: string;
const ids: Record<string, number> = {};

const call = (method: string, path: string, body?: object, token = manager) =>
  shop.call(method, path, { token, body });
async function made(path: string, body: object) {
  const reply = await call('POST', path, body);
  if (reply.status !== 201) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.body;
}

beforeAll(async () => {
  shop = await openShop();
  manager = await shop.officeToken();
  brand = (await made('/brands/', { name: 'Nordstern' })).id;
  shoes = (await made('/categories/', { name: 'Shoes', slug: 'shoes' })).id;
  boots = (await made('/categories/', { name: 'Boots', slug: 'boots', parent_id: shoes })).id;
  for (const [slug, price, category_id, tags, brand_id] of [
    ['trail-shoe', '89.00', shoes, ['outdoor'], brand],
    ['road-shoe', '129.00', shoes, ['sale'], null],
    ['winter-boot', '159.00', boots, ['outdoor', 'sale'], brand],
    ['lamp', '20.00', null, ['outdoor'], null],
  ] as const) {
    const variants = [{ sku: slug.toUpperCase(), price }];
    const fields = { slug, name: slug, category_id, tags, brand_id, variants };
    ids[slug] = (await made('/products/', fields)).id;
  }
});
afterAll(() => shop.close());

const collection = async (name: string): Promise<string> =>
  (await made('/collections/', { name })).id;
const rule = (match: 'all' | 'any', ...conditions: object[]) => ({ match, conditions });
const put = async (id: string, body: object) => {
  const reply = await call('PUT', `/collections/${id}/rule/`, body);
  expect(reply.status).toBe(200);
  await shop.settleEvents();
  return reply.body;
};
const change = async (slug: string, body: object) => {
  expect((await call('PATCH', `/products/${slug}/`, body)).status).toBe(200);
  await shop.settleEvents();
};
/** The products of all `product.saved` events so far, oldest first. */
const savedProducts = async (): Promise<string[]> => {
  await shop.settleEvents();
  return (
    await statement<{ subject_id: string }>(
      shop.platform.db,
      `select subject_id from events where event = 'product.saved' order by seq`,
    )
  ).map(({ subject_id }) => subject_id);
};
/** The slugs of a collection, as the database has them. */
const members = async (id: string): Promise<string[]> =>
  (
    await statement<{ slug: string }>(
      shop.platform.db,
      `select p.slug from product_collections c join products p on p.id = c.product_id
       where c.collection_id = $1 order by p.slug`,
      [id],
    )
  ).map(({ slug }) => slug);
/** How many events `product.saved` are in the log. */
const savedEvents = async (): Promise<number> => {
  await shop.settleEvents();
  const rows = await statement<{ n: number }>(
    shop.platform.db,
    `select count(*)::int as n from events where event = 'product.saved'`,
  );
  return rows[0]?.n ?? 0;
};
const preview = async (body: object) => (await call('POST', '/collections/preview/', body)).body;
const records = () =>
  statement(
    shop.platform.db,
    `select (select json_agg(r order by collection_id) from collection_rules r) as rules,
       (select json_agg(c order by id) from collections c) as collections,
       (select count(*) from product_collections) as members`,
  );

describe('a preview', () => {
  it.each([
    ['a category with those below it', rule('all', { kind: 'category', values: ['shoes'] }), 3],
    ['a brand', rule('all', { kind: 'brand', values: ['nordstern'] }), 2],
    ['one of two tags', rule('all', { kind: 'tag', values: ['outdoor', 'sale'] }), 4],
    [
      'all conditions',
      rule('all', { kind: 'tag', values: ['outdoor'] }, { kind: 'price', from: '80', to: 100 }),
      1,
    ],
    [
      'any condition',
      rule('any', { kind: 'brand', values: ['nordstern'] }, { kind: 'tag', values: ['sale'] }),
      3,
    ],
  ])('counts products of %s', async (_name, body, total) => {
    expect(await preview(body)).toMatchObject({ total, on_sale: total });
  });

  it('shows the first matches, those on sale first, and writes nothing', async () => {
    const before = await records();
    await change('lamp', { status: 'draft' });
    expect(await preview(rule('all', { kind: 'tag', values: ['outdoor'] }))).toEqual({
      total: 3,
      on_sale: 2,
      products: [
        { id: ids['trail-shoe'], name: 'trail-shoe', slug: 'trail-shoe', is_active: true },
        { id: ids['winter-boot'], name: 'winter-boot', slug: 'winter-boot', is_active: true },
        { id: ids.lamp, name: 'lamp', slug: 'lamp', is_active: false },
      ],
    });
    await change('lamp', { status: 'active' });
    expect(await records()).toEqual(before);
  });
});

describe('a rule', () => {
  it('chooses the products, and follows every change of them', async () => {
    const id = await collection('Outdoor');
    await change('road-shoe', { collection_ids: [id] });
    expect(await members(id)).toEqual(['road-shoe']);
    const saved = await put(
      'outdoor',
      rule('all', { kind: 'tag', values: [' outdoor '] }, { kind: 'price', to: '150' }),
    );
    expect(saved).toEqual({
      collection: id,
      match: 'all',
      conditions: [
        { kind: 'tag', values: ['outdoor'] },
        { kind: 'price', from: null, to: '150.00' },
      ],
      updated_at: expect.any(String),
    });
    expect((await call('GET', '/collections/outdoor/rule/')).body).toEqual(saved);
    expect((await call('GET', '/collections/outdoor/')).body.is_automatic).toBe(true);
    expect(await members(id)).toEqual(['lamp', 'trail-shoe']);

    await change('road-shoe', { tags: ['outdoor'] });
    await change('lamp', { tags: [] });
    expect(await members(id)).toEqual(['road-shoe', 'trail-shoe']);
    await call('PATCH', '/product-variants/WINTER-BOOT/', { price: '149.00' });
    await shop.settleEvents();
    expect(await members(id)).toEqual(['road-shoe', 'trail-shoe', 'winter-boot']);
    await change('road-shoe', { tags: ['sale'] });
    await change('lamp', { tags: ['outdoor'] });
  });

  it('wins over the collections in the body of a product', async () => {
    const id = await collection('By brand');
    const other = await collection('By hand');
    await put(id, rule('all', { kind: 'brand', values: [brand] }));
    await change('trail-shoe', { collection_ids: [other] });
    await change('lamp', { collection_ids: [id, other] });
    expect(await members(id)).toEqual(['trail-shoe', 'winter-boot']);
    expect(await members(other)).toEqual(['lamp', 'trail-shoe']);
    const unknown = await call('PATCH', '/products/lamp/', {
      collection_ids: [crypto.randomUUID()],
    });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['collection_ids']]);
    expect(await members(other)).toEqual(['lamp', 'trail-shoe']);
  });

  it('follows a category that moves, a supplier and the days since a product is new', async () => {
    const id = await collection('Moving');
    await put(id, rule('all', { kind: 'category', values: [shoes] }));
    expect(await members(id)).toEqual(['road-shoe', 'trail-shoe', 'winter-boot']);
    await call('PATCH', '/categories/boots/', { parent_id: null });
    await shop.settleEvents();
    expect(await members(id)).toEqual(['road-shoe', 'trail-shoe']);

    const supplier = (await made('/suppliers/', { name: 'Lamps & Co' })).id;
    await put(id, rule('any', { kind: 'supplier', values: [supplier] }));
    expect(await members(id)).toEqual([]);
    const article = await made('/supplier-articles/', { supplier, sku: 'LAMP' });
    await shop.settleEvents();
    expect(await members(id)).toEqual(['lamp']);
    const other = (await made('/suppliers/', { name: 'More lamps' })).id;
    await call('PATCH', `/supplier-articles/${article.id}/`, { supplier: other });
    await shop.settleEvents();
    expect(await members(id)).toEqual([]);
    await call('PATCH', `/supplier-articles/${article.id}/`, { supplier });
    await shop.settleEvents();
    expect(await members(id)).toEqual(['lamp']);
    await call('DELETE', `/supplier-articles/${article.id}/`);
    await shop.settleEvents();
    expect(await members(id)).toEqual([]);

    await put(id, rule('all', { kind: 'price', from: '10000', to: '20000' }));
    const safe = { product_id: ids.lamp, sku: 'SAFE', price: '15000.00' };
    await made('/product-variants/', safe);
    await shop.settleEvents();
    expect(await members(id)).toEqual(['lamp']);
    await call('PATCH', '/product-variants/SAFE/', { product_id: ids['road-shoe'] });
    await shop.settleEvents();
    expect(await members(id)).toEqual(['road-shoe']);
    await call('DELETE', '/product-variants/SAFE/');
    await shop.settleEvents();

    await put(id, rule('all', { kind: 'new', days: 30 }, { kind: 'tag', values: ['outdoor'] }));
    expect(await members(id)).toEqual(['lamp', 'trail-shoe', 'winter-boot']);
    await statement(
      shop.platform.db,
      "update products set created_at = created_at - interval '31 days' where slug = 'lamp'",
    );
    await jobs[0]?.run(shop.platform, {});
    expect(await members(id)).toEqual(['trail-shoe', 'winter-boot']);
  });

  it('shows its products on the home page and in the search of the shop', async () => {
    const id = await collection('Window');
    await put(id, rule('all', { kind: 'tag', values: ['outdoor'] }));
    const theme = { hero: null, sections: [{ kind: 'collection', ref: 'window' }] };
    const empty = { name: null, logo_id: null, primary_color: null, background_color: null };
    await call('PUT', '/shop-themes/DOWNTOWN/', {
      ...empty,
      font: null,
      hero_picture_id: null,
      ...theme,
    });
    const slugs = (products: { slug: string }[]) => products.map(({ slug }) => slug).toSorted();
    const home = async () =>
      (await shop.call('GET', `/web-commerce/home/?store_id=${DOWNTOWN_ID}`)).body.sections[0];
    expect(await home()).toMatchObject({ title: 'Window', category: null, collection: 'window' });
    expect(slugs((await home()).products)).toEqual(['lamp', 'trail-shoe', 'winter-boot']);
    const search = async (query: string) =>
      (await shop.call('GET', `/web-commerce/search/?store_id=${DOWNTOWN_ID}&${query}`)).body;
    const found = await search('collection=window');
    expect([slugs(found.products), found.total]).toEqual([
      ['lamp', 'trail-shoe', 'winter-boot'],
      3,
    ]);
    expect(found.collection).toEqual({ slug: 'window', name: 'Window' });
    expect(slugs((await search('collection=window&q=shoe')).products)).toEqual(['trail-shoe']);
    expect(slugs((await search('collection=window&brand=nordstern')).products)).toEqual([
      'trail-shoe',
      'winter-boot',
    ]);
    expect(await search('collection=no-such')).toMatchObject({ total: 0, collection: null });
  });

  it('changes many products in several commits, each with its events', async () => {
    const id = await collection('Many');
    await put(id, rule('all', { kind: 'price', from: '1000000' }));
    expect(await members(id)).toEqual([]);
    const savedBefore = await savedProducts();
    await statement(
      shop.platform.db,
      'update collection_rules set conditions = $2::jsonb where collection_id = $1',
      [id, JSON.stringify([{ kind: 'tag', values: ['outdoor', 'sale'] }])],
    );
    await Promise.all([
      evaluateRule(shop.platform, id, undefined, 2),
      evaluateRule(shop.platform, id, undefined, 1),
    ]);
    const joined = ['lamp', 'road-shoe', 'trail-shoe', 'winter-boot'];
    expect(await members(id)).toEqual(joined);
    const saved = (await savedProducts()).slice(savedBefore.length);
    expect(saved.toSorted()).toEqual(joined.map(slug => String(ids[slug])).toSorted());
  });

  it('leaves its products when it is removed, and goes with its collection', async () => {
    const id = await collection('Leaving');
    await put(id, rule('all', { kind: 'brand', values: [brand] }));
    expect((await call('DELETE', `/collections/${id}/rule/`)).status).toBe(204);
    expect((await call('DELETE', `/collections/${id}/rule/`)).status).toBe(404);
    expect((await call('GET', `/collections/${id}/`)).body.is_automatic).toBe(false);
    await change('trail-shoe', { brand_id: null });
    await change('trail-shoe', { brand_id: brand });
    expect(await members(id)).toEqual(['trail-shoe', 'winter-boot']);
    expect((await call('DELETE', `/collections/${id}/`)).body.code).toBe('IN_USE');
    await put(id, rule('all', { kind: 'brand', values: [brand] }));
    const before = await savedEvents();
    expect((await call('DELETE', `/collections/${id}/`)).status).toBe(204);
    expect(await members(id)).toEqual([]);
    expect((await savedEvents()) - before).toBe(2);
  });
});

describe('the deletion of a large collection', () => {
  const ALL = ['lamp', 'road-shoe', 'trail-shoe', 'winter-boot'];
  const large = async (name: string): Promise<string> => {
    const id = await collection(name);
    await put(id, rule('all', { kind: 'tag', values: ['outdoor', 'sale'] }));
    expect(await members(id)).toEqual(ALL);
    return id;
  };
  /** Tills wait for each commit that raises it. */
  const version = async (): Promise<number> =>
    Number(
      (
        await statement<{ version: string }>(
          shop.platform.db,
          'select version from reference_version',
        )
      )[0]?.version,
    );

  it('takes its products out in several commits, each with its events', async () => {
    const id = await large('Going');
    const [before, raised] = [await savedProducts(), await version()];
    await deleteCollection(shop.platform, 'going', 1);
    expect((await version()) - raised).toBe(4);
    expect((await call('GET', `/collections/${id}/`)).status).toBe(404);
    const saved = (await savedProducts()).slice(before.length);
    expect(saved.toSorted()).toEqual(ALL.map(slug => String(ids[slug])).toSorted());
    expect(await members(id)).toEqual([]);
  });

  it('is finished by the job if a restart has interrupted it', async () => {
    const id = await large('Interrupted');
    const kept = await collection('Kept by hand');
    const run = (text: string) => statement(shop.platform.db, text, [id]);
    await run('delete from collection_rules where collection_id = $1');
    await run(`delete from product_collections where collection_id = $1
      and product_id = (select id from products where slug = 'lamp')`);
    // No rule adds the product again, whatever changes.
    await change('lamp', { tags: ['outdoor', 'sale'] });
    expect(await members(id)).toEqual(ALL.slice(1));
    await jobs[0]?.run(shop.platform, {});
    expect((await call('GET', `/collections/${id}/`)).status).toBe(404);
    expect((await call('GET', `/collections/${kept}/`)).status).toBe(200);
    expect(await members(id)).toEqual([]);
    await change('lamp', { tags: ['outdoor'] });
  });

  it('is one entry of the audit log, and two commits for 1,001 products', async () => {
    await statement(
      shop.platform.db,
      `insert into products (slug, name, tags)
       select 'bulk-' || n, 'Bulk ' || n, '{bulk}' from generate_series(1, 1001) as n`,
    );
    const id = await collection('Audited');
    await put(id, rule('all', { kind: 'tag', values: ['bulk'] }));
    expect(await members(id)).toHaveLength(1_001);
    const raised = await version();
    expect((await call('DELETE', '/collections/audited/')).status).toBe(204);
    expect((await version()) - raised).toBe(2);
    const admin = await shop.officeToken('admin');
    const entries = await call('GET', `/audit-log/?record=${id}&action=delete`, undefined, admin);
    expect(entries.body).toMatchObject([{ record_type: 'collections', record_id: id }]);
    expect((await call('DELETE', '/collections/audited/')).status).toBe(404);
  });
});

describe('refusals change nothing', () => {
  const wrong: [string, object, string][] = [
    ['no conditions', rule('all'), 'conditions'],
    ['an unknown kind', rule('all', { kind: 'colour', values: ['x'] }), 'conditions.0.kind'],
    ['no values', rule('all', { kind: 'tag', values: [' '] }), 'conditions.0.values'],
    ['an unknown brand', rule('any', { kind: 'brand', values: ['gone'] }), 'conditions.0.values'],
    [
      'an unknown supplier',
      rule('any', { kind: 'tag', values: ['a'] }, { kind: 'supplier', values: ['Lamps & Co'] }),
      'conditions.1.values',
    ],
    ['no price', rule('all', { kind: 'price' }), 'conditions.0.from'],
    ['a negative range', rule('all', { kind: 'price', from: 2, to: 1 }), 'conditions.0.to'],
    ['half a cent', rule('all', { kind: 'price', from: '1.005' }), 'conditions.0.from'],
    ['no days', rule('all', { kind: 'new' }), 'conditions.0.days'],
    ['too many days', rule('all', { kind: 'new', days: 4000 }), 'conditions.0.days'],
  ];
  it.each(wrong)('%s', async (_name, body, field) => {
    const before = await records();
    for (const [method, path] of [
      ['PUT', '/collections/window/rule/'],
      ['POST', '/collections/preview/'],
    ] as const) {
      const refused = await call(method, path, body);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [field]]);
    }
    expect(await records()).toEqual(before);
  });

  it('staff without the whole chain, and collections without a rule', async () => {
    const admin = await shop.officeToken('admin');
    const person = {
      role: 'manager',
      username: 'downtown',
      password: 'downtown-demo',
      employee_number: 'EMP078',
      store_ids: [DOWNTOWN_ID],
    };
    await call('POST', '/users/', person, admin);
    const local = await shop.officeToken('downtown');
    const before = await records();
    const body = rule('all', { kind: 'tag', values: ['x'] });
    const path = '/collections/window/rule/';
    expect((await call('PUT', path, body, local)).status).toBe(403);
    expect((await call('DELETE', path, undefined, local)).status).toBe(403);
    expect((await call('GET', path, undefined, local)).status).toBe(200);
    expect((await call('PUT', '/collections/no-such/rule/', body)).status).toBe(404);
    expect((await call('GET', '/collections/by-hand/rule/')).status).toBe(404);
    expect(await records()).toEqual(before);
  });
});
