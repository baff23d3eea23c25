import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollUp } from '../../src/domains/analytics/rollup/roll-up.js';
import { statement } from '../../src/platform/database/tx.js';
import { formatMoney, minor } from '../../src/platform/money.js';
import { AIRPORT_ID, customer, DOWNTOWN_ID } from '../../src/seed/data.js';
import * as links from '../../web/desk/pages/analytics/figure-links.js';
import type { ChainDay } from '../../web/desk/pages/dashboard/rank.js';
import { weekBefore } from '../../web/desk/pages/dashboard/rank.js';
import { countedSales, type SalesFilter, salesPath } from '../../web/desk/parts/sales-filter.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { changeSale, forgetSales, type SaleFields, writeSale } from './support.js';

// 09:30 on Monday 6 May in New York, 15:30 in Berlin.
const now = new Date('2030-05-06T13:30:00Z');
const CASHIER = '00000000-0000-4000-a002-000000000001';
const COLLEAGUE = '00000000-0000-4000-a002-000000000002';
const PROMOTION = '00000000-0000-4000-b002-000000000001';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  await forgetSales(shop.platform.db);
  await trade();
  await rollUp(shop.platform);
});
afterAll(() => shop.close());

const mug = { sku: 'MUG-WHITE', price: '12.50', cost: '4.00' };
const tee = { sku: 'TEE-BLACK-M', price: '25.00' };
const discount = (fields: object) => ({
  line: 0,
  reason: null,
  actor: null,
  approval_request_id: null,
  promotion_id: null,
  code: null,
  ...fields,
});

/**
 * Two tenders, taxes, discounts of four kinds, a void, late refunds, a return at another store, and a
 * second currency.
 */
async function trade(): Promise<void> {
  const { db } = shop.platform;
  const sell = (at: string, fields: Omit<SaleFields, 'at'>) => writeSale(db, { at, ...fields });
  // The first purchase of the customer was two months ago, so today's is that of a returning one.
  await sell('2030-03-01T15:00:00Z', { customer: customer.id, lines: [tee] });
  // 23:30 on Friday in New York, Saturday in UTC; it is refunded on Sunday.
  const split = await sell('2030-05-04T03:30:00Z', {
    customer: customer.id,
    payments: [
      { method: 'cash', amount: '10.00' },
      { method: 'card', amount: '31.56' },
    ],
    lines: [
      { ...mug, tax: '1.03' },
      { ...tee, tax: '3.03' },
    ],
  });
  await changeSale(db, split, {
    kind: 'refund',
    at: new Date('2030-05-05T18:00:00Z'),
    amount: '5.00',
  });
  const coded = await sell('2030-05-05T15:00:00Z', {
    channel: 'web_commerce',
    payments: [{ method: 'card', amount: '20.00' }],
    lines: [{ ...tee, discount: '5.00' }],
    adjustments: [
      discount({
        kind: 'code',
        reason: 'Hello',
        promotion_id: PROMOTION,
        code: 'WELCOME10',
        amount: '2.00',
      }),
      discount({ kind: 'promotion', reason: 'Spring', promotion_id: PROMOTION, amount: '3.00' }),
    ],
  });
  await used(coded, '2030-05-05T15:00:00Z');
  // Staff buy, too: this one for the first time. One of the two mugs comes back at the airport.
  const pair = await sell('2030-05-06T12:00:00Z', {
    employee: CASHIER,
    customer: CASHIER,
    lines: [{ ...mug, quantity: 2 }],
    adjustments: [discount({ kind: 'manual', actor: CASHIER, amount: '4.00' })],
  });
  const mugBack = { kind: 'return', line: 0, quantity: 1, amount: '12.50' } as const;
  await changeSale(db, pair, { ...mugBack, at: new Date('2030-05-06T12:30:00Z') });
  await changeSale(db, pair, {
    ...mugBack,
    at: new Date('2030-05-06T13:10:00Z'),
    store: AIRPORT_ID,
  });
  await sell('2030-05-06T13:00:00Z', {
    employee: CASHIER,
    customer: COLLEAGUE,
    lines: [mug],
    adjustments: [discount({ kind: 'manual', actor: CASHIER, reason: 'Chipped', amount: '1.00' })],
  });
  const wrong = await sell('2030-05-06T11:00:00Z', { lines: [mug] });
  await changeSale(db, wrong, { kind: 'void', at: new Date('2030-05-06T11:05:00Z') });
  await sell('2030-05-06T10:00:00Z', { status: 'pending', lines: [tee] });
  // The first purchase of the colleague is this one, in another store and currency.
  await sell('2030-05-06T09:00:00Z', {
    store: AIRPORT_ID,
    currency: 'EUR',
    customer: COLLEAGUE,
    lines: [mug],
  });
  await sell('2030-05-06T09:30:00Z', { store: AIRPORT_ID, lines: [tee] });
  // A week before, with a refund on the same day.
  const early = await sell('2030-04-29T15:00:00Z', { lines: [mug, tee] });
  await changeSale(db, early, {
    kind: 'refund',
    at: new Date('2030-04-29T16:00:00Z'),
    amount: '7.50',
  });
}

/** As the checkout and the consumer of completed sales write it. */
async function used(sale: string, at: string): Promise<void> {
  const run = (text: string, values: unknown[]) => statement(shop.platform.db, text, values);
  await run(
    `insert into promo_code_usages (transaction_id, code_id, store_id, discount, used_at, currency)
     select $1, id, $2, 2.00, $3, 'USD' from promo_codes where code = 'WELCOME10'`,
    [sale, DOWNTOWN_ID, at],
  );
  await run(
    `insert into campaign_conversions (transaction_id, campaign_id, store_id, revenue, discount,
       converted_at, currency)
     select $1, id, $2, 20.00, 5.00, $3, 'USD' from campaigns order by id limit 1`,
    [sale, DOWNTOWN_ID, at],
  );
}

const get = async (path: string, token?: string) => {
  const reply = await shop.call('GET', path, { token: token ?? (await shop.officeToken()) });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
};

type Listed = { transactionId: string; totalAmount: string; part_amount?: string };
const listed = (path: string, token?: string): Promise<Listed[]> =>
  get(path.replace('/transactions?', '/transactions/?limit=200&'), token);
/** What the list of sales shows, added up: the parts, else the totals. */
const sumOf = (sales: readonly Listed[]): string =>
  formatMoney(
    sales.reduce((sum, sale) => sum + minor(sale.part_amount ?? sale.totalAmount, 'USD'), 0),
    'USD',
  );

/** Figures that are numbers of sales; the others are sums of money. */
const COUNTS = new Set(['sales', 'discounted_sales', 'uses', 'code_uses', 'lines']);

type Case = {
  path: string;
  salesOf: (figure: links.Figure) => SalesFilter | undefined;
  totals: string[];
  rows: string[];
  part?: 'series';
};

const SALES_AND_REVENUE = ['sales', 'revenue'];
const CASES: Case[] = [
  {
    path: 'analytics/commerce/overview',
    salesOf: links.salesOfOverview,
    totals: [...SALES_AND_REVENUE, 'refunded', 'net_revenue'],
    rows: [...SALES_AND_REVENUE, 'refunded', 'net_revenue'],
  },
  {
    path: 'analytics/commerce/sales',
    salesOf: links.salesOfMethod,
    totals: ['gross_sales', 'discounts', 'tax', 'refunded', 'net_revenue'],
    rows: ['amount', 'refunded', 'net_amount'],
  },
  {
    path: 'analytics/commerce/products',
    salesOf: links.salesOfProduct,
    totals: ['revenue'],
    rows: SALES_AND_REVENUE,
  },
  {
    path: 'analytics/commerce/hourly-traffic',
    salesOf: links.salesOfHour,
    totals: SALES_AND_REVENUE,
    rows: SALES_AND_REVENUE,
    part: 'series',
  },
  {
    path: 'reports/sell-through',
    salesOf: links.salesOfProduct,
    totals: ['net_sales'],
    rows: ['net_sales'],
  },
  {
    path: 'analytics/people/customers',
    salesOf: links.salesOfCustomers,
    totals: [],
    rows: SALES_AND_REVENUE,
  },
  {
    path: 'analytics/growth/promotions',
    salesOf: links.salesOfPromotions,
    totals: ['discounted_sales', 'discounts', 'code_uses'],
    rows: ['uses', 'discounts'],
  },
  {
    path: 'analytics/growth/discounts',
    salesOf: links.salesOfDiscounts,
    totals: ['discounts', 'manual', 'code', 'promotion'],
    rows: ['sales', 'amount'],
  },
];

describe('the sales that a figure leads to', () => {
  it.each(CASES)('add up to it: $path', async ({ path, salesOf, totals, rows, part }) => {
    const checked: string[] = [];
    for (const scope of ['store=DOWNTOWN', 'currency=USD', 'store=AIRPORT&currency=USD']) {
      const { meta, data } = await get(`/${path}/?${scope}&days=4`);
      const figures = [
        ...totals.map(key => ({ key, row: undefined, value: data.totals[key], filters: {} })),
        ...data[part ?? 'breakdown'].flatMap((row: links.Row) =>
          rows.map(key => ({ key, row, value: row[key], filters: {} })),
        ),
      ];
      for (const figure of figures.filter(({ value }) => Number(value) !== 0)) {
        const filter = salesOf(figure);
        if (filter === undefined) throw new Error(`${figure.key} has no sales`);
        const address = salesPath(countedSales(meta, filter));
        const sales = await listed(address);
        const found = COUNTS.has(figure.key) ? sales.length : sumOf(sales);
        expect([address, figure.key, found]).toEqual([address, figure.key, figure.value]);
        checked.push(figure.key);
      }
    }
    expect(new Set(checked)).toEqual(new Set([...totals, ...rows]));
  });

  it.each(['store', 'hour', 'category', 'staff'])('add up to a comparison by %s', async by => {
    const { meta, data } = await get(`/reports/comparison/?store=DOWNTOWN&days=4&by=${by}`);
    const name = by === 'staff' ? 'employee' : by;
    expect(data.breakdown.length).toBeGreaterThan(0);
    for (const group of data.breakdown) {
      const filter = countedSales(meta, { ...links.GOODS, [name]: group.key });
      expect([group.key, sumOf(await listed(salesPath(filter)))]).toEqual([
        group.key,
        group.net_sales,
      ]);
    }
    const all = await listed(salesPath(countedSales(meta, links.GOODS)));
    expect(sumOf(all)).toBe(data.totals.net_sales);
    const net = await listed(salesPath(countedSales(meta, links.NET)));
    expect(sumOf(net)).toBe(data.totals.net_revenue);
  });

  it('are the returns behind the units that came back', async () => {
    const found: unknown[] = [];
    for (const scope of ['store=DOWNTOWN', 'currency=USD', 'store=AIRPORT&currency=USD']) {
      const { meta, data } = await get(`/analytics/commerce/products/?${scope}&days=4`);
      for (const row of data.breakdown.filter((one: links.Row) => one.returned_units !== 0)) {
        const figure = { key: 'returned_units', row, value: row.returned_units, filters: {} };
        const link = links.returnsOf(figure, meta);
        const returns = await get(`${link?.href.replace('/returns?', '/returns/?limit=200&')}`);
        const units = returns.reduce(
          (sum: number, one: { counted_units: number }) => sum + one.counted_units,
          0,
        );
        expect([link?.href, units]).toEqual([link?.href, row.returned_units]);
        found.push([scope, row.name, units]);
      }
    }
    expect(found).toEqual([
      ['store=DOWNTOWN', 'White Mug', 1],
      ['currency=USD', 'White Mug', 2],
      ['store=AIRPORT&currency=USD', 'White Mug', 1],
    ]);
  });

  it('are returns of the days, product and currency asked for', async () => {
    const count = async (query: string): Promise<number> =>
      (await get(`/returns/?store=DOWNTOWN&${query}`)).length;
    expect(await count('completed_from=2030-05-06&completed_to=2030-05-06')).toBe(1);
    expect(await count('completed_from=2030-05-07')).toBe(0);
    expect(await count('completed_to=2030-05-05')).toBe(0);
    expect(await count('currency=EUR')).toBe(0);
    expect(await count('product=2147483647')).toBe(0);
    expect((await get('/returns/?store=DOWNTOWN'))[0]).not.toHaveProperty('counted_units');
    const wrong = '/returns/?completed_from=2030-05-06&completed_to=2030-05-05';
    const { status, body } = await shop.call('GET', wrong, { token: await shop.officeToken() });
    expect([status, Object.keys(body.errors)]).toEqual([400, ['completed_to']]);
  });

  it('are those of the day at the dashboard, and the refunds of that day', async () => {
    const day = await get('/analytics/store-day/?store=DOWNTOWN&date=2030-05-05');
    const scope = { from: day.date, to: day.date, currency: 'USD', store_code: 'DOWNTOWN' };
    expect(day).toMatchObject({ gross: '20.00', refunded: '5.00', sales: 1 });
    expect(sumOf(await listed(salesPath(countedSales(scope))))).toBe(day.gross);
    const refunds = await listed(salesPath(countedSales(scope, { refunded: 'true' })));
    expect(refunds).toMatchObject([{ totalAmount: '41.56', part_amount: '5.00' }]);
    const net = await listed(salesPath(countedSales(scope, links.NET)));
    expect(net.map(sale => sale.part_amount)).toEqual(['20.00', '-5.00']);
    expect(sumOf(net)).toBe(day.net);
    const [top] = day.top_products;
    const ofTop = salesPath(countedSales(scope, { product: String(top.product_id) }));
    expect(sumOf(await listed(ofTop))).toBe(top.revenue);
  });

  it('are those of the whole day a week before behind its net', async () => {
    const { stores } = await get('/analytics/chain-day/');
    const today = stores.find((one: { store_code: string }) => one.store_code === 'DOWNTOWN');
    expect(today).toMatchObject({ date: '2030-05-06', net_week_before: '30.00' });
    const { date, currency, store_code } = weekBefore(today as ChainDay);
    const scope = { from: date, to: date, currency, store_code };
    const net = await listed(salesPath(countedSales(scope, links.NET)));
    expect(net.map(sale => sale.part_amount)).toEqual(['30.00']);
    expect(sumOf(net)).toBe(today.net_week_before);
  });

  it.each([
    ['analytics/commerce/overview', links.salesOfOverview, 'share_percent', 'rows'],
    ['analytics/commerce/sales', links.salesOfMethod, 'share_percent', 'rows'],
    ['analytics/commerce/products', links.salesOfProduct, 'margin_percent', 'totals'],
    ['analytics/commerce/products', links.salesOfProduct, 'margin_percent', 'rows'],
    ['reports/sell-through', links.salesOfProduct, 'sell_through_percent', 'totals'],
    ['reports/sell-through', links.salesOfProduct, 'sell_through_percent', 'rows'],
    ['analytics/people/customers', links.salesOfCustomers, 'returning_percent', 'totals'],
    ['analytics/people/customers', links.salesOfCustomers, 'share_percent', 'rows'],
    ['analytics/growth/promotions', links.salesOfPromotions, 'discount_percent', 'totals'],
  ] as const)('are those behind a share: %s, %s %s', async (path, salesOf, key, where) => {
    const { meta, data } = await get(`/${path}/?store=DOWNTOWN&days=4`);
    const rows: (links.Row | undefined)[] = where === 'rows' ? data.breakdown : [undefined];
    const shares = rows.filter(row => Number((row ?? data.totals)[key]) !== 0);
    expect(shares.length).toBeGreaterThan(0);
    for (const row of shares) {
      const filter = salesOf({ key, row, value: (row ?? data.totals)[key], filters: {} });
      if (filter === undefined) throw new Error(`${key} has no sales`);
      expect((await listed(salesPath(countedSales(meta, filter)))).length).toBeGreaterThan(0);
    }
  });

  it('are those of returning customers behind their share', async () => {
    const { meta, data } = await get('/analytics/people/customers/?store=DOWNTOWN&days=4');
    const share = { key: 'returning_percent', row: undefined, value: 0, filters: {} };
    const sales = await listed(salesPath(countedSales(meta, links.salesOfCustomers(share))));
    const row = data.breakdown.find((one: links.Row) => one.segment === 'returning');
    expect([sales.length, sumOf(sales)]).toEqual([row.sales, row.revenue]);
  });

  it('are in the CSV file with the same parts', async () => {
    const query = 'date_from=2030-05-03&date_to=2030-05-06&counted=true&payment_method=card';
    const reply = await shop.call('GET', `/transactions/export/?${query}&ordering=created_at`, {
      token: await shop.officeToken(),
    });
    const [head, ...rows] = reply.text.trimEnd().split('\n');
    expect(head?.endsWith(',notes,part_amount')).toBe(true);
    expect(rows.map(row => row.split(',').at(-1))).toEqual(['31.56', '20.00']);
  });

  it('are never those of another store', async () => {
    const local = await localManager(shop, AIRPORT_ID);
    for (const filter of [
      'payment_method=cash',
      'refunded=true',
      'segment=guest',
      'discount_origin=any',
      'code=*',
      'code=welcome10',
      `promotion=${PROMOTION}`,
      'part=goods',
      'part=net',
    ]) {
      const path = `/transactions/?date_from=2030-05-01&date_to=2030-05-06&${filter}`;
      const stores = (await get(path, local)).map((sale: { store: string }) => sale.store);
      expect([filter, ...new Set([...stores, AIRPORT_ID])]).toEqual([filter, AIRPORT_ID]);
    }
    const asked = `/transactions/?store=DOWNTOWN&date_from=2030-05-01&date_to=2030-05-06&code=*`;
    expect((await shop.call('GET', asked, { token: local })).status).toBe(400);
  });
});

describe('a filter of figures', () => {
  const DAYS = 'date_from=2030-05-01&date_to=2030-05-06&';

  it.each([
    [`${DAYS}payment_method=shells`, 'payment_method'],
    [`${DAYS}code=NOPE`, 'code'],
    [`${DAYS}discount_employee=EMP999`, 'discount_employee'],
    [`${DAYS}discount_origin=luck`, 'discount_origin'],
    [`${DAYS}discount_approval=yes`, 'discount_approval'],
    [`${DAYS}promotion=spring`, 'promotion'],
    [`${DAYS}campaign=1`, 'campaign'],
    [`${DAYS}segment=rich`, 'segment'],
    [`${DAYS}part=margin`, 'part'],
    [`${DAYS}currency=usd`, 'currency'],
    ['payment_method=cash', 'date_from'],
    ['payment_method=cash&date_from=2030-05-01', 'date_to'],
    ['flag=discounted', 'date_from'],
    ['part=net&date_from=2030-05-01', 'date_to'],
    ['refunded=true&date_from=2020-05-01&date_to=2030-05-01', 'date_from'],
  ])('refuses ?%s and names the field', async (query, field) => {
    const { status, body } = await shop.call('GET', `/transactions/?${query}`, {
      token: await shop.officeToken(),
    });
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });

  it('does not add up a drawer for the cashier who is to count it', async () => {
    const db = shop.platform.db;
    const cashier = await shop.tillToken('EMP001', 'T-001');
    const path = `/transactions/?${DAYS}payment_method=cash&counted=true&store=DOWNTOWN`;
    expect(await get(path, cashier)).toHaveLength(3);
    const opened = await shop.call('POST', '/cash-management/shifts/', {
      token: cashier,
      body: { opening_float: '100.00' },
    });
    expect(opened.status).toBe(201);
    const shift = opened.body.id;
    const setShift = (id: string | null) =>
      statement(db, `update payments set shift_id = $1 where store_id = $2`, [id, DOWNTOWN_ID]);
    await setShift(shift);
    expect(await get(path, cashier)).toEqual([]);
    expect(await get(path)).toHaveLength(3);
    await setShift(null);
  });
});
