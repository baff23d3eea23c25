import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consumers } from '../../src/domains/analytics/consumers.js';
import { rollUp } from '../../src/domains/analytics/rollup/roll-up.js';
import { formatMoney } from '../../src/platform/money.js';
import type { DomainEvent } from '../../src/platform/work/events/repository.js';
import { openShop, type Shop } from '../support/service.js';
import { FIRST, GOODS, LAST, type PastSale, pastSale, SHOPS, totalOf } from './history.js';
import * as expected from './recompute.js';
import { changeSale, forgetSales, writeSale } from './support.js';

const RUNS = Number(process.env.ANALYTICS_RUNS ?? 12);
const SEED = Number(process.env.ANALYTICS_SEED ?? 20_301_027);

let now = new Date('2030-09-01T00:00:00Z');
let shop: Shop;
let token: string;
const skuOf = new Map<number, string>();
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  const { db } = shop.platform;
  for (const { id, code, zone, currency } of SHOPS) {
    await db
      .insertInto('stores')
      .values({ id, code, name: code, time_zone: zone, currency })
      .execute();
  }
  await shop.platform.cache.delete('stores:list');
  const rows = await db
    .selectFrom('product_variants')
    .select(['product_id', 'sku'])
    .where('sku', 'in', [...GOODS])
    .execute();
  for (const row of rows) skuOf.set(row.product_id, row.sku);
});
afterAll(() => shop.close());

/** Moving the clock ends logins, so each moment needs a new one. */
async function standAt(moment: Date): Promise<void> {
  now = moment;
  const login = await shop.call('POST', '/auth/login/', {
    body: { username: 'manager', password: 'manager-demo' },
  });
  token = login.body.access;
}

const read = async (path: string) => {
  const reply = await shop.call('GET', path, { token });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
};

const sell = (sale: PastSale) => {
  const total = totalOf(sale.lines);
  const card = expected.cardPartOf(sale);
  const payments = [
    { method: 'cash', amount: formatMoney(total - card, 'USD') },
    { method: 'card', amount: formatMoney(card, 'USD') },
  ].filter(payment => payment.amount !== '0.00' || total === 0);
  return writeSale(shop.platform.db, {
    at: sale.at,
    store: SHOPS[sale.shop]?.id,
    currency: SHOPS[sale.shop]?.currency,
    channel: sale.channel,
    status: sale.isPaid ? 'completed' : 'pending',
    payments: total === 0 ? payments.slice(0, 1) : payments,
    lines: sale.lines,
  });
};

/** Delivers an event as the dispatcher does after the commit. */
const deliver = (event: string, saleId: string) =>
  consumers[0]?.handle(shop.platform, [
    { event, subjectId: saleId, data: { sale_id: saleId } } as unknown as DomainEvent,
  ]);

async function compare(history: readonly PastSale[], ask: expected.Question): Promise<void> {
  const only = ask.shops.length === 1 ? `store=${SHOPS[ask.shops[0] ?? 0]?.code}&` : '';
  const query = `?${only}from=${ask.from}&to=${ask.to}&currency=${ask.currency}`;
  const [overview, sales, products, traffic] = await Promise.all(
    ['overview', 'sales', 'products', 'hourly-traffic'].map(name =>
      read(`/analytics/commerce/${name}/${query}`),
    ),
  );
  expect(overview.data.totals).toMatchObject(expected.salesOf(history, ask));
  expect(sales.data.totals).toMatchObject(expected.salesOf(history, ask));
  for (const { day, ...figures } of sales.data.series) {
    expect({ day, ...figures }).toEqual({ day, ...expected.salesOf(history, ask, day) });
  }
  const paid = Object.fromEntries(
    sales.data.breakdown.map((row: { key: string; amount: string }) => [row.key, row.amount]),
  );
  expect({ cash: '0.00', card: '0.00', ...paid }).toEqual(expected.paidOf(history, ask));
  const sold = Object.fromEntries(
    products.data.breakdown.map((row: Record<string, never>) => [
      skuOf.get(Number(row.product_id)),
      {
        units: row.units,
        revenue: row.revenue,
        cost: row.cost,
        margin: row.margin,
        returned_units: row.returned_units,
        returned_amount: row.returned_amount,
      },
    ]),
  );
  expect(sold).toEqual(expected.productsOf(history, ask));
  const counts = Object.fromEntries(
    traffic.data.breakdown
      .filter((row: { sales: number }) => row.sales > 0)
      .map((row: { weekday: number; hour: number; sales: number }) => [
        `${row.weekday} ${row.hour}`,
        row.sales,
      ]),
  );
  expect(counts).toEqual(expected.trafficOf(history, ask));
}

const day = fc
  .integer({ min: 0, max: (LAST - FIRST) / 86_400_000 })
  .map(days => new Date(FIRST + days * 86_400_000).toISOString().slice(0, 10));

const question = fc
  .record({
    shops: fc.oneof(
      fc.constant([0, 1, 2, 3, 4]),
      fc.nat({ max: 4 }).map(shop => [shop]),
    ),
    days: fc.tuple(day, day),
    currency: fc.constantFrom('USD', 'EUR'),
  })
  .map(({ shops, days, currency }) => {
    const [from = '', to = ''] = [...days].sort();
    return { shops, from, to, currency };
  });

const WHOLE = { shops: [0, 1, 2, 3, 4], from: '2030-09-25', to: '2030-11-06', currency: 'USD' };

/** Some days are aggregated at sale number `early`, before all of their sales exist. */
async function sellAll(history: readonly PastSale[], early: number): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, sale] of history.entries()) {
    if (index === early) await rollUp({ db: shop.platform.db, clock: { now: () => sale.at } });
    const id = await sell(sale);
    if (sale.isPaid) await deliver('transaction.completed', id);
    ids.push(id);
  }
  return ids;
}

async function changeAll(history: readonly PastSale[], ids: readonly string[]): Promise<void> {
  for (const [index, sale] of history.entries()) {
    const id = ids[index] ?? '';
    for (const change of sale.later) {
      await changeSale(shop.platform.db, id, change);
      await deliver(change.kind === 'void' ? 'transaction.voided' : 'refund.succeeded', id);
    }
  }
}

it(`aggregates a random history like plain arithmetic (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pastSale, { minLength: 1, maxLength: 25 }),
      fc.array(question, { minLength: 2, maxLength: 3 }),
      fc.nat({ max: 24 }),
      async (history, asked, early) => {
        await forgetSales(shop.platform.db);
        await standAt(new Date(LAST));
        const questions = [WHOLE, ...asked];
        const atFirst = history.map(sale => ({ ...sale, later: [] as PastSale['later'] }));
        const ids = await sellAll(atFirst, early);
        await compare(atFirst, WHOLE);
        await rollUp(shop.platform);
        for (const ask of questions) await compare(atFirst, ask);
        await changeAll(history, ids);
        for (const ask of questions) await compare(history, ask);
        await rollUp(shop.platform);
        await rollUp(shop.platform);
        for (const ask of questions) await compare(history, ask);
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
});

it(`shows the sales completed on the UTC date on the dashboard (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pastSale, { minLength: 1, maxLength: 15 }),
      fc.integer({ min: FIRST, max: LAST }),
      async (history, at) => {
        const { db, cache } = shop.platform;
        await forgetSales(db);
        await standAt(new Date(at));
        const date = new Date(at).toISOString().slice(0, 10);
        // On this UTC date and the adjacent ones.
        const near = history.map(sale => ({
          ...sale,
          at: new Date(Date.parse(date) + (sale.at.getTime() % 172_800_000) - 43_200_000),
          later: sale.later.map(change => ({ ...change, at: new Date(at) })),
        }));
        for (const sale of near) {
          const id = await sell(sale);
          for (const change of sale.later) await changeSale(db, id, change);
        }
        for (const [index, { id, code }] of SHOPS.entries()) {
          await cache.delete(`analytics:dashboard:${id}:${date}`);
          const { kpis } = await read(`/stores/${code}/dashboard_home/`);
          expect(kpis).toMatchObject(expected.dashboardOf(near, index, date));
        }
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
});
