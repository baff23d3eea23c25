import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadLevels } from '../../src/domains/analytics/reports/stock/repository.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { forgetSales, writeSale } from './support.js';

const now = new Date('2030-05-06T13:30:00Z');

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  await forgetSales(shop.platform.db);
  await stock();
});
afterAll(() => shop.close());

/** Downtown has 20 mugs, 5 tees and 8 posters, Airport 4 mugs; all other levels are empty. */
async function stock(): Promise<void> {
  const { db } = shop.platform;
  await statement(db, 'update inventory_levels set on_hand = 0, reserved = 0');
  await move('MUG-WHITE', DOWNTOWN_ID, [
    ['receipt', 26, '2029-11-01T12:00:00Z'],
    ['sale', -6, '2030-05-01T12:00:00Z'],
  ]);
  await move('TEE-BLACK-M', DOWNTOWN_ID, [
    ['receipt', 6, '2029-11-01T12:00:00Z'],
    ['sale', -1, '2029-12-24T12:00:00Z'],
  ]);
  await move('POSTER-A2', DOWNTOWN_ID, [['receipt', 8, '2030-04-20T12:00:00Z']]);
  await move('MUG-WHITE', AIRPORT_ID, [['receipt', 4, '2029-11-01T12:00:00Z']]);
  await statement(db, `update product_variants set cost = 10.00 where sku = 'TEE-BLACK-M'`);
  await writeSale(db, {
    at: '2030-05-01T12:00:00Z',
    lines: [{ sku: 'MUG-WHITE', price: '12.50', quantity: 6, cost: '4.00' }],
  });
}

async function move(sku: string, store: string, moves: [string, number, string][]): Promise<void> {
  const { db } = shop.platform;
  let onHand = 0;
  for (const [kind, quantity, at] of moves) {
    onHand += quantity;
    await statement(
      db,
      `insert into stock_movements (id, store_id, variant_id, kind, quantity, on_hand, occurred_at)
       select $1, $2, id, $3, $4, $5, $6 from product_variants where sku = $7`,
      [newId(new Date(at)), store, kind, quantity, onHand, new Date(at), sku],
    );
  }
  await statement(
    db,
    `update inventory_levels set on_hand = $1 where store_id = $2
       and variant_id = (select id from product_variants where sku = $3)`,
    [onHand, store, sku],
  );
}

const read = async (path: string, token?: string) =>
  shop.call('GET', `/reports/${path}`, { token: token ?? (await shop.officeToken()) });

describe('dead stock', () => {
  it('is in stock and was neither sold nor received for the number of days', async () => {
    const { status, body } = await read('dead-stock/?store=DOWNTOWN&days=90');
    expect(status).toBe(200);
    expect(body.data.totals).toEqual({ items: 1, stock_value: '50.00', uncosted_items: 0 });
    expect(body.data.breakdown).toMatchObject([
      {
        store: 'DOWNTOWN',
        sku: 'TEE-BLACK-M',
        on_hand: 5,
        stock_value: '50.00',
        last_sold: '2029-12-24',
        last_received: '2029-11-01',
      },
    ]);
  });

  it('holds more goods over fewer days', async () => {
    const skus = async (days: number) =>
      (await read(`dead-stock/?store=DOWNTOWN&days=${days}`)).body.data.breakdown.map(
        (row: { sku: string }) => row.sku,
      );
    expect((await skus(7)).sort()).toEqual(['POSTER-A2', 'TEE-BLACK-M']);
    expect((await skus(5)).sort()).toEqual(['MUG-WHITE', 'POSTER-A2', 'TEE-BLACK-M']);
    expect(await skus(366)).toEqual([]);
  });

  it('counts goods whose cost is in another currency apart', async () => {
    const { body } = await read('dead-stock/?store=AIRPORT');
    expect(body.meta).toMatchObject({ currency: 'EUR', days: 90 });
    expect(body.data.totals).toEqual({ items: 1, stock_value: '0.00', uncosted_items: 1 });
    expect(body.data.breakdown).toMatchObject([{ sku: 'MUG-WHITE', stock_value: null }]);
  });

  it.each([
    ['adjustment', 'TOWEL-SAND'],
    ['count', 'TOWEL-BLUE'],
    ['return', 'SOCKS-M'],
  ])('is not what was added (%s)', async (kind, sku) => {
    await move(sku, DOWNTOWN_ID, [[kind, 3, '2030-05-05T12:00:00Z']]);
    const skus = async (days: number) =>
      (await read(`dead-stock/?store=DOWNTOWN&days=${days}`)).body.data.breakdown.map(
        (row: { sku: string }) => row.sku,
      );
    expect(await skus(90)).toEqual(['TEE-BLACK-M']);
    expect(await skus(1)).toContain(sku);
    await move(sku, DOWNTOWN_ID, []);
  });

  it('lists the most valuable rows, and its sums count all', async () => {
    const stores = [{ id: DOWNTOWN_ID, time_zone: 'America/New_York' }];
    const { db } = shop.platform;
    const all = await deadLevels(db, stores, '2030-05-06', 1_000);
    expect(all.levels.map(({ sku }) => sku)).toEqual(['MUG-WHITE', 'TEE-BLACK-M', 'POSTER-A2']);
    const first = await deadLevels(db, stores, '2030-05-06', 1);
    expect(first).toEqual({ sums: all.sums, levels: all.levels.slice(0, 1) });
    // 20 × 4.10, 5 × 10.00 and 8 × 2.30.
    expect(first.sums).toEqual([
      { store_id: DOWNTOWN_ID, items: 3, stock_value: 15_040, uncosted_items: 0 },
    ]);
  });

  it('refuses a period that ended, and another store', async () => {
    const past = await read('dead-stock/?store=DOWNTOWN&from=2030-01-01&to=2030-02-01');
    expect([past.status, Object.keys(past.body.errors)]).toEqual([400, ['to']]);
    const local = await localManager(shop, AIRPORT_ID);
    expect((await read('dead-stock/?store=DOWNTOWN', local)).status).toBe(400);
    const own = await read('dead-stock/', local);
    expect(own.body.data.series.map((row: { store: string }) => row.store)).toEqual(['AIRPORT']);
  });
});

describe('sell-through', () => {
  it('is the part of the goods that is sold', async () => {
    const { status, body } = await read('sell-through/?store=DOWNTOWN&days=30');
    expect(status).toBe(200);
    // 6 sold and 20 + 5 + 8 in stock.
    expect(body.data.totals).toMatchObject({
      products: 3,
      units_sold: 6,
      units_on_hand: 33,
      sell_through_percent: 15.4,
      net_sales: '75.00',
      margin: '51.00',
      margin_percent: 68,
    });
    const [first, ...rest] = body.data.breakdown;
    expect(first).toMatchObject({
      name: 'White Mug',
      units_sold: 6,
      units_on_hand: 20,
      sell_through_percent: 23.1,
      net_sales: '75.00',
    });
    expect(rest.map((row: { sell_through_percent: number }) => row.sell_through_percent)).toEqual([
      0, 0,
    ]);
  });
});
