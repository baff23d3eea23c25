import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeed } from '../../src/domains/storefront/index.js';
import { feedItems, gtinOf } from '../../src/domains/storefront/pages/feed-rules.js';
import { newId } from '../../src/platform/ids.js';
import { ORIGIN, openShop, type Shop } from './support.js';

let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openShop();
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const get = (path: string) => shop.call('GET', path);
const itemOf = (xml: string, sku: string): string =>
  xml.split('<item>').find(item => item.includes(`<g:id>${sku}</g:id>`)) ?? '';
const valueIn = (item: string, name: string): string | undefined =>
  new RegExp(`<g:${name}>(.*?)</g:${name}>`).exec(item)?.[1];

describe('the product feed', () => {
  it('lists the articles on sale with the prices of the store', async () => {
    const { status, headers, text } = await get('/feed.xml');
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0"/);
    expect(text.endsWith('</channel>\n</rss>\n')).toBe(true);
    const mug = itemOf(text, 'MUG-WHITE');
    expect(valueIn(mug, 'title')).toBe('White Mug');
    expect(valueIn(mug, 'price')).toBe('12.50 USD');
    expect(valueIn(mug, 'availability')).toBe('in_stock');
    expect(valueIn(mug, 'condition')).toBe('new');
    expect(valueIn(mug, 'link')).toBe(`${ORIGIN}/app/shop/p/white-mug?store=DOWNTOWN`);
    expect(valueIn(mug, 'item_group_id')).toBeUndefined();
    const tee = itemOf(text, 'TEE-BLACK-L');
    expect(valueIn(tee, 'title')).toBe('Black Tee, Size L');
    expect(valueIn(tee, 'item_group_id')).toMatch(/^\d+$/);
    expect(valueIn(tee, 'link')).toMatch(/\?store=DOWNTOWN&amp;sku=TEE-BLACK-L$/);
  });

  it('names size, colour, category and the content of what is packed', async () => {
    const made = async (path: string, body: object) => {
      const reply = await shop.call('POST', path, { token: manager, body });
      expect(reply.status, reply.text).toBe(201);
      return reply.body;
    };
    const food = await made('/categories/', { name: 'Food & Drink', slug: 'food-drink' });
    const cereals = await made('/categories/', {
      name: 'Cereals',
      slug: 'cereals',
      parent_id: food.id,
    });
    await made('/products/', {
      name: 'Oats',
      slug: 'feed-oats',
      category_id: cereals.id,
      variants: [
        {
          sku: 'FEED-OATS',
          name: '500 g',
          price: '2.50',
          content_amount: '500',
          content_unit: 'g',
          attributes: { Size: 'Medium', Farbe: 'Rot', Taste: 'Plain' },
        },
        { sku: 'FEED-OATS-LOOSE', name: 'Loose', price: '2.50' },
      ],
    });
    const { text } = await get('/feed.xml');
    const packed = itemOf(text, 'FEED-OATS');
    const names = ['size', 'color', 'product_type', 'unit_pricing_measure'];
    expect([...names, 'unit_pricing_base_measure'].map(name => valueIn(packed, name))).toEqual([
      'Medium',
      'Rot',
      'Food &amp; Drink &gt; Cereals',
      '500 g',
      '1 kg',
    ]);
    const loose = itemOf(text, 'FEED-OATS-LOOSE');
    expect([...names, 'unit_pricing_base_measure'].map(name => valueIn(loose, name))).toEqual([
      undefined,
      undefined,
      'Food &amp; Drink &gt; Cereals',
      undefined,
      undefined,
    ]);
  });

  it('has the currency and the prices of another store', async () => {
    for (const ref of ['ZURICH', '00000000-0000-4000-8000-000000000003']) {
      const { status, text } = await get(`/feed.xml?store=${ref}`);
      expect(status).toBe(200);
      expect(valueIn(itemOf(text, 'MUG-WHITE'), 'price')).toBe('13.90 CHF');
    }
  });

  it('is not found for an unknown, a closed or a doubled store', async () => {
    for (const query of ['store=NOWHERE', 'store=%00', 'store=DOWNTOWN&store=ZURICH']) {
      expect((await get(`/feed.xml?${query}`)).status).toBe(404);
    }
  });

  it('leaves out drafts, archived products and inactive variants, and escapes texts', async () => {
    const created = await shop.call('POST', '/products/', {
      token: manager,
      body: {
        name: 'Salt & <Pepper>\u0001',
        slug: 'salt-pepper',
        description: ']]></item><item>',
        variants: [
          { sku: 'SALT', price: '3.00', barcode: '5901234123457' },
          { sku: 'PEPPER', name: 'Pepper', price: '4.00', is_active: false },
        ],
      },
    });
    expect(created.status).toBe(201);
    const { text } = await get('/feed.xml');
    const salt = itemOf(text, 'SALT');
    expect(valueIn(salt, 'title')).toBe('Salt &amp; &lt;Pepper&gt;');
    expect(valueIn(salt, 'description')).toBe(']]&gt;&lt;/item&gt;&lt;item&gt;');
    expect(valueIn(salt, 'gtin')).toBe('5901234123457');
    expect(itemOf(text, 'PEPPER')).toBe('');
    for (const status of ['draft', 'archived']) {
      await shop.call('PATCH', `/products/${created.body.id}/`, {
        token: manager,
        body: { status },
      });
      expect(itemOf((await get('/feed.xml')).text, 'SALT')).toBe('');
    }
    await shop.call('DELETE', `/products/${created.body.id}/`, { token: manager });
  });

  it('covers a catalogue of more than one batch', async () => {
    await shop.platform.db
      .insertInto('products')
      .values(
        Array.from({ length: 1_100 }, (_, at) => ({ name: `Nail ${at}`, slug: `nail-${at}` })),
      )
      .returning('id')
      .execute()
      .then(rows =>
        shop.platform.db
          .insertInto('product_variants')
          .values(
            rows.map(({ id }, at) => ({
              id: newId(),
              product_id: id,
              sku: `NAIL-${at}`,
              price: '0.10',
            })),
          )
          .execute(),
      );
    const { text } = await get('/feed.xml');
    expect(text.match(/<g:id>NAIL-\d+<\/g:id>/g)).toHaveLength(1_100);
  });

  it('is refused to a third reader at the same time', async () => {
    const openFeed = createFeed(shop.platform);
    const [first, second] = await Promise.all([openFeed(undefined), openFeed('ZURICH')]);
    await expect(openFeed(undefined)).rejects.toMatchObject({ code: 'FEED_BUSY', status: 503 });
    first.destroy();
    await once(first, 'close');
    const third = await openFeed(undefined);
    for (const feed of [second, third]) feed.destroy();
  });
});

describe('the pictures of an article', () => {
  const picture = (url: string, variantId: string | null) => ({ url, variant_id: variantId });
  const variant = (id: string) => ({ id, sku: id, name: id, price: '1.00', attributes: {} });
  const product = {
    name: 'Shirt',
    description: '',
    slug: 'shirt',
    currency: 'USD',
    image_url: '/media/front.webp',
    pictures: [
      picture('/media/front.webp', null),
      picture('/media/red.webp', 'red'),
      picture('/media/blue.webp', 'blue'),
      ...Array.from({ length: 12 }, (_, at) => picture(`/media/${at}.webp`, null)),
    ],
    variants: ['red', 'plain'].map(variant),
  } as unknown as Parameters<typeof feedItems>[1];

  it('are its own first, and at most ten further ones of the product', () => {
    const shopOfFeed = { publicUrl: 'https://shop.example', storeCode: 'S', storeName: 'S' };
    const extras = { brand: 'B', categories: [], barcodes: new Map(), contents: new Map() };
    const xml = feedItems(shopOfFeed, product, extras);
    const picturesOf = (sku: string) =>
      [...itemOf(xml, sku).matchAll(/<g:(?:additional_)?image_link>.*?media\/(.*?)\.webp/g)].map(
        ([, name]) => name,
      );
    expect(picturesOf('red')).toEqual(['red', 'front', ...[...Array(9).keys()].map(String)]);
    expect(picturesOf('plain')).toEqual(['front', ...[...Array(10).keys()].map(String)]);
    expect(itemOf(xml, 'red').match(/<g:image_link>/g)).toHaveLength(1);
  });
});

describe('a barcode in the feed', () => {
  it.each<[code: string | undefined, gtin: string | undefined]>([
    ['4006381333931', '4006381333931'],
    ['4006381333932', undefined],
    ['036000291452', '036000291452'],
    ['96385074', '96385074'],
    ['2000000000008', undefined],
    ['ABC', undefined],
    [undefined, undefined],
  ])('%s is %s', (code, gtin) => expect(gtinOf(code)).toBe(gtin));
});
