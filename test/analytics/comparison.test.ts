import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparedPeriod } from '../../src/domains/analytics/reports/comparison/periods.js';
import { cover } from '../../src/domains/analytics/rollup/cover.js';
import {
  daysToRollUp,
  isDue,
  tryLockRollUp,
} from '../../src/domains/analytics/rollup/days-repository.js';
import { rollUp } from '../../src/domains/analytics/rollup/roll-up.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import { localManager } from '../promotions/support.js';
import { openShop, type Shop } from '../support/service.js';
import { changeSale, forgetSales, writeSale } from './support.js';

// 09:30 on Monday 6 May in New York.
const now = new Date('2030-05-06T13:30:00Z');
const DAY = '?store=DOWNTOWN&from=2030-05-04&to=2030-05-04';

let shop: Shop;
const people: Record<string, string> = {};
const category: Record<string, string> = {};
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  const { db } = shop.platform;
  await forgetSales(db);
  const users = await db
    .selectFrom('users')
    .select(['id', 'employee_number'])
    .where('employee_number', 'is not', null)
    .execute();
  for (const user of users) people[user.employee_number ?? ''] = user.id;
  const rows = await db.selectFrom('categories').select(['id', 'slug']).execute();
  for (const row of rows) category[row.slug] = String(row.id);
  await trade();
});
afterAll(() => shop.close());

const mug = { sku: 'MUG-WHITE', price: '12.50', cost: '4.00' };
const tee = { sku: 'TEE-BLACK-M', price: '25.00' };

/** Saturday 4 May at DOWNTOWN, the day before it, and the same day of the year before. */
async function trade(): Promise<void> {
  const { db } = shop.platform;
  const [anna, ben] = [people.EMP001, people.EMP002];
  // 10:05, 10:40 and 21:30 in New York; the last one is after midnight in UTC.
  await writeSale(db, {
    at: '2030-05-04T14:05:00Z',
    employee: anna,
    lines: [{ ...mug, quantity: 2, tax: '2.06' }],
  });
  await writeSale(db, {
    at: '2030-05-04T14:40:00Z',
    employee: ben,
    lines: [{ ...tee, discount: '2.50' }],
  });
  await writeSale(db, { at: '2030-05-05T01:30:00Z', channel: 'web_commerce', lines: [mug] });
  const wrong = await writeSale(db, { at: '2030-05-04T15:00:00Z', employee: anna, lines: [mug] });
  await changeSale(db, wrong, { kind: 'void', at: new Date('2030-05-04T15:05:00Z') });
  const friday = await writeSale(db, { at: '2030-05-03T14:00:00Z', employee: anna, lines: [mug] });
  await changeSale(db, friday, {
    kind: 'refund',
    at: new Date('2030-05-04T16:00:00Z'),
    amount: '2.50',
  });
  await writeSale(db, {
    at: '2030-05-03T20:00:00Z',
    employee: ben,
    lines: [{ ...tee, cost: '10.00' }],
  });
  await writeSale(db, { at: '2029-05-04T15:00:00Z', lines: [{ ...mug, quantity: 3 }] });
  await writeSale(db, {
    at: '2030-05-04T12:00:00Z',
    store: AIRPORT_ID,
    currency: 'EUR',
    lines: [mug],
  });
}

const read = async (path: string, token?: string) =>
  shop.call('GET', path, { token: token ?? (await shop.officeToken()) });
const compare = (query: string, token?: string) => read(`/reports/comparison/${query}`, token);

type Row = Record<string, unknown>;
const figures = (rows: Row[], ...keys: string[]) => rows.map(row => keys.map(key => row[key]));

describe('the comparison of two periods', () => {
  it('adds up the sales of the day and of the day before', async () => {
    const { status, body } = await compare(DAY);
    expect(status).toBe(200);
    expect(body.meta).toMatchObject({ from: '2030-05-04', to: '2030-05-04', currency: 'USD' });
    expect(body.data.compared).toEqual({
      with: 'previous_period',
      from: '2030-05-03',
      to: '2030-05-03',
    });
    expect(body.data.includes_today).toBe(false);
    expect(body.data.totals).toEqual({
      // 27.06 + 22.50 + 12.50 against 12.50 + 25.00; the voided sale does not count.
      sales: 3,
      previous_sales: 2,
      sales_change_percent: 50,
      units: 4,
      previous_units: 2,
      units_change_percent: 100,
      revenue: '62.06',
      previous_revenue: '37.50',
      revenue_change_percent: 65.5,
      net_sales: '60.00',
      previous_net_sales: '37.50',
      net_sales_change_percent: 60,
      // Three mugs at 12.50 − 4.00; the cost of the tee is not known.
      margin: '25.50',
      previous_margin: '23.50',
      margin_change_percent: 8.5,
      margin_percent: 68,
      previous_margin_percent: 62.7,
      average_basket: '20.69',
      previous_average_basket: '18.75',
      uncosted_revenue: '22.50',
      refunded: '2.50',
      previous_refunded: '0.00',
      net_revenue: '59.56',
      previous_net_revenue: '37.50',
      net_revenue_change_percent: 58.8,
    });
    expect(body.data.series).toEqual([
      {
        day: '2030-05-04',
        previous_day: '2030-05-03',
        sales: 3,
        previous_sales: 2,
        revenue: '62.06',
        previous_revenue: '37.50',
        net_sales: '60.00',
        previous_net_sales: '37.50',
      },
    ]);
    expect(
      figures(body.data.breakdown, 'key', 'name', 'sales', 'revenue', 'margin', 'previous_margin'),
    ).toEqual([['DOWNTOWN', 'Tillhouse Downtown', 3, '62.06', '25.50', '23.50']]);
  });

  it("groups by the hour of the store's clock", async () => {
    const { body } = await compare(`${DAY}&by=hour`);
    expect(
      figures(body.data.breakdown, 'key', 'name', 'sales', 'revenue', 'net_sales', 'margin'),
    ).toEqual([
      ['10', '10:00', 2, '49.56', '47.50', '17.00'],
      ['16', '16:00', 0, '0.00', '0.00', '0.00'],
      ['21', '21:00', 1, '12.50', '12.50', '8.50'],
    ]);
    expect(figures(body.data.breakdown, 'previous_sales', 'previous_margin')).toEqual([
      [1, '8.50'],
      [1, '15.00'],
      [0, '0.00'],
    ]);
  });

  it('groups by category, without a number of sales', async () => {
    const { body } = await compare(`${DAY}&by=category`);
    expect(
      figures(
        body.data.breakdown,
        'key',
        'sales',
        'units',
        'net_sales',
        'previous_net_sales',
        'net_sales_change_percent',
        'margin',
      ),
    ).toEqual([
      [category.kitchen, null, 3, '37.50', '12.50', 200, '25.50'],
      [category.apparel, null, 1, '22.50', '25.00', -10, '0.00'],
    ]);
  });

  it('groups by person, and keeps sales without one apart', async () => {
    const { body } = await compare(`${DAY}&by=staff`);
    expect(
      figures(body.data.breakdown, 'key', 'sales', 'net_sales', 'net_sales_change_percent'),
    ).toEqual([
      [people.EMP001, 1, '25.00', 100],
      [people.EMP002, 1, '22.50', -10],
      ['none', 1, '12.50', null],
    ]);
    expect(body.data.breakdown[2].name).toBeNull();
  });

  it('compares with the same day of the year before', async () => {
    const { body } = await compare(`${DAY}&compared_with=previous_year`);
    expect(body.data.compared).toMatchObject({ from: '2029-05-04', to: '2029-05-04' });
    expect(body.data.totals).toMatchObject({
      previous_sales: 1,
      previous_revenue: '37.50',
      previous_margin: '25.50',
      margin_change_percent: 0,
    });
  });

  it('is the same from the records, from the rollup and after a rollup of an earlier release', async () => {
    const { db } = shop.platform;
    const all = () =>
      Promise.all(
        ['store', 'hour', 'category', 'staff'].map(
          async by => (await compare(`${DAY}&by=${by}`)).body.data,
        ),
      );
    const live = await all();
    await rollUp(shop.platform);
    expect(await all()).toEqual(live);
    // An earlier release writes no sums per person and does not touch staff_rolled_at.
    await statement(db, 'delete from analytics_daily_staff');
    await statement(db, 'update analytics_hourly_sales set cost = 0, costed_revenue = 0');
    await statement(db, "update analytics_days set rolled_at = rolled_at + interval '1 hour'");
    expect(await all()).toEqual(live);
    await rollUp(shop.platform);
    expect(await all()).toEqual(live);
    const [{ count } = { count: 0 }] = await statement<{ count: number }>(
      db,
      `select count(*)::int from analytics_daily_staff where day = '2030-05-04' and currency = 'USD'`,
    );
    expect(count).toBe(3);
  });

  it('reads other figures from the rollup of an earlier release', async () => {
    const { db, clock } = shop.platform;
    await rollUp(shop.platform);
    await statement(db, 'update analytics_days set staff_rolled_at = null');
    const stores = [{ id: DOWNTOWN_ID, time_zone: 'America/New_York' }];
    const day = { from: '2030-05-04', to: '2030-05-04' };
    const live = async (needsStaff: boolean) =>
      (await cover(db, stores, day, clock.now(), needsStaff)).live.length;
    expect([await live(false), await live(true)]).toEqual([0, 1]);
    await rollUp(shop.platform);
    expect(await live(true)).toBe(0);
  });

  it('is rolled up by one run at a time', async () => {
    const { db } = shop.platform;
    const due = async () =>
      (await daysToRollUp(db, now)).filter(({ day }) => day === '2030-05-04').length;
    await statement(db, `update analytics_days set is_clean = false where day = '2030-05-04'`);
    const before = await due();
    expect(before).toBeGreaterThan(0);
    await atomically(db, async tx => {
      expect(await tryLockRollUp(tx)).toBe(true);
      await rollUp(shop.platform);
      expect(await due()).toBe(before);
    });
    await rollUp(shop.platform);
    expect(await due()).toBe(0);
  });

  it('is not rolled up again by a run that listed a day before another run did it', async () => {
    const { db } = shop.platform;
    const span = {
      store_id: DOWNTOWN_ID,
      time_zone: 'America/New_York',
      from_day: '2030-05-03',
      to_day: '2030-05-04',
    };
    const later = new Date(now.getTime() + 60_000);
    const due = (days = span, at = now) => atomically(db, tx => isDue(tx, days, at));
    await rollUp(shop.platform);
    expect(await due()).toBe(false);
    const today = { ...span, from_day: '2030-05-06', to_day: '2030-05-06' };
    expect([await due(today), await due(today, later)]).toEqual([true, true]);
    await rollUp({ db, clock: { now: () => later } });
    expect([await due(today), await due(today, later)]).toEqual([false, true]);
    await statement(db, `update analytics_days set is_clean = false where day = '2030-05-03'`);
    expect(await due()).toBe(true);
    await rollUp(shop.platform);
  });

  it('leads to the sales behind each figure', async () => {
    const days = 'store=DOWNTOWN&date_from=2030-05-04&date_to=2030-05-04';
    const count = async (filter: string) => {
      const { status, body } = await read(`/transactions/?${days}&${filter}`);
      expect([filter, status]).toEqual([filter, 200]);
      return body.length;
    };
    expect(await count('counted=true')).toBe(3);
    expect(await count('')).toBe(4);
    expect(await count('counted=true&hour=10')).toBe(2);
    expect(await count('counted=true&hour=21')).toBe(1);
    expect(await count(`counted=true&employee=${people.EMP001}`)).toBe(1);
    expect(await count('counted=true&employee=none')).toBe(1);
    expect(await count(`counted=true&category=${category.kitchen}`)).toBe(2);
    expect(await count('counted=true&category=none')).toBe(0);
    expect(await count('counted=true&product=1')).toBe(2);
  });

  it('has all of its figures in the CSV', async () => {
    const { text, headers } = await compare(`${DAY}&by=staff&format=csv`);
    expect(headers['content-disposition']).toBe(
      'attachment; filename="comparison-DOWNTOWN-2030-05-04-to-2030-05-04.csv"',
    );
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows.map(row => [row.key, row.net_sales, row.previous_net_sales])).toEqual([
      [people.EMP001, '25.00', '12.50'],
      [people.EMP002, '22.50', '25.00'],
      ['none', '12.50', '0.00'],
    ]);
  });

  it('says when the last day is not over', async () => {
    expect((await compare('?store=DOWNTOWN&days=2')).body.data.includes_today).toBe(true);
  });

  it.each([
    ['?by=colour', 'by'],
    ['?compared_with=never', 'compared_with'],
    ['?from=2030-05-03&to=2030-05-01', 'from'],
    ['?store=NOWHERE', 'store'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await compare(query);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('shows the manager of a store that store only', async () => {
    const local = await localManager(shop, AIRPORT_ID);
    expect((await compare(DAY, local)).status).toBe(400);
    const { body } = await compare('?from=2030-05-04&to=2030-05-04', local);
    expect(body.meta.currency).toBe('EUR');
    expect(figures(body.data.breakdown, 'key', 'revenue')).toEqual([['AIRPORT', '12.50']]);
    expect((await compare(DAY, await shop.tillToken())).status).toBe(403);
  });
});

it.each([
  ['2030-05-04', '2030-05-04', 1, 'previous_period', '2030-05-03', '2030-05-03'],
  ['2030-03-01', '2030-03-31', 31, 'previous_period', '2030-01-29', '2030-02-28'],
  ['2028-02-29', '2028-02-29', 1, 'previous_year', '2027-02-28', '2027-02-28'],
  ['2030-01-01', '2030-12-31', 365, 'previous_year', '2029-01-01', '2029-12-31'],
] as const)('compares %s to %s with %#', (from, to, days, kind, previousFrom, previousTo) => {
  expect(comparedPeriod({ from, to, days }, kind)).toEqual({ from: previousFrom, to: previousTo });
});
