import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvOf } from '../../src/domains/analytics/reports/csv.js';
import { todayOf } from '../../src/domains/analytics/reports/scope.js';
import { rollUp } from '../../src/domains/analytics/rollup/roll-up.js';
import type { ListedStore } from '../../src/domains/stores/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { changeSale, forgetSales, writeSale } from './support.js';

// 09:30 on Monday 6 May in New York, 15:30 in Berlin.
const now = new Date('2030-05-06T13:30:00Z');

const PATHS = [
  'commerce/overview',
  'commerce/sales',
  'commerce/products',
  'commerce/hourly-traffic',
  'operations/inventory',
  'operations/fulfillment',
  'operations/procurement',
  'people/customers',
  'growth/promotions',
];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  await forgetSales(shop.platform.db);
  await tradeAtDowntown();
  await rollUp(shop.platform);
});
afterAll(() => shop.close());

/** Three sales on Saturday evening, one of them after midnight in UTC; one today; one in euros. */
async function tradeAtDowntown(): Promise<void> {
  const { db } = shop.platform;
  const mug = { sku: 'MUG-WHITE', price: '12.50', cost: '4.00' };
  await writeSale(db, {
    at: '2030-05-04T22:10:00Z',
    lines: [{ ...mug, quantity: 2, tax: '2.06' }],
  });
  const tee = await writeSale(db, {
    at: '2030-05-05T01:30:00Z',
    channel: 'web_commerce',
    payments: [{ method: 'card', amount: '22.50' }],
    lines: [{ sku: 'TEE-BLACK-M', price: '25.00', discount: '2.50' }],
  });
  await changeSale(db, tee, {
    kind: 'return',
    at: new Date('2030-05-05T15:00:00Z'),
    line: 0,
    quantity: 1,
    amount: '10.00',
  });
  const wrong = await writeSale(db, { at: '2030-05-05T02:00:00Z', lines: [mug] });
  await changeSale(db, wrong, { kind: 'void', at: new Date('2030-05-05T02:05:00Z') });
  await writeSale(db, { at: '2030-05-06T13:00:00Z', lines: [mug] });
  await writeSale(db, {
    at: '2030-05-06T12:00:00Z',
    store: AIRPORT_ID,
    currency: 'EUR',
    lines: [mug],
  });
}

const read = async (path: string, query = '', token?: string) =>
  shop.call('GET', `/analytics/${path}/${query}`, { token: token ?? (await shop.officeToken()) });

describe('the header of a report', () => {
  it('names its store, currency and period', async () => {
    const { body } = await read('commerce/overview', '?store=DOWNTOWN');
    expect(body.meta).toEqual({
      generated_at: '2030-05-06T13:30:00.000Z',
      from: '2030-04-07',
      to: '2030-05-06',
      days: 30,
      store: DOWNTOWN_ID,
      store_code: 'DOWNTOWN',
      currency: 'USD',
      other_currencies: [],
      time_zone: 'America/New_York',
      clamped: false,
    });
    expect(body.data.series).toHaveLength(30);
  });

  it('ends with the day of the store that is furthest ahead', () => {
    const store = (time_zone: string) => ({ time_zone }) as ListedStore;
    const now = new Date('2026-03-01T23:30:00Z');
    const newYork = store('America/New_York');
    expect(todayOf([newYork], now).today).toBe('2026-03-01');
    expect(todayOf([newYork, store('Europe/Berlin')], now)).toEqual({
      timeZone: 'Europe/Berlin',
      today: '2026-03-02',
    });
    expect(todayOf([newYork, store('Europe/London')], now).timeZone).toBe('UTC');
  });

  it('covers one currency over all stores and lists the others', async () => {
    const dollars = await read('commerce/overview', '?days=7');
    expect(dollars.body.meta).toMatchObject({
      store: null,
      store_code: null,
      currency: 'USD',
      other_currencies: ['CHF', 'EUR'],
      time_zone: 'UTC',
    });
    const euros = await read('commerce/overview', '?days=7&currency=EUR');
    expect(euros.body.data.totals).toMatchObject({ sales: 1, revenue: '12.50' });
    expect(euros.body.data.breakdown).toMatchObject([
      { dimension: 'channel', key: 'pos', share_percent: 100 },
      { dimension: 'store', key: 'AIRPORT', share_percent: 100 },
    ]);
  });

  it.each([
    ['?days=1', '2030-05-06', '2030-05-06', 1, false],
    ['?days=0', '2030-05-06', '2030-05-06', 1, true],
    ['?days=-4', '2030-05-06', '2030-05-06', 1, true],
    ['?days=366', '2029-05-06', '2030-05-06', 366, false],
    ['?days=5000', '2029-05-06', '2030-05-06', 366, true],
    ['?from=2030-05-01', '2030-05-01', '2030-05-06', 6, false],
    ['?from=2030-05-01&to=2030-05-03', '2030-05-01', '2030-05-03', 3, false],
    ['?from=2030-05-01&to=2030-06-01', '2030-05-01', '2030-05-06', 6, true],
    ['?from=2031-01-01', '2030-05-06', '2030-05-06', 1, true],
    ['?from=2020-01-01', '2029-05-06', '2030-05-06', 366, true],
    ['?to=2030-03-31&days=31', '2030-03-01', '2030-03-31', 31, false],
  ])('clamps %s to the supported period', async (query, from, to, days, clamped) => {
    const { body } = await read('commerce/overview', `${query}&store=DOWNTOWN`);
    expect(body.meta).toMatchObject({ from, to, days, clamped });
    expect(body.data.series.map((row: { day: string }) => row.day).at(0)).toBe(from);
    expect(body.data.series).toHaveLength(days);
  });

  it.each([
    ['?from=2030-05-03&to=2030-05-01', 'from'],
    ['?from=2030-05-03&days=3', 'days'],
    ['?days=x', 'days'],
    ['?from=2030-02-30', 'from'],
    ['?store=NOWHERE', 'store'],
    ['?currency=usd', 'currency'],
    ['?format=xml', 'format'],
    ['?colour=red', 'colour'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await read('commerce/sales', query);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it("takes today from the store's time zone", async () => {
    const late = await openShop({
      beside: shop,
      background: false,
      clock: { now: () => new Date('2030-05-07T02:00:00Z') },
    });
    try {
      const token = await late.officeToken();
      const to = async (query: string) =>
        (await late.call('GET', `/analytics/commerce/sales/${query}`, { token })).body.meta.to;
      expect(await to('?store=DOWNTOWN')).toBe('2030-05-06');
      expect(await to('?store=AIRPORT')).toBe('2030-05-07');
      expect(await to('')).toBe('2030-05-07');
    } finally {
      await late.close();
    }
  });
});

describe('the commerce reports', () => {
  it('book sales on the local day of completion and refunds on the day of payment', async () => {
    const { body } = await read('commerce/sales', '?store=DOWNTOWN&days=3');
    expect(body.data.totals).toEqual({
      sales: 3,
      units: 4,
      gross_sales: '62.50',
      discounts: '2.50',
      tax: '2.06',
      shipping: '0.00',
      revenue: '62.06',
      refunds: 1,
      refunded: '10.00',
      net_revenue: '52.06',
      average_basket: '20.69',
      discounted_sales: 1,
      voided_sales: 1,
      voided_amount: '12.50',
      paid: '62.06',
    });
    expect(
      body.data.series.map((row: Record<string, unknown>) => [row.day, row.sales, row.net_revenue]),
    ).toEqual([
      ['2030-05-04', 2, '49.56'],
      ['2030-05-05', 0, '-10.00'],
      ['2030-05-06', 1, '12.50'],
    ]);
    expect(body.data.breakdown).toEqual([
      {
        dimension: 'payment_method',
        key: 'cash',
        name: 'Cash',
        payments: 2,
        amount: '39.56',
        refunds: 0,
        refunded: '0.00',
        net_amount: '39.56',
        share_percent: 63.7,
      },
      {
        dimension: 'payment_method',
        key: 'card',
        name: 'Card',
        payments: 1,
        amount: '22.50',
        refunds: 1,
        refunded: '10.00',
        net_amount: '12.50',
        share_percent: 36.3,
      },
    ]);
  });

  it('break down by channel and store', async () => {
    const { body } = await read('commerce/overview', '?store=DOWNTOWN&days=3');
    expect(body.data.totals.average_daily_revenue).toBe('20.69');
    expect(
      body.data.breakdown.map((row: Record<string, unknown>) => [
        row.name,
        row.sales,
        row.net_revenue,
      ]),
    ).toEqual([
      ['Till', 2, '39.56'],
      ['Web shop', 1, '12.50'],
      ['Tillhouse Downtown', 3, '52.06'],
    ]);
  });

  it('compute margins where the cost is known', async () => {
    const { body } = await read('commerce/products', '?store=DOWNTOWN&days=3');
    expect(body.data.totals).toMatchObject({
      products: 2,
      units: 4,
      revenue: '60.00',
      cost: '12.00',
      margin: '25.50',
      margin_percent: 68,
      // The tee's cost was not known.
      uncosted_units: 1,
      uncosted_revenue: '22.50',
      returned_units: 1,
      returned_amount: '10.00',
      return_rate_percent: 25,
    });
    expect(body.data.breakdown).toMatchObject([
      { name: 'White Mug', sales: 2, units: 3, revenue: '37.50', share_percent: 62.5 },
      { name: 'Black Tee', sales: 1, units: 1, revenue: '22.50', margin_percent: null },
    ]);
  });

  it('compute no margin from a cost in another currency, and say what is missing', async () => {
    const query = '?store=AIRPORT&days=1';
    const { body } = await read('commerce/products', query);
    expect(body.meta.currency).toBe('EUR');
    const unknown = {
      revenue: '12.50',
      cost: '0.00',
      margin: '0.00',
      margin_percent: null,
      uncosted_units: 1,
      uncosted_revenue: '12.50',
    };
    expect(body.data.totals).toMatchObject(unknown);
    const { db } = shop.platform;
    const bookCost = (currency: string) =>
      statement(
        db,
        `update transaction_lines set cost_currency = $1
         where transaction_id in (select id from transactions where currency = 'EUR')`,
        [currency],
      );
    await bookCost('EUR');
    expect((await read('commerce/products', query)).body.data.totals).toMatchObject({
      cost: '4.00',
      margin: '8.50',
      margin_percent: 68,
      uncosted_units: 0,
      uncosted_revenue: '0.00',
    });
    await bookCost('USD');
    expect((await read('commerce/products', query)).body.data.totals).toMatchObject(unknown);
  });

  it("show visits by hour in the store's time zone", async () => {
    const { body } = await read('commerce/hourly-traffic', '?store=DOWNTOWN&days=3');
    expect(body.data.totals).toEqual({
      sales: 3,
      units: 4,
      revenue: '62.06',
      busiest_hour: 9,
      busiest_weekday: 6,
      average_sales_per_day: 1,
    });
    const busy = body.data.breakdown.filter((row: { sales: number }) => row.sales > 0);
    expect(busy.map((row: Record<string, unknown>) => [row.weekday, row.hour, row.sales])).toEqual([
      [1, 9, 1],
      [6, 18, 1],
      [6, 21, 1],
    ]);
    expect(body.data.breakdown).toHaveLength(7 * 24);
    expect(body.data.series).toHaveLength(24);
  });
});

describe('a report as CSV', () => {
  it.each(PATHS)('%s downloads', async path => {
    const reply = await read(path, '?store=DOWNTOWN&days=3&format=csv');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="${path.replace('/', '-')}-DOWNTOWN-2030-05-04-to-2030-05-06.csv"`,
    );
    const [header, ...rows] = parse(reply.text) as string[][];
    expect(header?.length).toBeGreaterThan(3);
    expect(rows.filter(row => row.length !== header?.length)).toEqual([]);
  });

  it('has the figures of the answer, row by row', async () => {
    const { text } = await read('commerce/overview', '?store=DOWNTOWN&days=3&format=csv');
    expect(text).toBe(
      [
        'day,sales,units,revenue,refunded,net_revenue,average_basket',
        '2030-05-04,2,3,49.56,0.00,49.56,24.78',
        '2030-05-05,0,0,0.00,10.00,-10.00,0.00',
        '2030-05-06,1,1,12.50,0.00,12.50,12.50',
        '',
      ].join('\r\n'),
    );
  });

  it('has a header when it has no rows', async () => {
    const { text } = await read('commerce/products', '?store=DOWNTOWN&to=2030-01-01&format=csv');
    expect(text).toMatch(/^product_id,name,[\w,]+\r\n$/);
  });

  it('escapes names that a spreadsheet would run as formulas', async () => {
    const { db } = shop.platform;
    const name = '=HYPERLINK("http://evil","click, me")';
    await db.updateTable('products').set({ name }).where('name', '=', 'Black Tee').execute();
    const { text } = await read('commerce/products', '?store=DOWNTOWN&days=3&format=csv');
    expect(text).toContain(`"'=HYPERLINK(""http://evil"",""click, me"")"`);
    expect(text).not.toMatch(/[\r\n,]"?[=+@]/);
  });

  it.each([
    ['＝1+1', "'＝1+1"],
    ["'=1+1", "''=1+1"],
    ['\n=1+1', '"\'\n=1+1"'],
    ['Tee\n=1+1', '"Tee\n=1+1"'],
    ['-10.00', '-10.00'],
  ])('escapes %j like the catalogue export', (name, cell) => {
    expect(csvOf(['name'], [{ name }])).toBe(`name\r\n${cell}\r\n`);
  });

  it('exports the other rows on request', async () => {
    const { text } = await read('commerce/overview', '?days=3&format=csv&part=breakdown');
    expect(text).toMatch(/^dimension,key,name,/);
  });
});

describe('access to reports', () => {
  it.each(PATHS)('%s is for managers', async path => {
    const anonymous = await shop.call('GET', `/analytics/${path}/`);
    expect(anonymous.status).toBe(401);
    for (const employee of ['EMP001', 'EMP002', 'EMP005']) {
      const reply = await read(path, '', await shop.tillToken(employee));
      expect([reply.status, reply.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    }
    expect((await read(path, '', await shop.tillToken('EMP003'))).status).toBe(200);
    expect((await read(path, '', await shop.officeToken('admin'))).status).toBe(200);
  });

  it('limits a manager of one store to that store', async () => {
    const local = await localManager(shop, AIRPORT_ID);
    const { body } = await read('commerce/overview', '?days=3', local);
    expect(body.meta).toMatchObject({ currency: 'EUR', other_currencies: [] });
    expect(body.data.totals).toMatchObject({ sales: 1, revenue: '12.50' });
    const dollars = await read('commerce/overview', '?days=3&currency=USD', local);
    expect(dollars.body.data.totals).toMatchObject({ sales: 0, revenue: '0.00' });
    for (const store of ['DOWNTOWN', DOWNTOWN_ID, 'store-downtown']) {
      expect((await read('commerce/overview', `?store=${store}`, local)).status).toBe(400);
    }
  });

  it("limits a manager at a till to the till's store", async () => {
    const till = await shop.tillToken('EMP003');
    expect((await read('commerce/overview', '?store=AIRPORT', till)).status).toBe(400);
    const { body } = await read('commerce/overview', '?days=3', till);
    expect(body.meta).toMatchObject({ currency: 'USD', time_zone: 'America/New_York' });
  });
});
