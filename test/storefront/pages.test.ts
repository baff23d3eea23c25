import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Validator from '@adobe/structured-data-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf, planPage, productHead } from '../../src/domains/storefront/index.js';
import { catalogueHead, listedPath } from '../../src/domains/storefront/pages/catalogue-head.js';
import { loadCatalogue } from '../../src/domains/storefront/pages/load-page.js';
import { organizationData } from '../../src/domains/storefront/pages/page-head.js';
import { searchTerms } from '../../src/domains/storefront/pages/search-terms.js';
import { allStores, storeForSelling } from '../../src/domains/stores/index.js';
import { projectRoot } from '../../src/platform/root.js';
import { statementsOf } from '../support/count-statements.js';
import { DOWNTOWN_ID, ORIGIN, openShop, type Shop } from './support.js';

let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const get = (path: string) => shop.call('GET', path);
const change = (id: number, body: object) =>
  shop.call('PATCH', `/products/${id}/`, { token: manager, body });
async function made(path: string, body: object) {
  const reply = await shop.call('POST', path, { token: manager, body });
  if (reply.status !== 201) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.body;
}
const headOf = async (slug: string): Promise<string> => {
  const head = await productHead(shop.platform, slug);
  return head?.kind === 'found' ? head.html : '';
};
const dataIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(found =>
    JSON.parse(found[1] ?? ''),
  );

describe('the head of a product page', () => {
  it('has title, description, canonical address and structured data', async () => {
    const html = await headOf('white-mug');
    const url = `${ORIGIN}/app/shop/p/white-mug`;
    expect(html).toContain('<title>White Mug · Tillhouse</title>');
    expect(html).toContain(`<link rel="canonical" href="${url}" />`);
    expect(html).toContain('<meta property="og:title" content="White Mug" />');
    const [product, path] = dataIn(html);
    expect(product).toMatchObject({
      '@type': 'Product',
      name: 'White Mug',
      offers: [
        {
          '@type': 'Offer',
          sku: 'MUG-WHITE',
          price: '12.50',
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          url,
        },
      ],
    });
    expect(
      path.itemListElement.map((step: { position: number; name: string }) => [
        step.position,
        step.name,
      ]),
    ).toEqual([
      [1, 'Shop'],
      [2, 'Kitchen & Table'],
      [3, 'White Mug'],
    ]);
  });

  it('has structured data that search engines accept', async () => {
    const errorsIn = async (data: readonly Record<string, unknown>[]): Promise<string[]> => {
      const jsonld = Object.fromEntries(data.map(one => [String(one['@type']), [one]]));
      const issues = await new Validator().validate({ jsonld });
      return issues.filter(one => one.severity === 'ERROR').map(one => one.issueMessage);
    };
    const [store] = await allStores(shop.platform);
    if (store === undefined) throw new Error('no store');
    const organization = { ...organizationData(store, ORIGIN, '/media/logo.webp') };
    expect(organization).toMatchObject({ logo: `${ORIGIN}/media/logo.webp` });
    await change(4, { image_url: '/media/poster.jpg' });
    const [product, path] = dataIn(await headOf('city-poster-a2'));
    await change(4, { image_url: '' });
    expect(product.image).toBe(`${ORIGIN}/media/poster.jpg`);
    expect(await errorsIn([product, path, organization])).toEqual([]);
    // The validator finds what is missing.
    const { name: _, ...nameless } = product;
    expect(await errorsIn([nameless])).not.toEqual([]);
  });

  it('names the brand and the GTIN of each offer', async () => {
    const brand = await made('/brands/', { name: 'Töpferei' });
    await change(7, { brand_id: brand.id });
    const { id } = await made('/products/', {
      name: 'Saucer',
      slug: 'saucer',
      variants: [
        { sku: 'SAUCER-S', price: '3.00', barcode: '4006381333948' },
        { sku: 'SAUCER-L', price: '5.00', barcode: '2000000000008' },
      ],
    });
    const [branded] = dataIn(await headOf('black-mug'));
    expect(branded.brand).toEqual({ '@type': 'Brand', name: 'Töpferei' });
    const [mug] = dataIn(await headOf('white-mug'));
    expect([mug.gtin, mug.offers[0].gtin]).toEqual(['4006381333931', '4006381333931']);
    // A code that begins with 2 is the shop's own.
    const [saucer] = dataIn(await headOf('saucer'));
    const gtins = saucer.offers.map(({ sku, gtin }: Record<string, string>) => [sku, gtin]);
    expect(Object.fromEntries(gtins)).toEqual({
      'SAUCER-S': '4006381333948',
      'SAUCER-L': undefined,
    });
    expect([saucer.gtin, saucer.brand]).toEqual([undefined, undefined]);
    await shop.call('DELETE', `/products/${id}/`, { token: manager });
    await change(7, { brand_id: null });
  });

  it('has the price of this moment', async () => {
    const { body } = await shop.call('GET', '/product-variants/MUG-WHITE/', { token: manager });
    const price = (amount: string) =>
      shop.call('PATCH', `/product-variants/${body.id}/`, {
        token: manager,
        body: { price: amount },
      });
    await headOf('white-mug');
    expect((await price('13.75')).status).toBe(200);
    expect(dataIn(await headOf('white-mug'))[0].offers[0].price).toBe('13.75');
    await price('12.50');
  });

  it('shows markup in texts as text', async () => {
    const { body } = await shop.call('POST', '/products/', {
      token: manager,
      body: {
        name: '</title><script>alert(1)</script>',
        slug: 'markup',
        description: '"><img src=x onerror=alert(1)></script><script>',
        variants: [{ sku: 'MARKUP', price: '1.00' }],
      },
    });
    const html = await headOf('markup');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('<img');
    expect(dataIn(html)[0].name).toBe('</title><script>alert(1)</script>');
    await shop.call('DELETE', `/products/${body.id}/`, { token: manager });
  });

  it('does not exist for products that are not sold', async () => {
    expect(await productHead(shop.platform, 'never-existed')).toBeUndefined();
    await change(4, { status: 'draft' });
    expect(await productHead(shop.platform, 'city-poster-a2')).toBeUndefined();
    await change(4, { status: 'active' });
  });
});

describe('the head of a list of products', () => {
  const pathWith = (query: string): string =>
    listedPath(searchTerms(name => new URLSearchParams(query).get(name)));

  it.each([
    ['category=kitchen&sort=price', '?category=kitchen'],
    ['colour=Red&collection=spring&in_stock=1', '?collection=spring'],
    ['category=kitchen&brand=nord&price_max=9', '?category=kitchen&brand=nord'],
    ['category=kitchen&cursor=abc', '?category=kitchen&cursor=abc'],
    ['category=kitchen&cursor=abc&sort=name', '?category=kitchen'],
    ['sort=name', ''],
    ['', ''],
  ])('of %s is listed as "%s"', (query, expected) => {
    expect(pathWith(query)).toBe(expected);
  });

  it('has the address in each language and the way from the start', async () => {
    const parent = await made('/categories/', { name: 'Home & Living', slug: 'home-living' });
    const child = { name: 'Bowls', slug: 'bowls', parent_id: parent.id };
    const { id: categoryId } = await made('/categories/', child);
    await made('/products/', {
      name: 'Bowl',
      category_id: categoryId,
      variants: [{ sku: 'BOWL', price: '8.00' }],
    });
    const listed = (await allStores(shop.platform)).find(({ id }) => id === DOWNTOWN_ID);
    const store = await storeForSelling(shop.platform, DOWNTOWN_ID);
    if (store === undefined) throw new Error('no store');
    const terms = searchTerms(name => (name === 'category' ? 'bowls' : ''));
    const { categories } = await loadCatalogue(shop.platform, terms, store);
    const address = {
      publicUrl: ORIGIN,
      siteName: 'Tillhouse',
      path: listedPath(terms),
      languages: ['en', 'de'] as const,
    };
    const subject = { terms, categories, store: listed, picture: undefined, logo: undefined };
    const html = catalogueHead(subject, address)({ title: 'Bowls', description: '1 product.' });
    const url = `${ORIGIN}/app/shop/?category=bowls`;
    expect(html).toContain('<title>Bowls · Tillhouse</title>');
    expect(html).toContain('<meta name="description" content="1 product." />');
    expect(html).toContain(`<link rel="canonical" href="${url}" />`);
    expect(html).toContain(`hreflang="de" href="${url}&amp;lang=de" />`);
    expect(html).toContain(`hreflang="x-default" href="${url}" />`);
    const [path] = dataIn(html);
    expect(path.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      `${ORIGIN}/app/shop/`,
      `${ORIGIN}/app/shop/?category=home-living`,
      url,
    ]);
    const found = { ...subject, terms: { ...terms, q: 'mug' } };
    const results = catalogueHead(found, address)({ title: 'mug' });
    expect(results).toContain('<meta name="robots" content="noindex" />');
    expect(results).not.toContain('ld+json');
  });
});

describe('old addresses', () => {
  it('lead to the present one, through several changes', async () => {
    await change(4, { slug: 'city-print' });
    await change(4, { slug: 'city-print-a2' });
    for (const old of ['city-poster-a2', 'city-print', '4']) {
      const { status, headers } = await get(`/app/shop/p/${old}?utm_source=mail`);
      expect([status, headers.location]).toEqual([
        301,
        '/app/shop/p/city-print-a2?utm_source=mail',
      ]);
    }
    const product = await get('/app/shop/product/white-mug');
    expect([product.status, product.headers.location]).toEqual([301, '/app/shop/p/white-mug']);
  });

  it.each(['draft', 'archived'])('lead nowhere while the product is %s', async status => {
    await change(4, { slug: 'secret-print', status });
    for (const old of ['4', 'city-print-a2']) {
      expect(await productHead(shop.platform, old)).toBeUndefined();
    }
    await change(4, { slug: 'city-print-a2', status: 'active' });
  });

  it('of categories, brands and collections lead to the present ones with all other terms', async () => {
    const category = await made('/categories/', { name: 'Pans', slug: 'pans' });
    const collection = await made('/collections/', { name: 'Spring', slug: 'spring' });
    const brand = await made('/brands/', { name: 'Iron Works', slug: 'iron-works' });
    const rename = async (path: string, slug: string): Promise<void> => {
      const reply = await shop.call('PATCH', path, { token: manager, body: { slug } });
      expect(reply.status).toBe(200);
    };
    for (const slug of ['frying-pans', 'pans-and-lids']) {
      await rename(`/categories/${category.id}/`, slug);
    }
    await rename(`/collections/${collection.id}/`, 'spring-sale');
    for (const slug of ['ironworks', 'iron-works-co']) await rename(`/brands/${brand.id}/`, slug);
    const lead = async (query: string) => {
      const { status, headers } = await get(`/app/shop/?${query}`);
      return status === 301 ? headers.location : undefined;
    };
    for (const old of ['pans', 'frying-pans']) {
      expect(await lead(`category=${old}&sort=price&utm_source=mail`)).toBe(
        '/app/shop/?category=pans-and-lids&sort=price&utm_source=mail',
      );
    }
    expect(await lead('collection=spring&category=pans')).toBe(
      '/app/shop/?collection=spring-sale&category=pans-and-lids',
    );
    for (const old of ['iron-works', 'ironworks']) {
      expect(await lead(`brand=${old}&in_stock=true`)).toBe(
        '/app/shop/?brand=iron-works-co&in_stock=true',
      );
    }
    for (const query of [
      'category=pans-and-lids',
      'collection=spring-sale',
      'brand=iron-works-co',
      'category=never',
    ]) {
      expect(await lead(query)).toBeUndefined();
    }
    // A category that takes the old slug has it.
    await made('/categories/', { name: 'New Pans', slug: 'pans' });
    expect(await lead('category=pans')).toBeUndefined();
    // Links to a brand that is not active any more lead nowhere.
    const patched = await shop.call('PATCH', `/brands/${brand.id}/`, {
      token: manager,
      body: { is_active: false },
    });
    expect(patched.status).toBe(200);
    expect(await lead('brand=ironworks')).toBeUndefined();
  });

  it('belong to the product that has them now', async () => {
    await change(7, { slug: 'city-print' });
    expect(await headOf('city-print')).toContain('/app/shop/p/city-print"');
    await change(7, { slug: 'black-mug' });
    await change(4, { slug: 'city-poster-a2' });
    expect(await productHead(shop.platform, 'city-print')).toEqual({
      kind: 'moved',
      slug: 'black-mug',
    });
  });
});

describe('the plan of a page', () => {
  it('knows every page of the shop', () => {
    const source = readFileSync(join(projectRoot, 'web/shop/app.tsx'), 'utf8');
    const paths = [...source.matchAll(/<Route path="\/([^"]*)"/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(15);
    const exists = (path: string): boolean => planPage(path, {}).kind !== 'missing';
    const example = (path: string) => path.replace(':kind', 'imprint').replace(/:\w+/, 'TXN-1');
    expect(paths.filter(path => !exists(example(path)))).toEqual([]);
  });

  it('leaves the pages of a person to the browser', () => {
    for (const path of ['orders', 'orders/TXN-1', 'login-code', 'delete-account', 'unsubscribe']) {
      expect(planPage(path, {})).toEqual({ kind: 'private' });
    }
    expect(planPage('ordersearch', {}).kind).toBe('missing');
  });
});

describe('other spellings of an address', () => {
  it.each([
    ['/app/shop', '/app/shop/'],
    ['/app/shop//', '/app/shop/'],
    ['/app/shop/index.html?q=mug', '/app/shop/?q=mug'],
    ['/app/shop/p/white-mug/', '/app/shop/p/white-mug'],
    ['/app/shop/p/white-mug//?sku=MUG-WHITE', '/app/shop/p/white-mug?sku=MUG-WHITE'],
    ['/app/shop/p%2Fwhite-mug', '/app/shop/p/white-mug'],
    ['/app/shop/legal/imprint//', '/app/shop/legal/imprint'],
    ['/app/shop/cart/', '/app/shop/cart'],
  ])('%s leads to %s', async (path, target) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([301, target]);
    expect((await get(target)).headers.location).toBeUndefined();
  });

  it('are one address for the page that is drawn', () => {
    for (const spelling of ['p/m%C3%BCg', 'p/m%C3%BCg//']) {
      expect(pathOf(planPage(decodeURIComponent(spelling), {}))).toBe('p/m%C3%BCg');
    }
    expect(pathOf(planPage('no/such page', {}))).toBe('no/such%20page');
  });

  it('keep pages that do not exist apart', () => {
    expect(planPage('no/page', {})).not.toEqual(planPage('no/other', {}));
  });
});

describe('a flood of requests for pages', () => {
  const flood = (paths: string[]) =>
    statementsOf(() => Promise.all([...paths, ...paths].map(path => get(path))));

  it('reads a product once, whether it exists or not', async () => {
    const reads = await flood(Array(20).fill('/app/shop/p/black-mug'));
    expect(reads.filter(text => text.includes('"products"."slug" ='))).toHaveLength(1);
    const missing = await flood(Array(20).fill('/app/shop/p/never-existed'));
    expect(missing.filter(text => text.includes('product_old_slugs'))).toHaveLength(1);
  });

  it('runs no more searches for one address than its limit', async () => {
    const far = await openShop({ env: { TRUST_PROXY: '127.0.0.1', BLOCK_LOOPBACK: 'true' } });
    try {
      const open = (query: string, from: string) =>
        far.call('GET', `/app/shop/?${query}`, { headers: { 'x-forwarded-for': from } });
      const searches = async (work: () => Promise<unknown>): Promise<number> =>
        (await statementsOf(work)).filter(text => /\bproducts\b/.test(text)).length;
      const first = Array.from({ length: 60 }, (_, n) => `q=mug${n}`);
      await Promise.all(first.map(text => open(text, '203.0.113.1')));
      const texts = ['q=tea', 'category=kitchen', 'price_min=1.00'];
      for (const text of texts) {
        expect(await searches(() => open(text, '203.0.113.1'))).toBe(0);
        // Another visitor gets the results.
        expect(await searches(() => open(text, '203.0.113.2'))).toBeGreaterThan(0);
      }
    } finally {
      await far.close();
    }
  });

  it('counts a search that found nothing, unless a filter may be the reason', async () => {
    await get('/app/shop/?q=jabberwocky');
    for (const query of ['q=bandersnatch&price_min=1.00', 'q=mug'])
      await get(`/app/shop/?${query}`);
    const { body } = await shop.call('GET', '/search-misses/', { token: manager });
    expect(body).toMatchObject([{ text: 'jabberwocky', searches: 1, store_id: DOWNTOWN_ID }]);
    expect(body).toHaveLength(1);
  });

  it('counts the products once for all pages of the sitemap', async () => {
    const texts = await flood(Array.from({ length: 20 }, (_, at) => `/sitemap.xml?page=${at + 2}`));
    expect(
      texts.filter(text => text.includes('count(*)::int as count from products')),
    ).toHaveLength(1);
  });
});

describe('what search engines read', () => {
  beforeAll(async () => {
    await made('/categories/', { name: 'Empty Shelf', slug: 'empty-shelf' });
    await made('/collections/', { name: 'Nothing In It', slug: 'nothing-in-it' });
    const listed = await made('/collections/', { name: 'For The List', slug: 'for-the-list' });
    await change(7, { collection_ids: [listed.id] });
  });

  it('lists the shop and every product on sale', async () => {
    const { status, headers, text } = await get('/sitemap.xml');
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(text).toContain(`<url><loc>${ORIGIN}/app/shop/</loc></url>`);
    expect(text).toMatch(
      new RegExp(
        `<loc>${ORIGIN}/app/shop/p/white-mug</loc><lastmod>\\d{4}-\\d\\d-\\d\\d</lastmod>`,
      ),
    );
    expect((await get('/sitemap.xml?page=1')).text).toBe(text);
    for (const page of ['2', '0', '-1', 'x', '99999999']) {
      expect((await get(`/sitemap.xml?page=${page}`)).status).toBe(404);
    }
  });

  it('lists categories and collections with products on sale', async () => {
    const { text } = await get('/sitemap.xml');
    expect(text).toContain(`<url><loc>${ORIGIN}/app/shop/?category=bowls</loc></url>`);
    expect(text).toContain(`<url><loc>${ORIGIN}/app/shop/?category=home-living</loc></url>`);
    expect(text).not.toContain('?category=empty-shelf');
    expect(text).toContain(`<url><loc>${ORIGIN}/app/shop/?collection=for-the-list</loc></url>`);
    expect(text).not.toContain('?collection=nothing-in-it');
  });

  it('names the sitemap and what is private', async () => {
    const { status, text } = await get('/robots.txt');
    expect(status).toBe(200);
    expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`);
    for (const page of ['account', 'cart', 'forgot-password', 'order', 'thanks']) {
      expect(text).toContain(`Disallow: /app/shop/${page}\n`);
    }
    expect(text).not.toContain('/app/shop/login-code');
  });
});
