import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodsAt } from '../../src/domains/storefront/search/memory/goods-at.js';
import { keepCurrent } from '../../src/domains/storefront/search/memory/keep-current.js';
import { readMemory } from '../../src/domains/storefront/search/memory/memory.js';
import { ProductColumns } from '../../src/domains/storefront/search/memory/product-columns.js';
import type { StoreView } from '../../src/domains/storefront/search/memory/store-view.js';
import {
  findProducts,
  type ShopSearch,
} from '../../src/domains/storefront/search/search-products.js';
import { storeForSelling } from '../../src/domains/stores/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { type Dice, dice } from '../support/dice.js';
import { soon } from '../support/soon.js';
import { basket, counterOf } from '../transactions/support.js';
import { AIRPORT_ID, DAY_MS, DOWNTOWN_ID, movableClock, openShop, type Shop } from './support.js';

const HOUR_MS = 3_600_000;
const clock = movableClock();
let shop: Shop;
let other: Shop;
let manager: string;

beforeAll(async () => {
  shop = await openShop({ clock, background: true });
  other = await openShop({ clock, beside: shop, background: false });
  manager = await shop.officeToken();
});
afterAll(async () => {
  await other.close();
  await shop.close();
});

async function send(method: string, path: string, body?: object) {
  const reply = await shop.call(method, path, { token: manager, ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.text}`);
  return reply.body;
}

/** Not cached, as the service finds products at this moment. */
async function found(
  search: Partial<ShopSearch> & { q: string },
  { at = DOWNTOWN_ID, node = shop } = {},
): Promise<string[]> {
  const store = await storeForSelling(node.platform, at);
  const page = await findProducts(node.platform, { sort: 'name', limit: 50, ...search, store });
  expect(page.total).toBe(page.products.length);
  return page.products.map(({ slug, price }) => `${slug} ${price}`);
}

/** Lists of two currencies, some for one store, with prices that begin at different times. */
async function writeRandomLists({ roll, between, chance, pick }: Dice): Promise<void> {
  const { db } = shop.platform;
  const variants = await statement<{ id: string }>(
    db,
    'select id from product_variants where is_active order by id limit 60',
  );
  const moment = (): string | null =>
    chance(0.5) ? new Date(clock.now().getTime() + between(-3, 3) * DAY_MS).toISOString() : null;
  for (const code of Array.from({ length: 8 }, (_, list) => `L${list}`)) {
    await statement(
      db,
      `insert into price_lists (id, code, name, currency, store_ids, priority, valid_from)
       values (uuidv7(), $1, $1, $2, $3, $4, $5)`,
      [code, pick(['USD', 'EUR']), chance(0.7) ? [] : [DOWNTOWN_ID], between(1, 999), moment()],
    );
    const priced = variants.filter(() => chance(0.4));
    await statement(
      db,
      `insert into prices (id, variant_id, price_list_id, min_quantity, amount, valid_from)
       select uuidv7(), p.variant_id, l.id, p.min_quantity, p.amount, p.valid_from
       from price_lists l cross join unnest($2::uuid[], $3::int[], $4::numeric[], $5::timestamptz[])
         as p (variant_id, min_quantity, amount, valid_from)
       where l.code = $1 on conflict do nothing`,
      [
        code,
        [...priced, ...priced].map(({ id }) => id),
        [...priced, ...priced].map(() => pick([1, 1, 3])),
        [...priced, ...priced].map(() => (roll() * 90 + 1).toFixed(2)),
        [...priced, ...priced].map(moment),
      ],
    );
  }
}

describe('what a search filters by', () => {
  it('follows the prices of variants, also deleted ones, on every node', async () => {
    const product = await send('POST', '/products/', {
      slug: 'quartz-lamp',
      name: 'Quartz Lamp',
      variants: [
        { sku: 'QUARTZ-S', price: '20.00' },
        { sku: 'QUARTZ-L', price: '30.00' },
      ],
    });
    const small = product.variants.find(({ sku }: { sku: string }) => sku === 'QUARTZ-S');
    for (const node of [shop, other]) {
      expect(await found({ q: 'quartz', price_max: '20' }, { node })).toEqual([
        'quartz-lamp 20.00',
      ]);
    }
    await send('PATCH', `/product-variants/${small.id}/`, { price: '25.50' });
    for (const node of [shop, other]) {
      expect(await found({ q: 'quartz', price_max: '20' }, { node })).toEqual([]);
      expect(await found({ q: 'quartz', price_max: '25.5' }, { node })).toEqual([
        'quartz-lamp 25.50',
      ]);
    }
    await send('DELETE', `/product-variants/${small.id}/`);
    for (const node of [shop, other]) {
      expect(await found({ q: 'quartz', price_min: '26' }, { node })).toEqual([
        'quartz-lamp 30.00',
      ]);
    }
    await send('PATCH', `/products/${product.id}/`, { status: 'archived' });
    expect(await found({ q: 'quartz' }, { node: other })).toEqual([]);
  });

  it('follows the stock of a store with the events of its sales', async () => {
    const inStock = { q: 'last one', in_stock: true } as const;
    expect(await found(inStock)).toHaveLength(1);
    expect(await found(inStock, { node: other })).toHaveLength(1);
    const sold = basket([{ sku: 'LAST-ONE', price: '49.00' }], '4.04');
    await counterOf(shop).sold({ payment_method_id: 'cash' }, sold);
    await expect.poll(() => found(inStock), soon).toEqual([]);
    expect(await found(inStock, { node: other })).toEqual([]);
    expect(await found(inStock, { at: AIRPORT_ID })).toHaveLength(1);
    await send('POST', '/inventory-levels/adjust/', {
      store: 'DOWNTOWN',
      sku: 'LAST-ONE',
      quantity: 1,
      reason: 'found',
    });
    await expect.poll(() => found(inStock, { node: other }), soon).toHaveLength(1);
  });

  it('follows the parts of a bundle that are archived', async () => {
    const sold = (slug: string) =>
      send('POST', '/products/', {
        slug,
        name: slug.replace('-', ' '),
        variants: [{ sku: slug.toUpperCase(), price: '9.00' }],
      });
    const part = await sold('basalt-stone');
    await sold('basalt-set');
    const parts = [{ variant: 'BASALT-STONE', quantity: 2 }];
    await send('PUT', '/product-variants/BASALT-SET/bundle/', { parts });
    await send('POST', '/inventory-levels/adjust/', {
      store: 'DOWNTOWN',
      sku: 'BASALT-STONE',
      quantity: 4,
      reason: 'found',
    });
    const inStock = { q: 'basalt', in_stock: true } as const;
    const both = ['basalt-set 9.00', 'basalt-stone 9.00'];
    await expect.poll(() => found(inStock), soon).toEqual(both);
    await send('PATCH', `/products/${part.id}/`, { status: 'archived' });
    expect(await found(inStock)).toEqual([]);
    expect(await found({ q: 'basalt' })).toEqual(['basalt-set 9.00']);
  });

  it('reads all stock again if events since the last search are not kept any more', async () => {
    const inStock = { q: 'quarry', in_stock: true } as const;
    await send('POST', '/products/', {
      slug: 'quarry-stone',
      name: 'Quarry Stone',
      variants: [{ sku: 'QUARRY', price: '9.00' }],
    });
    const { db } = shop.platform;
    const events = async (): Promise<number> => {
      const [row] = await statement<{ seq: number }>(
        db,
        'select last_seq::int as seq from event_streams where stream_id = $1',
        [DOWNTOWN_ID],
      );
      return row?.seq ?? 0;
    };
    expect(await found(inStock)).toEqual([]);
    const before = await events();
    await send('POST', '/inventory-levels/adjust/', {
      store: 'DOWNTOWN',
      sku: 'QUARRY',
      quantity: 4,
      reason: 'found',
    });
    await expect.poll(events, soon).toBeGreaterThan(before);
    await statement(db, 'delete from event_batches where stream_id = $1', [DOWNTOWN_ID]);
    expect(await found(inStock)).toEqual(['quarry-stone 9.00']);
  });

  it('is read whole again after a reading that failed in the middle', async () => {
    const reads: string[] = [];
    let isBroken = false;
    let canFollow = true;
    const view: StoreView = {
      stale: new Set(),
      clear: () => void reads.push('clear'),
      fit: () => undefined,
      start: async () => undefined,
      follow: async () => canFollow,
      read: async () => {
        if (isBroken) throw new Error('the connection is lost');
        reads.push('read');
      },
    };
    const memory = await readMemory(shop.platform.db, '1', 1);
    const terms = (at: Date) => ({ listIds: [], hasOwnPrices: true, at });
    const kept = keepCurrent(memory, shop.platform, view, terms);
    await kept.refresh();
    canFollow = false;
    isBroken = true;
    await expect(kept.refresh()).rejects.toThrow('the connection is lost');
    canFollow = true;
    isBroken = false;
    await kept.refresh();
    expect(reads).toEqual(['clear', 'read', 'clear', 'clear', 'read']);
    await kept.refresh();
    expect(reads).toHaveLength(5);
  });

  it('is read whole for at most two groups of stores at once', async () => {
    let running = 0;
    let most = 0;
    let reads = 0;
    const memory = await readMemory(shop.platform.db, '1', 1);
    const groups = Array.from({ length: 6 }, () => {
      const view: StoreView = {
        stale: new Set(),
        clear: () => undefined,
        fit: () => undefined,
        start: async () => undefined,
        follow: async () => true,
        read: async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise(resolve => setImmediate(resolve));
          running -= 1;
          reads += 1;
        },
      };
      const terms = (at: Date) => ({ listIds: [], hasOwnPrices: true, at });
      return keepCurrent(memory, shop.platform, view, terms);
    });
    await Promise.all(groups.map(({ refresh }) => refresh()));
    expect({ most, reads }).toEqual({ most: 2, reads: 6 });
  });

  it('follows prices and lists that begin and end with time', async () => {
    await send('POST', '/products/', {
      slug: 'opal-lamp',
      name: 'Opal Lamp',
      variants: [{ sku: 'OPAL', price: '80.00' }],
    });
    expect(await found({ q: 'opal', price_min: '80' })).toEqual(['opal-lamp 80.00']);
    const day = (days: number): string =>
      new Date(clock.now().getTime() + days * DAY_MS).toISOString();
    await send('POST', '/price-lists/', {
      code: 'SALE-WEEK',
      name: 'Sale',
      currency: 'USD',
      priority: 91,
      valid_from: day(1),
      valid_to: day(3),
    });
    await send('POST', '/prices/', { variant: 'OPAL', price_list: 'SALE-WEEK', amount: '60.00' });
    await send('POST', '/prices/', {
      variant: 'OPAL',
      price_list: 'SALE-WEEK',
      amount: '50.00',
      valid_from: day(2),
    });
    expect(await found({ q: 'opal', price_min: '80' })).toEqual(['opal-lamp 80.00']);
    for (const price of ['60.00', '50.00', '80.00']) {
      clock.advance(DAY_MS + HOUR_MS);
      const exactly = { q: 'opal', price_min: price, price_max: price };
      expect(await found(exactly)).toEqual([`opal-lamp ${price}`]);
    }
  });

  it('has the price that a sale has, whatever lists there are', async () => {
    await writeRandomLists(dice(24));
    for (const id of [DOWNTOWN_ID, AIRPORT_ID, undefined]) {
      const store = id === undefined ? undefined : await storeForSelling(shop.platform, id);
      for (const days of [0, 1, 1, 2]) {
        clock.advance(days * DAY_MS);
        const { columns, prices } = await goodsAt(shop.platform, store);
        const shown = await findProducts(shop.platform, { store, sort: 'price', limit: 100 });
        const expected = shown.products.map(({ id, price }) => [id, Number(price)]);
        const kept = shown.products.map(product => [
          product.id,
          (prices.price[columns.slotOf(product.id)] ?? 0) / 100,
        ]);
        expect(shown.products.length).toBeGreaterThan(id === AIRPORT_ID ? 10 : 40);
        expect(kept).toEqual(expected);
        expect(expected).toEqual(expected.toSorted((a, b) => Number(a[1]) - Number(b[1])));
        expect(shown.total).toBe(shown.products.length);
      }
    }
  });
});

describe('the columns of products', () => {
  it('stay in the order of the names through every change', () => {
    const { between, pick, chance } = dice(7);
    const columns = new ProductColumns();
    const known = new Map<number, string>();
    for (let round = 0; round < 40; round += 1) {
      const ids = [...new Set(Array.from({ length: between(1, 90) }, () => between(1, 1_500)))];
      const rows = ids
        .filter(() => chance(0.8))
        .map(id => ({
          id,
          name: pick(['mug', 'cup', 'bowl', 'vase']) + between(1, 40),
          created_at: new Date(id),
          category_id: null,
          brand_id: pick(['a', 'b', null]),
          is_digital: false,
        }));
      columns.put(ids, rows);
      for (const id of ids) known.delete(id);
      for (const { id, name } of rows) known.set(id, name);
      const expected = [...known].sort(([a, one], [b, another]) =>
        one === another ? a - b : one < another ? -1 : 1,
      );
      const kept = [...columns.order].map(slot => [columns.ids[slot], columns.names[slot]]);
      expect(kept).toEqual(expected);
      const places = [...columns.order.keys()];
      expect([...columns.order].map(slot => columns.position[slot])).toEqual(places);
      expect(expected.map(([id, name]) => columns.placeOf(name, id))).toEqual(places);
    }
  });
});
