import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushFeeds } from '../../src/domains/agents/feed/push-feeds.js';
import { statement } from '../../src/platform/database/tx.js';
import { anyAddress } from '../../src/platform/outgoing/download.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import type { Shop } from '../support/service.js';
import { brokenAcpRule } from './acp-rules.js';
import { type Agent, acpOf, addAgent, catalogOf, openAgentShop } from './support.js';

let shop: Shop;
let agent: Agent;
let catalog: ReturnType<typeof catalogOf>;
beforeAll(async () => {
  shop = await openAgentShop();
  agent = await addAgent(shop);
  catalog = catalogOf(shop, agent);
});
afterAll(() => shop.close());

type Variant = { id: string; price: { amount: number }; availability: object; inputs: object[] };
type Product = { id: string; handle: string; variants: Variant[] };
const handles = (body: { products: Product[] }) => body.products.map(({ handle }) => handle);
const skus = ({ variants }: Product) => variants.map(({ id }) => id);

describe('the search', () => {
  it('finds products by words, with price, stock and the address of the page', async () => {
    const { status, body } = await catalog('search', { query: 'white mug' });
    expect(status).toBe(200);
    expect(body.ucp.capabilities).toEqual({
      'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }],
    });
    const [mug] = body.products;
    expect(mug).toMatchObject({
      handle: 'white-mug',
      url: `${shop.platform.config.publicUrl}/app/shop/p/white-mug?store=DOWNTOWN`,
      categories: [{ value: 'kitchen', taxonomy: 'merchant' }],
      price_range: {
        min: { amount: 1250, currency: 'USD' },
        max: { amount: 1250, currency: 'USD' },
      },
      variants: [
        {
          id: 'MUG-WHITE',
          sku: 'MUG-WHITE',
          barcodes: [{ type: 'GTIN', value: '4006381333931' }],
          price: { amount: 1250, currency: 'USD' },
          availability: { available: true, status: 'in_stock' },
        },
      ],
    });
    // What the catalogue names is what a session takes.
    const session = await acpOf(shop, agent).create({ line_items: [{ id: mug.variants[0].id }] });
    expect(session.body.line_items).toMatchObject([{ id: 'MUG-WHITE', unit_amount: 1250 }]);
  });

  it('browses by categories and prices, page by page', async () => {
    const kitchen = await catalog('search', { filters: { categories: ['kitchen'] } });
    const both = await catalog('search', { filters: { categories: ['kitchen', 'travel'] } });
    const travel = await catalog('search', { filters: { categories: ['travel'] } });
    expect(both.body.pagination.total_count).toBe(
      kitchen.body.pagination.total_count + travel.body.pagination.total_count,
    );
    const all = await catalog('search', { filters: { price: { min: 0 } } });
    expect(all.body.products).toHaveLength(10);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await catalog('search', {
        filters: { categories: ['kitchen'] },
        pagination: { limit: 4, ...(cursor && { cursor }) },
      });
      seen.push(...handles(page.body));
      cursor = page.body.pagination.cursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(kitchen.body.pagination.total_count);
    expect(seen).toHaveLength(kitchen.body.pagination.total_count);
    const cheap = await catalog('search', {
      filters: { categories: ['kitchen'], price: { max: 1250 } },
      context: { currency: 'usd' },
      pagination: { limit: 1_000 },
    });
    expect(handles(cheap.body)).toContain('white-mug');
    const prices = cheap.body.products.map(
      (one: { price_range: { min: { amount: number } } }) => one.price_range.min.amount,
    );
    expect(Math.max(...prices)).toBeLessThanOrEqual(1250);
  });

  it('of nothing, of too much and with a wrong cursor is refused', async () => {
    for (const body of [
      {},
      { query: '   ' },
      { filters: {} },
      { filters: { colour: 'red' } },
      { query: 'x'.repeat(10_000) },
      { query: 'mug', pagination: { limit: 0 } },
      { query: 'mug', pagination: { cursor: 'nonsense' } },
      { filters: { price: { min: -1 } } },
      { filters: { price: { min: 9_000_000_000_000_000 } } },
      { filters: { price: { min: 20, max: 10 } } },
      { filters: { categories: Array.from({ length: 21 }, () => 'kitchen') } },
    ]) {
      const { status } = await catalog('search', body);
      expect([status, body]).toEqual([400, body]);
    }
    expect((await catalog('search', { query: 'xyzzyqqqq' })).body).toMatchObject({
      products: [],
      pagination: { has_next_page: false, total_count: 0 },
    });
    expect(
      (await catalog('search', { filters: { categories: ['no-such'] } })).body.products,
    ).toEqual([]);
  });

  it('does not guess what a price in another currency is worth, and says so', async () => {
    const { body } = await catalog('search', {
      query: 'mug',
      filters: { price: { max: 1 } },
      context: { currency: 'EUR' },
    });
    expect(body.products.length).toBeGreaterThan(0);
    expect(body.messages).toMatchObject([{ type: 'warning', code: 'price_filter_ignored' }]);
  });

  it('says what it corrects, and that goods have an age limit', async () => {
    const corrected = await catalog('search', { query: 'espreso' });
    expect(handles(corrected.body)).toContain('espresso-cup');
    expect(corrected.body.messages).toEqual([
      { type: 'info', code: 'query_corrected', content: 'espresso' },
    ]);
    const { body } = await catalog('search', { query: 'red wine' });
    const at = handles(body).indexOf('red-wine');
    expect(body.messages).toEqual([
      expect.objectContaining({
        code: 'age_restricted',
        path: `$.products[${at}]`,
        presentation: 'disclosure',
      }),
    ]);
  });

  it('has the currency and the prices of the store of the program', async () => {
    const airport = catalogOf(shop, await addAgent(shop, { store_id: 'AIRPORT' }));
    const { body } = await airport('search', { query: 'white mug' });
    expect(body.products[0].price_range.min.currency).toBe('EUR');
  });

  it('needs the key', async () => {
    const other = catalogOf(shop, { id: '', key: 'x'.repeat(43) });
    expect((await other('search', { query: 'mug' })).status).toBe(401);
  });
});

describe('the look-up', () => {
  it('finds articles by SKU and products by number, each product once', async () => {
    const tee = (await catalog('lookup', { ids: ['TEE-BLACK-M'] })).body.products[0];
    expect(skus(tee)).toEqual(['TEE-BLACK-M']);
    expect(tee.variants[0].inputs).toEqual([{ id: 'TEE-BLACK-M', match: 'exact' }]);
    const both = await catalog('lookup', {
      ids: ['TEE-BLACK-L', tee.id, 'MUG-WHITE', 'MUG-WHITE', 'NO-SUCH', '0', '999999999'],
    });
    expect(both.body.products).toHaveLength(2);
    const [found] = both.body.products.filter(({ id }: Product) => id === tee.id);
    expect(found.variants).toMatchObject([
      { inputs: [{ id: tee.id, match: 'featured' }] },
      { id: 'TEE-BLACK-L', inputs: [{ id: 'TEE-BLACK-L', match: 'exact' }] },
    ]);
    expect(both.body.messages.map((one: { content: string }) => one.content)).toEqual([
      'NO-SUCH',
      '0',
      '999999999',
    ]);
  });

  it('leaves out what costs too much, and refuses more ids than it takes', async () => {
    const dear = await catalog('lookup', { ids: ['MUG-WHITE'], filters: { price: { min: 1251 } } });
    expect(dear.body).toMatchObject({ products: [], messages: [] });
    const many = await catalog('lookup', { ids: Array.from({ length: 51 }, (_, n) => `SKU-${n}`) });
    expect(many).toMatchObject({ status: 400, body: { code: 'request_too_large' } });
    expect((await catalog('lookup', { ids: [] })).status).toBe(400);
  });

  it('does not show what is not sold', async () => {
    const token = await shop.officeToken('admin');
    const product = await shop.call('POST', '/products/', {
      token,
      body: { name: 'Hidden', slug: 'hidden', variants: [{ sku: 'HIDDEN', price: '1.00' }] },
    });
    const ids = ['HIDDEN', String(product.body.id)];
    expect((await catalog('lookup', { ids })).body.products).toHaveLength(1);
    await shop.call('PATCH', `/products/${product.body.id}/`, {
      token,
      body: { is_active: false },
    });
    expect((await catalog('lookup', { ids })).body).toMatchObject({
      products: [],
      messages: [{ content: 'HIDDEN' }, { content: String(product.body.id) }],
    });
  });
});

describe('a product', () => {
  it('is narrowed by the options that the buyer chooses', async () => {
    const { body } = await catalog('product', {
      id: 'TEE-BLACK-M',
      selected: [{ name: 'Size', label: 'L' }],
    });
    // An article decides the whole selection.
    expect(body.product.variants[0]).toMatchObject({
      id: 'TEE-BLACK-M',
      seller: {
        links: expect.arrayContaining([expect.objectContaining({ type: 'refund_policy' })]),
      },
    });
    expect(body.product.selected).toEqual(body.product.variants[0].options);
    const { id } = body.product;
    const large = await catalog('product', { id, selected: [{ name: 'Size', label: 'L' }] });
    expect(skus(large.body.product)).toEqual(['TEE-BLACK-L']);
    expect(large.body.product.options[0].values[0]).toMatchObject({ exists: true });
    const relaxed = await catalog('product', {
      id,
      selected: [
        { name: 'Size', label: 'L' },
        { name: 'Colour', label: 'Green' },
      ],
      preferences: ['Size'],
    });
    expect(relaxed.body.product.selected).toEqual([{ name: 'Size', label: 'L' }]);
    const twice = [
      { name: 'Size', label: 'L' },
      { name: 'Size', label: 'M' },
    ];
    expect((await catalog('product', { id, selected: twice })).status).toBe(400);
  });

  it('that does not exist is an outcome of the business', async () => {
    const { status, body } = await catalog('product', { id: 'NO-SUCH' });
    expect(status).toBe(200);
    expect(body.messages).toMatchObject([{ code: 'not_found', severity: 'unrecoverable' }]);
  });
});

describe('the feed', () => {
  const headersOf = (key: string) => ({
    authorization: `Bearer ${key}`,
    'api-version': '2026-04-17',
  });
  const read = (path: string, key = agent.key) =>
    shop.call('GET', `/acp/feed/${path}`, { headers: headersOf(key) });

  it('is two files: what it is, and a product per line', async () => {
    const metadata = await read('metadata.json');
    expect(metadata).toMatchObject({
      status: 200,
      body: { id: DOWNTOWN_ID, target_country: 'US' },
    });
    expect(brokenAcpRule('feed', metadata.body)).toBeUndefined();
    const file = await shop.app.inject({
      url: '/acp/feed/products.jsonl',
      headers: headersOf(agent.key),
    });
    expect(file.headers['content-type']).toBe('application/jsonl; charset=utf-8');
    const products = file.body
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    for (const product of products) {
      expect(brokenAcpRule('feedProduct', product), JSON.stringify(product)).toBeUndefined();
    }
    const count = await statement<{ n: number }>(
      shop.platform.db,
      `select count(*)::int as n from products p where p.is_active and exists (
         select from product_variants v where v.product_id = p.id and v.is_active)`,
    );
    expect(products).toHaveLength(count[0]?.n ?? 0);
    const mug = products.flatMap(one => one.variants).find(one => one.id === 'MUG-WHITE');
    expect(mug).toMatchObject({
      price: { amount: 1250, currency: 'USD' },
      availability: { available: true, status: 'in_stock' },
    });
    expect((await read('products.jsonl', 'x'.repeat(43))).status).toBe(401);
  });

  it('is created at the program and then gets what changes', async () => {
    const calls: { method: string; path: string; headers: object; body: never }[] = [];
    let status = 200;
    const program = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url: path = '', headers } = request;
      calls.push({
        method,
        path,
        headers,
        body: JSON.parse(String(Buffer.concat(chunks))) as never,
      });
      response.statusCode = status;
      response.end(JSON.stringify({ id: 'feed_8f3K2x', accepted: true }));
    });
    await new Promise<void>(resolve => program.listen(0, '127.0.0.1', resolve));
    try {
      const token = await shop.officeToken('admin');
      const fed = await addAgent(shop, {
        name: 'Fed',
        feed_url: 'https://feeds.example/api',
        feed_token: 'feed-token',
      });
      const path = `/agents/${fed.id}/`;
      const shown = await shop.call('GET', path, { token });
      expect(shown.body).toMatchObject({ has_feed_token: true, feed_id: null });
      expect(shown.text).not.toContain('feed-token');
      const { port } = program.address() as AddressInfo;
      await statement(shop.platform.db, 'update agents set feed_url = $2 where id = $1', [
        fed.id,
        `http://127.0.0.1:${port}/api/`,
      ]);
      const push = async () => {
        calls.length = 0;
        await pushFeeds(shop.platform, anyAddress);
        return calls.flatMap(({ body }) => (body as { products?: Product[] }).products ?? []);
      };

      const all = await push();
      expect(calls[0]).toMatchObject({
        method: 'POST',
        path: '/api/feeds',
        body: { target_country: 'US' },
        headers: { authorization: 'Bearer feed-token', 'api-version': '2026-04-17' },
      });
      expect(calls[1]).toMatchObject({ method: 'PATCH', path: '/api/feeds/feed_8f3K2x/products' });
      for (const { body } of calls.slice(1)) {
        expect(brokenAcpRule('feedUpsert', body)).toBeUndefined();
      }
      expect(all.flatMap(skus)).toContain('MUG-BLACK');
      const pushed = (await shop.call('GET', path, { token })).body;
      expect(pushed).toMatchObject({ feed_id: 'feed_8f3K2x', feed_error: null });
      expect(pushed.feed_pushed_at).toEqual(expect.any(String));
      expect(await push()).toEqual([]);
      const { feed_pushed_at: pushedAt } = (await shop.call('GET', path, { token })).body;

      const black = all.find(one => skus(one).includes('MUG-BLACK')) as Product;
      await shop.call('PATCH', `/products/${black.id}/`, { token, body: { name: 'Raven Mug' } });
      status = 503;
      expect(await push()).toHaveLength(1);
      const failed = (await shop.call('GET', path, { token })).body;
      expect(failed).toMatchObject({
        feed_error: 'answered 503',
        feed_pushed_at: pushedAt,
      });
      status = 200;
      expect(await push()).toMatchObject([{ id: black.id, title: 'Raven Mug' }]);
      await shop.call('PATCH', `/products/${black.id}/`, { token, body: { is_active: false } });
      expect(await push()).toMatchObject([
        {
          id: black.id,
          variants: [{ availability: { available: false, status: 'discontinued' } }],
        },
      ]);
      expect(await push()).toEqual([]);
      await shop.call('PATCH', path, { token, body: { feed_url: null } });
      expect(await push()).toEqual([]);
    } finally {
      program.close();
    }
  });
});
