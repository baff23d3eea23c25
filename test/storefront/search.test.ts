import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { atomically, statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID, inParallel, openShop, type Shop } from './support.js';

let shop: Shop;
let manager: string;
const ids: Record<string, number> = {};
let brandId: string;
let shoesId: string;

beforeAll(async () => {
  shop = await openShop();
  manager = await shop.officeToken();
  brandId = (await made('/brands/', { name: 'Nordstern' })).id;
  shoesId = (await made('/categories/', { name: 'Schuhe', slug: 'schuhe' })).id;
  for (const [slug, name, price, colour] of [
    ['trail-shoe', 'Trail Running Shoe', '89.00', 'Red'],
    ['road-shoe', 'Road Running Shoe', '129.00', 'Blue'],
    ['laufschuhe', 'Laufschuhe für Läufer', '59.90', 'Red'],
  ] as const) {
    const product = await made('/products/', {
      slug,
      name,
      description: 'Light and quick on every ground.',
      brand_id: slug === 'road-shoe' ? null : brandId,
      category_id: shoesId,
      variants: ['40', '42'].map(size => ({
        sku: `${slug.toUpperCase()}-${size}`,
        price,
        attributes: { Size: size, Colour: colour },
      })),
    });
    ids[slug] = product.id;
  }
  await statement(
    shop.platform.db,
    `insert into inventory_levels (id, store_id, variant_id, on_hand)
     select gen_random_uuid(), $1, id, 5 from product_variants where sku = 'TRAIL-SHOE-42'`,
    [DOWNTOWN_ID],
  );
});
afterAll(() => shop.close());

async function made(path: string, body: object) {
  const reply = await shop.call('POST', path, { token: manager, body });
  if (reply.status !== 201) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.body;
}

type Given = Record<string, string | number | boolean>;
const pathOf = (name: string, query: Given): string =>
  `/web-commerce/${name}/?${new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )}`;
const search = (query: Given) =>
  shop.call('GET', pathOf('search', { store_id: DOWNTOWN_ID, ...query }));
const slugs = async (query: Given): Promise<string[]> => {
  const { status, body } = await search(query);
  expect(status).toBe(200);
  return body.products.map(({ slug }: { slug: string }) => slug);
};

describe('the search of the shop', () => {
  it.each([
    ['the name', 'trail', ['trail-shoe']],
    ['the beginning of a word', 'trai', ['trail-shoe']],
    ['words in any order', 'shoe trail', ['trail-shoe']],
    ['an English stem', 'shoes for running', ['road-shoe', 'trail-shoe']],
    ['a German stem', 'laufschuh', ['laufschuhe']],
    ['a word without its accents', 'laufer', ['laufschuhe']],
    ['a word with its accents', 'LÄUFER', ['laufschuhe']],
    ['the brand', 'nordstern', ['laufschuhe', 'trail-shoe']],
    ['the category', 'schuhe road', ['road-shoe']],
    ['a SKU', 'ROAD-SHOE-42', ['road-shoe']],
    ['the description', 'quick ground trail', ['trail-shoe']],
    ['an attribute of a variant', 'blue running', ['road-shoe']],
    ['a barcode', '4006381333931', ['white-mug']],
    ['swapped letters', 'taril', ['trail-shoe']],
    ['a missing letter', 'nordtern', ['laufschuhe', 'trail-shoe']],
    ['a wrong letter among right words', 'runnimg trail', ['trail-shoe']],
  ])('finds products by %s', async (_what, q, expected) => {
    expect((await slugs({ q })).sort()).toEqual(expected);
  });

  it('says which words it searched for instead of misspelt ones', async () => {
    expect((await search({ q: 'taril shoe' })).body.corrected_to).toBe('trail shoe');
    expect((await search({ q: 'trail shoe' })).body.corrected_to).toBeNull();
  });

  it('puts a word in the name before one in the description', async () => {
    const body = {
      name: 'Plain Lace',
      description: 'For a trail of any length.',
      variants: [{ sku: 'LACE-1', price: '3.00' }],
    };
    const lace = await made('/products/', body);
    // Another limit each time, because answers are cached.
    expect(await slugs({ q: 'trail', limit: 22 })).toEqual(['trail-shoe', lace.slug]);
    await shop.call('DELETE', `/products/${lace.id}/`, { token: manager });
    expect(await slugs({ q: 'trail', limit: 23 })).toEqual(['trail-shoe']);
  });

  it('finds nothing by punctuation and treats it as text', async () => {
    for (const q of ["'", '!!!', "' | 'qq':*", '& | ! ( ) <-> :*', '\\', '%']) {
      const { status, body } = await search({ q });
      expect([q, status, body.products]).toEqual([q, 200, []]);
    }
  });

  it('refuses searches, filters and cursors that are none', async () => {
    for (const [query, field] of [
      [{ q: 'x'.repeat(10_000) }, 'q'],
      [{ price_min: 'cheap' }, 'price_min'],
      [{ price_min: '10', price_max: '9.99' }, 'price_max'],
      [{ sort: 'luck' }, 'sort'],
      [{ limit: 101 }, 'limit'],
      [{ cursor: 'WzUwMDBd' }, 'cursor'],
      [{ cursor: 'nothing' }, 'cursor'],
      [{ store_id: 'nowhere' }, 'store_id'],
    ] as const) {
      const { status, body } = await search(query);
      expect([status, Object.keys(body.details ?? {})]).toEqual([400, [field]]);
    }
  });

  it('follows changes of the catalogue at once', async () => {
    const id = ids['road-shoe'];
    const change = (body: object) =>
      shop.call('PATCH', `/products/${id}/`, { token: manager, body });
    expect((await change({ name: 'Street Sneaker' })).status).toBe(200);
    expect(await slugs({ q: 'sneakers' })).toEqual(['road-shoe']);
    expect((await change({ status: 'draft' })).status).toBe(200);
    expect(await slugs({ q: 'street sneaker' })).toEqual([]);
    await change({ status: 'active', name: 'Road Running Shoe' });
    const renamed = await shop.call('PATCH', `/brands/${brandId}/`, {
      token: manager,
      body: { name: 'Polarstern' },
    });
    expect(renamed.status).toBe(200);
    expect(await slugs({ q: 'polarstern', sort: 'name' })).toEqual(['laufschuhe', 'trail-shoe']);
    await shop.call('PATCH', `/brands/${brandId}/`, {
      token: manager,
      body: { name: 'Nordstern' },
    });
  });

  it('keeps the words of both when two people change variants of a product at once', async () => {
    const product = await made('/products/', {
      name: 'Twin',
      variants: ['A', 'B'].map(letter => ({ sku: `TWIN-${letter}`, price: '1.00' })),
    });
    const [a, b] = product.variants;
    await inParallel(8, index =>
      shop.call('PATCH', `/product-variants/${index % 2 ? a.id : b.id}/`, {
        token: manager,
        body: { name: index % 2 ? `zebra${index}` : `yak${index}` },
      }),
    );
    const [row] = await statement<{ n: number; indexed: number }>(
      shop.platform.db,
      `select count(*)::int as n,
         (count(*) filter (where s.words @@ to_tsquery('simple', v.name)))::int as indexed
       from product_variants v join product_search s using (product_id) where product_id = $1`,
      [product.id],
    );
    expect(row).toEqual({ n: 2, indexed: 2 });
    await shop.call('DELETE', `/products/${product.id}/`, { token: manager });
  });
});

describe('facets', () => {
  const q = 'schuhe';

  it('count what each choice would leave', async () => {
    const { body } = await search({ q });
    expect(body.total).toBe(3);
    expect(body.currency).toBe('USD');
    expect(body.facets).toEqual({
      category: [{ slug: 'schuhe', name: 'Schuhe', count: 3 }],
      brand: [{ slug: 'nordstern', name: 'Nordstern', count: 2 }],
      size: [
        { value: '40', count: 3 },
        { value: '42', count: 3 },
      ],
      colour: [
        { value: 'Red', count: 2 },
        { value: 'Blue', count: 1 },
      ],
      price: [
        { from: '40.00', to: '59.99', count: 1 },
        { from: '80.00', to: '99.99', count: 1 },
        { from: '120.00', to: '139.99', count: 1 },
      ],
      in_stock: 1,
      is_partial: false,
    });
  });

  it('limit the products and each other, but not themselves', async () => {
    const red = (await search({ q, colour: 'red' })).body;
    expect(red.total).toBe(2);
    expect(red.facets.colour).toEqual([
      { value: 'Red', count: 2 },
      { value: 'Blue', count: 1 },
    ]);
    expect(red.facets.price.map(({ count }: { count: number }) => count)).toEqual([1, 1]);
    expect(await slugs({ q, brand: 'nordstern', price_max: '59.90' })).toEqual(['laufschuhe']);
    expect(await slugs({ q, price_min: '59.91', sort: 'price' })).toEqual([
      'trail-shoe',
      'road-shoe',
    ]);
    expect(await slugs({ q, in_stock: true })).toEqual(['trail-shoe']);
    expect(await slugs({ q, size: '42', sort: '-price' })).toEqual([
      'road-shoe',
      'trail-shoe',
      'laufschuhe',
    ]);
    expect(await slugs({ category: 'schuhe', sort: 'newest' })).toEqual([
      'laufschuhe',
      'road-shoe',
      'trail-shoe',
    ]);
  });

  it('that do not exist find nothing', async () => {
    const none: Given[] = [{ category: 'no-such' }, { brand: 'no-such' }, { size: '99' }];
    for (const query of none) {
      expect(await slugs({ q, ...query })).toEqual([]);
    }
  });

  it('count what the store sells, at its prices', async () => {
    await made('/price-lists/', {
      code: 'EUR-SHOES',
      name: 'Shoes',
      currency: 'EUR',
      priority: 77,
    });
    await made('/prices/', { variant: 'TRAIL-SHOE-42', price_list: 'EUR-SHOES', amount: '75.00' });
    const { body } = await search({ q, store_id: AIRPORT_ID });
    expect(body.products).toMatchObject([{ slug: 'trail-shoe', price: '75.00', currency: 'EUR' }]);
    expect(body.facets.size).toEqual([{ value: '42', count: 1 }]);
    expect(body.facets.price).toEqual([{ from: '75.00', to: '75.99', count: 1 }]);
    expect((await search({ q, store_id: AIRPORT_ID, price_min: '76' })).body.total).toBe(0);
  });

  it('go through all pages without a gap', async () => {
    const all = await slugs({ sort: 'name', limit: 100 });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await search({
        sort: 'name',
        limit: 7,
        ...(cursor && { cursor }),
      });
      const query = `store_id=${DOWNTOWN_ID}&sort=name&limit=7&cursor=${body.next}`;
      const link = `</web-commerce/search/?${query}>; rel="next"`;
      expect(headers.link).toBe(body.next === null ? undefined : link);
      expect(body.total).toBe(all.length);
      seen.push(...body.products.map(({ slug }: { slug: string }) => slug));
      cursor = body.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
  });
});

describe('suggestions', () => {
  it('name products, categories and brands while somebody types', async () => {
    const { status, body } = await shop.call(
      'GET',
      pathOf('suggest', { q: 'schu', store_id: DOWNTOWN_ID }),
    );
    expect(status).toBe(200);
    expect(body.categories).toEqual([{ slug: 'schuhe', name: 'Schuhe' }]);
    expect(body.products).toHaveLength(3);
    expect(body.products).toContainEqual({
      slug: 'trail-shoe',
      name: 'Trail Running Shoe',
      image_url: '',
      price: '89.00',
      currency: 'USD',
      in_stock: true,
    });
    const brands = await shop.call('GET', pathOf('suggest', { q: 'nord' }));
    expect(brands.body.brands).toEqual([{ slug: 'nordstern', name: 'Nordstern' }]);
    expect((await shop.call('GET', pathOf('suggest', { q: '' }))).status).toBe(400);
  });
});

describe('synonyms', () => {
  const send = (method: string, path: string, body?: object, token = manager) =>
    shop.call(method, `/search-synonyms/${path}`, { token, ...(body && { body }) });

  it('find what is called otherwise, also by several words', async () => {
    expect(await slugs({ q: 'sneaker' })).toEqual([]);
    const saved = await send('POST', '', { terms: ['Sneaker', 'Running-Shoe', 'gym shoe'] });
    expect([saved.status, saved.body.terms]).toEqual([
      201,
      ['sneaker', 'running shoe', 'gym shoe'],
    ]);
    expect((await slugs({ q: 'sneaker', sort: 'name' })).sort()).toEqual([
      'road-shoe',
      'trail-shoe',
    ]);
    expect(await slugs({ q: 'blue gym shoe' })).toEqual(['road-shoe']);
    const path = `${saved.body.id}/`;
    expect((await send('PATCH', path, { terms: ['sneaker', 'laufschuhe'] })).status).toBe(200);
    expect(await slugs({ q: 'sneaker', limit: 5 })).toEqual(['laufschuhe']);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('DELETE', path)).status).toBe(404);
    expect(await slugs({ q: 'sneaker', limit: 6 })).toEqual([]);
  });

  it('refuse a group of one word and people of one store', async () => {
    for (const terms of [['mug'], ['mug', 'MUG!'], [], ['!', '?']]) {
      expect((await send('POST', '', { terms })).status).toBe(400);
    }
    const cashier = await shop.tillToken('EMP001');
    expect((await send('POST', '', { terms: ['a', 'b'] }, cashier)).status).toBe(403);
    expect((await send('GET', '')).body).toEqual([]);
  });
});

describe('searches that found nothing', () => {
  const misses = (query = '', token = manager) =>
    shop.call('GET', `/search-misses/${query}`, { token });
  const mine = async (text: string) =>
    (await misses('?limit=200')).body.filter((miss: { text: string }) => miss.text === text);

  it('are counted by store, the most frequent first', async () => {
    await search({ q: 'Quokka  Plush' });
    await inParallel(3, () => search({ q: 'quokka plush' }));
    await search({ q: 'quokka plush', store_id: AIRPORT_ID });
    const found = await mine('quokka plush');
    expect(
      found.map((miss: { store_id: string; searches: number }) => [miss.store_id, miss.searches]),
    ).toEqual([
      [DOWNTOWN_ID, 4],
      [AIRPORT_ID, 1],
    ]);
  });

  it('are not counted for filters, suggestions, personal texts and hits', async () => {
    await search({ q: 'zzzquux', colour: 'green' });
    await shop.call('GET', pathOf('suggest', { q: 'zzzquux' }));
    await search({ q: 'someone@example.com' });
    await search({ q: '4111 1111 1111 1111' });
    await search({ q: 'trail' });
    const { body } = await misses('?limit=200');
    const texts = body.map((miss: { text: string }) => miss.text);
    for (const text of ['zzzquux', 'someone@example.com', '4111 1111 1111 1111', 'trail']) {
      expect(texts).not.toContain(text);
    }
  });

  it('are shown to and removed by the managers of their store only', async () => {
    await search({ q: 'heffalump', store_id: AIRPORT_ID });
    await made('/users/', {
      role: 'manager',
      username: 'downtown-only',
      employee_number: 'DT-ONLY',
      password: 'downtown-only-demo',
      store_ids: ['DOWNTOWN'],
    });
    const token = await shop.officeToken('downtown-only');
    const [miss] = await mine('heffalump');
    const own = await misses('?limit=200', token);
    expect(own.status).toBe(200);
    expect(own.body.every((one: { store_id: string }) => one.store_id === DOWNTOWN_ID)).toBe(true);
    const remove = (by: string) => shop.call('DELETE', `/search-misses/${miss.id}/`, { token: by });
    expect((await remove(token)).status).toBe(404);
    expect(await mine('heffalump')).toHaveLength(1);
    expect((await remove(manager)).status).toBe(204);
    expect(await mine('heffalump')).toEqual([]);
  });
});

describe('words of very many products', () => {
  const slugAt = (n: number): string => `pebble-${String(n).padStart(5, '0')}`;

  beforeAll(async () => {
    await atomically(shop.platform.db, async tx => {
      // Skips the triggers for each row; the words are written below.
      await statement(tx, `set local session_replication_role = 'replica'`);
      await statement(
        tx,
        `with made as (
           insert into products (slug, name, category_id, is_digital)
           select 'pebble-' || lpad(n::text, 5, '0'), 'Pebble ' || lpad(n::text, 5, '0'), $1, true
           from generate_series(0, 10019) as n
           returning id, right(slug, 5)::int as n
         ), variants as (
           insert into product_variants (id, product_id, sku, name, price, cost, attributes)
           select uuidv7(), id, 'PEBBLE-' || n, '', 1 + n, 1,
             jsonb_build_object('Size', case n % 2 when 1 then 'M' else 'S' end) from made
         )
         insert into product_search (product_id, words)
         select id, case when n < 1500 then 'gravel:1A pebble:2A' else 'pebble:2A' end::tsvector
         from made`,
        [shoesId],
      );
      await statement(tx, `insert into search_words values ('gravel'), ('pebble')`);
      await statement(tx, 'update reference_version set version = version + 1');
    });
  });

  /** All pages of a search, forward; each answers the cursor of the one before it. */
  async function pagesOf(query: Given) {
    const pages = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1).next) {
      const { body } = await search({ ...query, ...(cursor && { cursor }) });
      pages.push(body);
    }
    return pages;
  }
  const slugsOf = ({ products }: { products: { slug: string }[] }): string[] =>
    products.map(({ slug }) => slug);

  it('are all listed and counted, forward and back', async () => {
    const query = { q: 'gravel', limit: 100 };
    const pages = await pagesOf(query);
    const [first] = pages;
    expect(first.total).toBe(1_500);
    expect(first.facets).toMatchObject({
      category: [{ slug: 'schuhe', count: 1_500 }],
      in_stock: 1_500,
      is_partial: false,
    });
    expect(pages.flatMap(slugsOf)).toEqual(Array.from({ length: 1_500 }, (_, n) => slugAt(n)));
    expect(first.previous).toBeNull();
    for (const [at, page] of pages.entries()) {
      if (at === 0) continue;
      const { body } = await search({ ...query, cursor: page.previous });
      expect([at, slugsOf(body)]).toEqual([at, slugsOf(pages[at - 1])]);
      expect(body.previous === null).toBe(at === 1);
    }
  });

  it('are filtered exactly, in every order', async () => {
    // The price of each is its number and one.
    const { body } = await search({ q: 'gravel', price_min: '1400' });
    expect([body.total, body.products[0].slug]).toEqual([101, slugAt(1_399)]);
    expect(
      body.facets.price.reduce((sum: number, { count }: Given) => sum + Number(count), 0),
    ).toBe(1_500);
    expect(await slugs({ q: 'gravel', price_max: '3.00', sort: 'price' })).toEqual(
      [0, 1, 2].map(slugAt),
    );
    expect(await slugs({ q: 'gravel', sort: '-price', limit: 2 })).toEqual(
      [1_499, 1_498].map(slugAt),
    );
    expect(await slugs({ q: 'pebble', price_min: '10019', sort: 'newest' })).toEqual(
      [10_019, 10_018].map(slugAt),
    );
    expect(await slugs({ q: 'gravel', category: 'schuhe', limit: 1 })).toEqual([slugAt(0)]);
    const priced = await pagesOf({
      category: 'schuhe',
      sort: 'price',
      limit: 100,
      price_min: 9_000,
    });
    expect(priced.flatMap(slugsOf)).toEqual(
      Array.from({ length: 1_021 }, (_, n) => slugAt(8_999 + n)),
    );
  });

  it('have their sizes and colours counted and filtered', async () => {
    const { body } = await search({ q: 'pebble', size: 'm', limit: 2 });
    expect([body.total, ...slugsOf(body)]).toEqual([5_010, slugAt(1), slugAt(3)]);
    expect(body.facets.size).toEqual([
      { value: 'M', count: 5_010 },
      { value: 'S', count: 5_010 },
    ]);
    expect(
      body.facets.price.reduce((sum: number, { count }: Given) => sum + Number(count), 0),
    ).toBe(5_010);
  });

  it('are sorted by the prices of a store of another currency', async () => {
    await made('/price-lists/', {
      code: 'EUR-GRAVEL',
      name: 'Gravel',
      currency: 'EUR',
      priority: 78,
    });
    await statement(
      shop.platform.db,
      `insert into prices (id, variant_id, price_list_id, min_quantity, amount)
       select uuidv7(), v.id, l.id, 1, 2000 - v.price
       from product_variants v join product_search s using (product_id)
         cross join price_lists l
       where s.words @@ 'gravel' and l.code = 'EUR-GRAVEL'`,
    );
    const query = { q: 'gravel', store_id: AIRPORT_ID, sort: 'price' };
    const { body } = await search(query);
    expect([body.total, body.products[0].slug, body.products[0].price]).toEqual([
      1_500,
      slugAt(1_499),
      '500.00',
    ]);
    expect(await slugs({ ...query, price_min: '1998.5' })).toEqual([slugAt(0)]);
  });

  it('are counted to the last, and suggested', async () => {
    const { body } = await search({ q: 'pebble', limit: 1 });
    expect([body.total, body.products[0].slug]).toEqual([10_020, slugAt(0)]);
    const inCategory = (await search({ category: 'schuhe', limit: 1 })).body;
    expect(inCategory.total).toBe(10_023);
    const { body: suggested } = await shop.call(
      'GET',
      pathOf('suggest', { store_id: DOWNTOWN_ID, q: 'pebb' }),
    );
    expect(suggested.products[0].slug).toBe(slugAt(0));
  });

  it('are found by name before brand and category, and these before descriptions', async () => {
    await statement(
      shop.platform.db,
      `update product_search set words = words || 'granite:9'::tsvector
       where words @@ 'pebble'::tsquery`,
    );
    await statement(shop.platform.db, `insert into search_words values ('granite')`);
    const brand = await made('/brands/', { name: 'Granite Works' });
    const product = (name: string, body: object = {}) =>
      made('/products/', {
        name,
        variants: [{ sku: `G-${name.slice(0, 4)}`.toUpperCase(), price: '1' }],
        ...body,
      });
    await product('Zulu', { brand_id: brand.id });
    await product('Yankee Granite');
    const found = await slugs({ q: 'granite', limit: 3 });
    expect(found).toEqual(['yankee-granite', 'zulu', slugAt(0)]);
    // The same for few enough to be ranked by the database.
    const few = await slugs({ q: 'granite', brand: 'granite-works' });
    expect(few).toEqual(['zulu']);
  });

  it('show the prices and the stock of the page of each product', async () => {
    const { body } = await search({ q: 'gravel', limit: 2 });
    const shown = body.products.map(({ slug, price, available }: Record<string, unknown>) => [
      slug,
      price,
      available,
    ]);
    const paged = await Promise.all(
      [0, 1].map(async n => {
        const path = `/web-commerce/products/${slugAt(n)}/?store_id=${DOWNTOWN_ID}`;
        const { slug, price, available } = (await shop.call('GET', path)).body;
        return [slug, price, available];
      }),
    );
    expect(shown).toEqual(paged);
  });
});
