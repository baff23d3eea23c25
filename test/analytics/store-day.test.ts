import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollUp } from '../../src/domains/analytics/rollup/roll-up.js';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { changeSale, forgetSales, writeSale } from './support.js';

// 22:30 on Monday 6 May in New York, 04:30 on Tuesday in Berlin and 02:30 in UTC.
const now = new Date('2030-05-07T02:30:00Z');

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  await forgetSales(shop.platform.db);
  await trade();
});
afterAll(() => shop.close());

const mug = { sku: 'MUG-WHITE', price: '12.50' };
const tee = { sku: 'TEE-BLACK-M', price: '25.00' };

async function trade(): Promise<void> {
  const { db } = shop.platform;
  // Monday morning in New York; half of it went back in the evening, after midnight in UTC.
  const half = await writeSale(db, {
    at: '2030-05-06T14:00:00Z',
    lines: [{ ...tee, tax: '2.06' }],
  });
  await changeSale(db, half, {
    kind: 'refund',
    at: new Date('2030-05-07T01:00:00Z'),
    amount: '13.53',
  });
  // Monday evening, already Tuesday in UTC.
  await writeSale(db, { at: '2030-05-07T02:00:00Z', lines: [{ ...mug, quantity: 2 }] });
  // Sunday evening in New York, already Monday in UTC.
  await writeSale(db, { at: '2030-05-06T03:59:59Z', lines: [tee] });
  const wrong = await writeSale(db, { at: '2030-05-06T15:00:00Z', lines: [mug] });
  await changeSale(db, wrong, { kind: 'void', at: new Date('2030-05-06T15:05:00Z') });
  // Tuesday just after midnight in Berlin, and one from the time when the store had dollars.
  const berlin = { store: AIRPORT_ID, at: '2030-05-06T22:00:00Z' };
  await writeSale(db, { ...berlin, currency: 'EUR', lines: [mug] });
  await writeSale(db, { ...berlin, lines: [tee] });
}

const read = async (query: string, token?: string) =>
  shop.call('GET', `/analytics/store-day/${query}`, {
    token: token ?? (await shop.officeToken()),
  });

describe("a store's day", () => {
  it("follows the store's clock, and keeps a sale of which a part went back", async () => {
    const { status, body } = await read('?store=DOWNTOWN');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      store: DOWNTOWN_ID,
      store_code: 'DOWNTOWN',
      date: '2030-05-06',
      is_today: true,
      time_zone: 'America/New_York',
      currency: 'USD',
      sales: 2,
      gross: '52.06',
      refunds: 1,
      refunded: '13.53',
      net: '38.53',
      average_basket: '26.03',
      voided_sales: 1,
      voided_amount: '12.50',
      by_currency: [{ currency: 'USD', sales: 2, gross: '52.06', net: '38.53' }],
    });
    expect(body.hours).toHaveLength(24);
    expect(body.hours.filter((hour: { sales: number }) => hour.sales > 0)).toEqual([
      { hour: 10, sales: 1, gross: '27.06' },
      { hour: 22, sales: 1, gross: '25.00' },
    ]);
    expect(body.top_products).toMatchObject([
      { name: 'White Mug', units: 2, revenue: '25.00' },
      { name: 'Black Tee', units: 1, revenue: '25.00' },
    ]);
  });

  it('is another one in Berlin, and keeps the currencies apart', async () => {
    const { body } = await read('?store=AIRPORT');
    expect(body).toMatchObject({
      date: '2030-05-07',
      currency: 'EUR',
      sales: 1,
      gross: '12.50',
      net: '12.50',
      by_currency: [
        { currency: 'EUR', sales: 1, gross: '12.50', refunded: '0.00', net: '12.50' },
        { currency: 'USD', sales: 1, gross: '25.00', refunded: '0.00', net: '25.00' },
      ],
    });
    expect((await read('?store=AIRPORT&date=2030-05-06')).body).toMatchObject({
      is_today: false,
      sales: 0,
      gross: '0.00',
      net: '0.00',
      by_currency: [],
    });
  });

  it('is the same from the records and from the rollup, while the dashboard keeps to UTC', async () => {
    const sunday = '?store=DOWNTOWN&date=2030-05-05';
    const { generated_at: _, ...live } = (await read(sunday)).body;
    expect(live).toMatchObject({ sales: 1, gross: '25.00', net: '25.00' });
    await rollUp(shop.platform);
    expect((await read(sunday)).body).toMatchObject(live);
    const home = await shop.call('GET', '/stores/DOWNTOWN/dashboard_home/', {
      token: await shop.officeToken(),
    });
    expect(home.body.kpis).toMatchObject({ revenue_today: '25.00', transactions_today: 1 });
  });

  it.each([
    ['', 'store'],
    ['?store=NOWHERE', 'store'],
    ['?store=DOWNTOWN&date=2030-05-07', 'date'],
    ['?store=DOWNTOWN&date=yesterday', 'date'],
    ['?store=DOWNTOWN&days=3', 'days'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await read(query);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('of all stores is one answer, each by its own clock and in its own currency', async () => {
    const { status, body } = await shop.call('GET', '/analytics/chain-day/', {
      token: await shop.officeToken(),
    });
    expect(status).toBe(200);
    const low = await statement<{ code: string; low: number }>(
      shop.platform.db,
      `select s.code, count(l.id)::int as low from stores s
       left join inventory_levels l on l.store_id = s.id and l.is_low group by 1 order by 1`,
    );
    const nothing = {
      sales: 0,
      gross: '0.00',
      refunds: 0,
      refunded: '0.00',
      net: '0.00',
      net_week_before: '0.00',
    };
    const of = (code: string, figures: object) => ({
      store_code: code,
      low_stock: low.find(one => one.code === code)?.low,
      ...figures,
    });
    expect(body.stores).toMatchObject([
      of('AIRPORT', {
        ...nothing,
        store: AIRPORT_ID,
        date: '2030-05-07',
        currency: 'EUR',
        sales: 1,
        gross: '12.50',
        net: '12.50',
      }),
      of('DOWNTOWN', {
        store: DOWNTOWN_ID,
        date: '2030-05-06',
        currency: 'USD',
        sales: 2,
        gross: '52.06',
        refunds: 1,
        refunded: '13.53',
        net: '38.53',
      }),
      of('ZURICH', { ...nothing, date: '2030-05-07', currency: 'CHF' }),
    ]);
  });

  it('leaves a closed store out of the day of all stores, which keeps its own day', async () => {
    const token = await shop.officeToken('admin');
    const setOpen = (is_active: boolean) =>
      shop.call('PATCH', '/stores/AIRPORT/', { token, body: { is_active } });
    expect((await setOpen(false)).status).toBe(200);
    const { body } = await shop.call('GET', '/analytics/chain-day/', { token });
    expect(body.stores.map((one: { store_code: string }) => one.store_code)).toEqual([
      'DOWNTOWN',
      'ZURICH',
    ]);
    expect((await read('?store=AIRPORT')).body).toMatchObject({ sales: 1, gross: '12.50' });
    // The figures of a closed store still lead to its sales.
    const sales = await shop.call('GET', '/transactions/?store=AIRPORT&currency=EUR', { token });
    expect(sales.body).toMatchObject([{ store: AIRPORT_ID, totalAmount: '12.50' }]);
    expect((await setOpen(true)).status).toBe(200);
  });

  it('is for the staff of the store', async () => {
    expect((await read('?store=DOWNTOWN', await shop.tillToken())).status).toBe(200);
    const local = await localManager(shop, AIRPORT_ID);
    expect((await read('?store=DOWNTOWN', local)).status).toBe(400);
    const { body } = await shop.call('GET', '/analytics/chain-day/', { token: local });
    expect(body.stores.map((one: { store: string }) => one.store)).toEqual([AIRPORT_ID]);
    expect((await shop.call('GET', '/analytics/chain-day/')).status).toBe(401);
    expect((await shop.call('GET', '/analytics/store-day/?store=DOWNTOWN')).status).toBe(401);
  });

  it('of all stores compares each with its own whole day a week before, live and from the daily sums', async () => {
    const { db } = shop.platform;
    // Monday in New York, the second one already Tuesday in UTC; then Sunday and Tuesday there.
    await writeSale(db, { at: '2030-04-29T15:00:00Z', lines: [tee] });
    await writeSale(db, { at: '2030-04-30T03:00:00Z', lines: [mug] });
    await writeSale(db, { at: '2030-04-29T03:00:00Z', lines: [mug] });
    await writeSale(db, { at: '2030-04-30T05:00:00Z', lines: [mug] });
    // Tuesday in Berlin, and Monday.
    const berlin = { store: AIRPORT_ID, currency: 'EUR' };
    await writeSale(db, { ...berlin, at: '2030-04-29T22:30:00Z', lines: [tee] });
    await writeSale(db, { ...berlin, at: '2030-04-29T21:30:00Z', lines: [mug] });
    const weekBefore = async () => {
      const token = await shop.officeToken();
      const { body } = await shop.call('GET', '/analytics/chain-day/', { token });
      return body.stores.map((one: Record<string, string>) => [
        one.store_code,
        one.net_week_before,
        one.net,
      ]);
    };
    const expected = [
      ['AIRPORT', '25.00', '12.50'],
      ['DOWNTOWN', '37.50', '38.53'],
      ['ZURICH', '0.00', '0.00'],
    ];
    expect(await weekBefore()).toEqual(expected);
    await rollUp(shop.platform);
    expect(await weekBefore()).toEqual(expected);
  });
});
