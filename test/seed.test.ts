import { afterAll, beforeAll, expect, it } from 'vitest';
import { levelsOutOfBalance, reservedOutOfBalance } from '../src/domains/inventory/index.js';
import { drawerOutOfBalance } from '../src/domains/shifts/index.js';
import { statement } from '../src/platform/database/tx.js';
import { DOWNTOWN_ID, demoPolicy } from '../src/seed/data.js';
import { seedDemo, seedHistory } from '../src/seed/demo.js';
import { seedShopHome } from '../src/seed/shop-home.js';
import { openShop, type Shop } from './support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
  await seedHistory(shop.platform);
  await seedShopHome(shop.platform);
});
afterAll(() => shop.close());

const COUNTS = `select (select count(*) from stores)::int as stores, (select count(*) from users)::int as users,
  (select count(*) from products)::int as products, (select count(*) from product_variants)::int as variants,
  (select count(*) from stock_movements)::int as movements, (select count(*) from transactions)::int as sales,
  (select count(*) from payments)::int as payments, (select count(*) from tasks)::int as tasks,
  (select count(*) from shifts)::int as shifts, (select count(*) from z_reports)::int as reports,
  (select count(*) from purchase_orders)::int as orders, (select count(*) from par_levels)::int as pars,
  (select count(*) from zones)::int as zones, (select count(*) from media)::int as pictures,
  (select count(*) from product_collections)::int as collected`;

it('has the people, stores and goods that the README names', async () => {
  const [counts] = await statement<Record<string, number>>(shop.platform.db, COUNTS);
  expect(counts).toMatchObject({ stores: 3, users: 7 });
  expect(counts?.products).toBeGreaterThanOrEqual(40);
  const rows = await statement<{
    sku: string;
    price: string;
    on_hand: number;
    reorder_point: number;
  }>(
    shop.platform.db,
    `select sku, price, on_hand, reorder_point from product_variants v join inventory_levels l on l.variant_id = v.id
     join stores s on s.id = l.store_id where s.code = 'DOWNTOWN'
       and sku in ('MUG-WHITE', 'POSTER-A2', 'LAST-ONE', 'WINE-RED') order by sku`,
  );
  expect(rows).toEqual([
    { sku: 'LAST-ONE', price: '49.00', on_hand: 1, reorder_point: 0 },
    { sku: 'MUG-WHITE', price: '12.50', on_hand: 60, reorder_point: 8 },
    { sku: 'POSTER-A2', price: '9.99', on_hand: 3, reorder_point: 5 },
    { sku: 'WINE-RED', price: '21.00', on_hand: 60, reorder_point: 8 },
  ]);
});

it('has a history that satisfies all invariants', async () => {
  const { db } = shop.platform;
  expect(await levelsOutOfBalance(db)).toEqual([]);
  expect(await reservedOutOfBalance(db)).toEqual([]);
  expect(await drawerOutOfBalance(db)).toEqual([]);
  const statuses = await statement<{ status: string; n: number }>(
    db,
    'select status, count(*)::int as n from transactions group by 1 order by 1',
  );
  expect(statuses.map(row => row.status)).toEqual([
    'completed',
    'partially_paid',
    'partially_refunded',
    'voided',
  ]);
  expect(statuses.reduce((sum, row) => sum + row.n, 0)).toBeGreaterThan(400);
  const wrong = await statement(
    db,
    `select t.id from transactions t
     where total_paid <> (select coalesce(sum(amount), 0) from payments p where p.transaction_id = t.id)
        or total_amount <> subtotal + case when prices_include_tax then 0 else tax_amount end
        or subtotal <> (select sum(l.subtotal) from transaction_lines l where l.transaction_id = t.id)
        or tax_amount <> (select sum(l.tax) from transaction_lines l where l.transaction_id = t.id)`,
  );
  expect(wrong).toEqual([]);
});

it('has closed shifts, orders in every state, and zones with a shortage', async () => {
  const { db } = shop.platform;
  const shifts = await statement(
    db,
    `select status, count(distinct terminal_id)::int as tills, count(*)::int >= 39 as many
     from shifts group by status order by status`,
  );
  expect(shifts).toEqual([
    { status: 'closed', tills: 3, many: true },
    { status: 'open', tills: 1, many: false },
  ]);
  const loose = await statement(
    db,
    'select id from payments where shift_id is null and register_id is not null',
  );
  expect(loose).toEqual([]);
  const orders = await statement<{ status: string }>(
    db,
    'select distinct status from purchase_orders order by 1',
  );
  expect(orders.map(row => row.status)).toEqual([
    'cancelled',
    'closed',
    'draft',
    'partially_received',
    'received',
    'submitted',
  ]);
  const token = await shop.officeToken();
  const short = await shop.call('GET', '/par-levels/shortfalls/', { token });
  expect(short.body.map((row: { sku: string }) => row.sku)).toEqual([
    'MUG-WHITE',
    'POSTER-A2',
    'WINE-RED',
  ]);
});

it('has a home page with a picture and collections in both languages', async () => {
  const home = async (language: string) =>
    (await shop.call('GET', `/web-commerce/home/?store_id=${DOWNTOWN_ID}&language=${language}`))
      .body;
  const { hero, sections } = await home('de');
  expect([hero.title, hero.link]).toEqual(['Gute Dinge für jeden Tag.', '/?category=kitchen']);
  expect([hero.picture.width, hero.picture.height]).toEqual([1280, 960]);
  expect((await shop.call('GET', hero.picture.url)).status).toBe(200);
  expect(sections.map((one: { title: string }) => one.title)).toEqual([
    'Kaffee zu Hause',
    'Briefe und Notizen',
    'Home & Garden',
  ]);
  expect(sections.map((one: { products: unknown[] }) => one.products.length)).toEqual([4, 4, 4]);
  expect((await home('en')).hero.title).toBe('Good things for every day.');
});

it('gives the stores abroad an approval policy, also in a demo shop of an earlier release', async () => {
  const { db } = shop.platform;
  await statement(db, `delete from seeds where name = 'approval-policy-abroad'`);
  await db
    .updateTable('stores')
    .set({ approval_policy: JSON.stringify({ below_cost: true }) })
    .where('code', '=', 'ZURICH')
    .execute();
  await seedDemo(shop.platform);
  const policies = await db
    .selectFrom('stores')
    .select(['code', 'approval_policy as policy'])
    .orderBy('code')
    .execute();
  // Most tests sell at any price, so the database of the tests has none at DOWNTOWN.
  expect(policies).toEqual([
    { code: 'AIRPORT', policy: demoPolicy },
    { code: 'DOWNTOWN', policy: {} },
    { code: 'ZURICH', policy: { below_cost: true } },
  ]);
});

it('changes nothing when it runs twice', async () => {
  const before = await statement(shop.platform.db, COUNTS);
  await seedDemo(shop.platform);
  await seedHistory(shop.platform);
  await seedShopHome(shop.platform);
  expect(await statement(shop.platform.db, COUNTS)).toEqual(before);
});

it('gives the journals of its tills nothing of the history to enter', async () => {
  for (const [employee, till] of [
    ['EMP001', 'T-001'],
    ['EMP002', 'T-002'],
    ['EMP005', 'T-101'],
  ] as const) {
    const token = await shop.tillToken(employee, till);
    const { status, body } = await shop.call('GET', '/pos/sync/', { token });
    expect([status, body.counter, body.to_enter]).toEqual([200, 0, []]);
  }
});
