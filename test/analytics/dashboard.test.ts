import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { forgetSales, type SaleFields, writeSale } from './support.js';

// A minute before midnight, so that a test can cross it while the logins are valid.
const start = new Date('2030-05-06T23:59:00Z');
let now = start;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
});
afterAll(() => shop.close());

beforeEach(async () => {
  now = start;
  await forgetDashboards();
  await forgetSales(shop.platform.db);
});

/** Expires the cache, as if 60 seconds had passed. */
const forgetDashboards = () =>
  shop.platform.cache.delete(
    ...[DOWNTOWN_ID, AIRPORT_ID].map(id => `analytics:dashboard:${id}:2030-05-06`),
  );

const today = (time: string): string => `2030-05-06T${time}Z`;
const yesterday = (time: string): string => `2030-05-05T${time}Z`;
const sell = (fields: SaleFields) => writeSale(shop.platform.db, fields);
const read = async (store = 'DOWNTOWN', token?: string) =>
  shop.call('GET', `/stores/${store}/dashboard_home/`, {
    token: token ?? (await shop.officeToken()),
  });

describe("today's figures", () => {
  it('sum completed sales of the UTC date, from its first to its last millisecond', async () => {
    await sell({ at: today('00:00:00.000'), lines: [{ sku: 'MUG-WHITE', price: '12.50' }] });
    await sell({
      at: today('23:59:59.999'),
      lines: [
        { sku: 'MUG-WHITE', price: '12.50', quantity: 2, discount: '5.00' },
        { sku: 'TEE-BLACK-M', price: '25.00', tax: '2.06' },
      ],
    });
    await sell({ at: yesterday('23:59:59.999'), lines: [{ sku: 'BEANS-1KG', price: '18.00' }] });
    await sell({
      at: today('10:00:00'),
      store: AIRPORT_ID,
      lines: [{ sku: 'BEANS-1KG', price: '18.00' }],
    });
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.kpis).toEqual({
      revenue_today: '59.56',
      transactions_today: 2,
      avg_transaction_value: '29.78',
      active_promotions: 0,
    });
    expect(body.top_products_today).toEqual([
      { product_id: 1, name: 'White Mug', revenue: '32.50', units_sold: 3 },
      { product_id: expect.any(Number), name: 'Black Tee', revenue: '25.00', units_sold: 1 },
    ]);
  });

  it('exclude sales that are not completed, but list them among the latest', async () => {
    const statuses = [
      'pending',
      'payment_requires_action',
      'partially_paid',
      'completed',
      'partially_refunded',
      'refunded',
      'expired',
      'voided',
    ];
    for (const [index, status] of statuses.entries()) {
      await sell({
        at: today(`10:00:0${index}`),
        status,
        lines: [{ sku: 'MUG-WHITE', price: '10.00' }],
      });
    }
    const { body } = await read();
    expect(body.kpis).toMatchObject({ revenue_today: '10.00', transactions_today: 1 });
    expect(body.top_products_today).toHaveLength(1);
    expect(
      body.recent_transactions.slice(0, 8).map((sale: { status: string }) => sale.status),
    ).toEqual([...statuses].reverse());
    expect(body.recent_transactions[4]).toEqual({
      transaction_id: expect.stringMatching(/^TXN-\d{8}-[0-9A-F]{8}$/),
      total: '10.00',
      status: 'completed',
      timestamp: today('10:00:03.000'),
    });
  });

  it('are zero on a day without sales', async () => {
    const { body } = await read();
    expect(body.kpis).toMatchObject({
      revenue_today: '0.00',
      transactions_today: 0,
      avg_transaction_value: '0.00',
    });
    expect(body.top_products_today).toEqual([]);
  });

  it('name at most five products, the best first, and ten sales', async () => {
    const skus = ['MUG-WHITE', 'TEE-BLACK-M', 'BEANS-1KG', 'POSTER-A2', 'LAST-ONE', 'WINE-RED'];
    for (const [index, sku] of skus.entries()) {
      await sell({ at: today(`09:00:0${index}`), lines: [{ sku, price: `${index + 1}.00` }] });
      await sell({ at: today(`09:01:0${index}`), lines: [{ sku, price: '0.00' }] });
    }
    const { body } = await read();
    expect(
      body.top_products_today.map((product: { revenue: string; units_sold: number }) => [
        product.revenue,
        product.units_sold,
      ]),
    ).toEqual([
      ['6.00', 2],
      ['5.00', 2],
      ['4.00', 2],
      ['3.00', 2],
      ['2.00', 2],
    ]);
    expect(body.recent_transactions).toHaveLength(10);
  });

  it('round the average half away from zero', async () => {
    for (const price of ['10.00', '10.01']) {
      await sell({ at: today('08:00:00'), lines: [{ sku: 'MUG-WHITE', price }] });
    }
    expect((await read()).body.kpis.avg_transaction_value).toBe('10.01');
  });
});

describe('stock and campaigns', () => {
  it('warn about active levels at or below a reorder point above zero, by variant or product name', async () => {
    const { db } = shop.platform;
    await db.updateTable('inventory_levels').set({ reorder_point: 0 }).execute();
    await db
      .updateTable('product_variants')
      .set({ name: '' })
      .where('sku', '=', 'MUG-WHITE')
      .execute();
    const level = (sku: string, change: object) =>
      db
        .updateTable('inventory_levels')
        .set(change)
        .where('store_id', '=', DOWNTOWN_ID)
        .where('variant_id', 'in', eb =>
          eb.selectFrom('product_variants').select('id').where('sku', '=', sku),
        )
        .execute();
    await level('MUG-WHITE', { on_hand: 8, reorder_point: 8 });
    await level('TEE-BLACK-M', { on_hand: 9, reorder_point: 8 });
    await level('POSTER-A2', { on_hand: -2, reorder_point: 5 });
    await level('WINE-RED', { on_hand: 1, reorder_point: 5, is_active: false });
    await level('LAST-ONE', { on_hand: 0, reorder_point: 0 });
    expect((await read()).body.low_stock_alerts).toEqual([
      {
        variant_sku: 'POSTER-A2',
        name: 'City Poster A2',
        product_name: 'City Poster A2',
        variant_name: '',
        description: 'City Poster A2',
        stock_on_hand: -2,
        reorder_point: 5,
      },
      {
        variant_sku: 'MUG-WHITE',
        name: 'White Mug',
        product_name: 'White Mug',
        variant_name: '',
        description: 'White Mug',
        stock_on_hand: 8,
        reorder_point: 8,
      },
    ]);
    await db.updateTable('inventory_levels').set({ reorder_point: 10_000 }).execute();
    await forgetDashboards();
    expect((await read()).body.low_stock_alerts).toHaveLength(10);
  });

  it('count active campaigns of every store', async () => {
    for (const body of [
      { name: 'Only at the airport', status: 'active', store_ids: [AIRPORT_ID] },
      { name: 'Everywhere', status: 'active' },
      { name: 'Not any more', status: 'paused' },
    ]) {
      await shop.call('POST', '/campaigns/', { token: await shop.officeToken(), body });
    }
    expect((await read()).body.kpis.active_promotions).toBe(2);
  });
});

describe('the store', () => {
  it.each(['DOWNTOWN', DOWNTOWN_ID, DOWNTOWN_ID.toUpperCase(), 'store-downtown'])(
    'is found as %s',
    async ref => {
      expect((await read(ref)).status).toBe(200);
    },
  );

  it('is found by its code although another one has that code as its content id', async () => {
    const { db } = shop.platform;
    await sell({ at: today('08:00:00'), lines: [{ sku: 'MUG-WHITE', price: '7.00' }] });
    await db
      .updateTable('stores')
      .set({ sanity_id: 'DOWNTOWN' })
      .where('id', '=', AIRPORT_ID)
      .execute();
    await shop.platform.cache.delete('stores:list');
    expect((await read('DOWNTOWN')).body.kpis.revenue_today).toBe('7.00');
  });

  it.each(['NOWHERE', '00000000-0000-4000-8000-0000000000ff', 'x%00y'])(
    'named %s is unknown',
    async ref => {
      const { status, body } = await read(ref);
      expect(status).toBe(404);
      expect(body).toEqual({ detail: 'Store not found.', code: 'NOT_FOUND' });
    },
  );
});

describe('access to the dashboard', () => {
  it('is for staff of the store, also at a till', async () => {
    expect((await read('DOWNTOWN', await shop.tillToken('EMP001'))).status).toBe(200);
    expect((await read('DOWNTOWN', await shop.tillToken('EMP002'))).status).toBe(200);
    expect((await read('AIRPORT', await shop.tillToken('EMP005'))).status).toBe(200);
  });

  it('is refused to staff of another store, cached or not', async () => {
    expect((await read('DOWNTOWN')).status).toBe(200);
    expect((await read('DOWNTOWN', await shop.tillToken('EMP005'))).status).toBe(404);
  });

  it('is refused without a login, and to customers', async () => {
    const anonymous = await shop.call('GET', '/stores/DOWNTOWN/dashboard_home/');
    expect(anonymous.status).toBe(401);
    const customer = await shop.officeToken('shopper@example.com');
    expect((await read('DOWNTOWN', customer)).status).toBe(403);
  });

  it('is open to all in debug mode', async () => {
    const open = await openShop({ beside: shop, env: { DEBUG: 'true' }, background: false });
    try {
      const reply = await open.call('GET', '/stores/DOWNTOWN/dashboard_home/');
      expect(reply.status).toBe(200);
      expect((await open.call('GET', '/stores/NOWHERE/dashboard_home/')).status).toBe(404);
    } finally {
      await open.close();
    }
  });
});

describe('the cache', () => {
  it('returns the same bytes after a sale completes', async () => {
    const before = await read();
    await sell({ at: today('11:00:00'), lines: [{ sku: 'MUG-WHITE', price: '9.00' }] });
    const after = await read('store-downtown');
    expect(after.text).toBe(before.text);
    expect(after.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await read('AIRPORT')).text).not.toBe(before.text);
  });

  it('expires with the UTC date', async () => {
    now = new Date(today('23:59:59.999'));
    await sell({ at: today('11:00:00'), lines: [{ sku: 'MUG-WHITE', price: '9.00' }] });
    expect((await read()).body.kpis.revenue_today).toBe('9.00');
    now = new Date(now.getTime() + 1);
    expect((await read()).body.kpis.revenue_today).toBe('0.00');
  });
});
