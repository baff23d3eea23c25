import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNightlyRollup } from '../../src/domains/analytics/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { AIRPORT_ID, customer, DOWNTOWN_ID } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { changeSale, forgetSales, writeSale } from './support.js';

// 09:30 on Monday 6 May in New York.
const now = new Date('2030-05-06T13:30:00Z');

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false, clock: { now: () => now } });
  await forgetSales(shop.platform.db);
});
afterAll(() => shop.close());

const read = async (path: string, query = '?store=DOWNTOWN&days=3') => {
  const reply = await shop.call('GET', `/analytics/${path}/${query}`, {
    token: await shop.officeToken(),
  });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const run = (text: string, values: unknown[] = []) => statement(shop.platform.db, text, values);

describe('the inventory report', () => {
  beforeAll(async () => {
    const { db } = shop.platform;
    await run('update inventory_levels set is_active = false');
    await stock('MUG-WHITE', 30, 10, 40, '4.00');
    await stock('TEE-BLACK-M', 10, 5, 0, '9.00');
    await stock('POSTER-A2', 3, 0, 5, '2.00');
    await stock('WINE-RED', 0, 0, 0, '8.00');
    await writeSale(db, {
      at: '2030-05-05T15:00:00Z',
      lines: [{ sku: 'MUG-WHITE', price: '12.50', quantity: 6, cost: '4.00' }],
    });
    await writeSale(db, {
      at: '2030-05-06T12:00:00Z',
      lines: [{ sku: 'POSTER-A2', price: '9.99', cost: '2.00' }],
    });
    // The ledger of those two: six mugs sold on Sunday, a poster today.
    await moved('MUG-WHITE', '2030-05-05T15:00:00Z', -6);
    await moved('POSTER-A2', '2030-05-06T12:00:00Z', -1);
    await runNightlyRollup(shop.platform);
  });

  const stock = (sku: string, onHand: number, reserved: number, reorder: number, cost: string) =>
    run(
      `with v as (update product_variants set cost = $6 where sku = $1 returning id)
       update inventory_levels set is_active = true, on_hand = $2, reserved = $3, reorder_point = $4
       where store_id = $5 and variant_id in (select id from v)`,
      [sku, onHand, reserved, reorder, DOWNTOWN_ID, cost],
    );
  const moved = (sku: string, at: string, quantity: number) =>
    run(
      `insert into stock_movements (id, store_id, variant_id, kind, quantity, on_hand, occurred_at)
       select $1, $2, id, 'sale', $3, 0, $4 from product_variants where sku = $5`,
      [newId(new Date(at)), DOWNTOWN_ID, quantity, at, sku],
    );

  it('shows the stock value and the turnover', async () => {
    const data = await read('operations/inventory');
    // Closing stock: 36 mugs on Saturday, 30 on Sunday, 4 posters until today.
    expect(
      data.series.map((row: Record<string, unknown>) => [row.day, row.units, row.stock_value]),
    ).toEqual([
      ['2030-05-04', 50, '242.00'],
      ['2030-05-05', 44, '218.00'],
      ['2030-05-06', 43, '216.00'],
    ]);
    expect(data.totals).toEqual({
      products: 4,
      reserved: 15,
      units: 43,
      stock_value: '216.00',
      uncosted_units: 0,
      retail_value: '654.97',
      low_stock: 2,
      out_of_stock: 1,
      units_sold: 7,
      cost_of_goods_sold: '26.00',
      // 26.00 in three days is 3163.33 a year, on an average of 225.33.
      turns_per_year: 14.04,
      // 43 units at 7 in three days.
      days_of_cover: 18.43,
      dead_products: 1,
      dead_stock_value: '90.00',
    });
    expect(
      data.breakdown.map((row: Record<string, unknown>) => [
        row.name,
        row.status,
        row.days_of_cover,
      ]),
    ).toEqual([
      ['Red Wine, Rioja Crianza', 'out', null],
      ['White Mug', 'low', 15],
      [expect.any(String), 'low', 9],
      ['Black Tee', 'dead', null],
    ]);
  });

  it('values stock only at costs in the currency of the store', async () => {
    const read3 = async () => (await read('operations/inventory')).totals;
    await run(`update product_variants set cost_currency = 'EUR' where sku = 'MUG-WHITE'`);
    // 30 mugs at 4.00 are left out.
    expect(await read3()).toMatchObject({ units: 43, stock_value: '96.00', uncosted_units: 30 });
    await run(`update product_variants set cost_currency = 'USD' where sku = 'MUG-WHITE'`);
    expect(await read3()).toMatchObject({ stock_value: '216.00', uncosted_units: 0 });
  });

  it("keeps a day's closing stock, however often it is computed", async () => {
    const before = await run('select * from analytics_daily_stock order by 1, 2');
    await run('update product_variants set cost = 1000');
    await runNightlyRollup(shop.platform);
    expect(await run('select * from analytics_daily_stock order by 1, 2')).toEqual(before);
  });
});

describe('the fulfillment report', () => {
  it('shows open, completed and late fulfillments, and their duration', async () => {
    const sale = await writeSale(shop.platform.db, {
      at: '2030-05-05T01:00:00Z',
      lines: [{ sku: 'MUG-WHITE', price: '12.50' }],
    });
    const order = async (fields: Record<string, unknown>, shipped?: string, delivered?: string) => {
      const at = new Date('2030-05-05T02:00:00Z');
      const id = newId(at);
      await shop.platform.db
        .insertInto('fulfillments')
        .values({
          id,
          transaction_id: sale,
          store_id: DOWNTOWN_ID,
          fulfillment_type: 'pickup',
          created_at: at,
          ...fields,
        })
        .execute();
      if (shipped === undefined) return;
      await shop.platform.db
        .insertInto('shipments')
        .values({
          id: newId(),
          fulfillment_id: id,
          status: delivered ? 'delivered' : 'shipped',
          shipped_at: shipped,
          delivered_at: delivered ?? null,
        })
        .execute();
    };
    const ready = '2030-05-05T06:00:00Z';
    await order({
      status: 'ready_for_pickup',
      ready_notified_at: ready,
      scheduled_at: '2030-05-05T05:00:00Z',
    });
    await order({
      status: 'picked_up',
      ready_notified_at: '2030-05-05T04:00:00Z',
      scheduled_at: ready,
    });
    await order({ status: 'pending', scheduled_date: '2030-05-05' });
    await order({ status: 'pending', scheduled_date: '2030-05-06' });
    await order({ status: 'cancelled', scheduled_date: '2030-05-05' });
    await order(
      { fulfillment_type: 'ship', status: 'delivered' },
      '2030-05-05T14:00:00Z',
      '2030-05-06T02:00:00Z',
    );
    const data = await read('operations/fulfillment');
    const all = {
      orders: 6,
      open: 3,
      completed: 2,
      cancelled: 1,
      late: 2,
      late_percent: 40,
      average_hours_to_ready: 3,
      average_hours_to_ship: 12,
      average_hours_to_deliver: 24,
    };
    expect(data.totals).toEqual(all);
    expect(data.series).toMatchObject([
      { day: '2030-05-04', ...all },
      { orders: 0 },
      { orders: 0 },
    ]);
    expect(data.breakdown).toMatchObject([
      { fulfillment_type: 'pickup', orders: 5, late: 2, average_hours_to_ship: null },
      { fulfillment_type: 'ship', orders: 1, late: 0, average_hours_to_ready: null },
    ]);
  });
});

describe('the procurement report', () => {
  it("shows orders, receipts, and each vendor's reliability", async () => {
    await run('delete from delivery_schedules');
    const order = async (vendor: string, fields: Record<string, unknown>, received: number) => {
      const at = new Date('2030-05-05T02:00:00Z');
      const id = newId(at);
      await shop.platform.db
        .insertInto('purchase_orders')
        .values({
          id,
          po_number: `PO-${id}`,
          store_id: DOWNTOWN_ID,
          vendor_name: vendor,
          status: 'submitted',
          currency: 'USD',
          submitted_at: at,
          created_at: at,
          ...fields,
        })
        .execute();
      await run(
        `insert into purchase_order_lines (id, order_id, position, variant_id, ordered_quantity,
           received_quantity, unit_cost)
         select $1, $2, 0, id, 10, $3, 2.50 from product_variants where sku = 'MUG-WHITE'`,
        [newId(), id, received],
      );
    };
    // In New York these were ordered on the 4th, and the 5th ended at 04:00 UTC.
    const received = { status: 'received', received_at: '2030-05-06T02:00:00Z' };
    await order('Harbor', { ...received, expected_date: '2030-05-05' }, 10);
    await order('Harbor', { ...received, expected_date: '2030-05-04' }, 10);
    await order('Mill', { expected_date: '2030-05-05', status: 'partially_received' }, 4);
    await order('Mill', { expected_date: '2030-05-06' }, 0);
    await order('Mill', { expected_date: '2030-05-04', status: 'cancelled' }, 0);
    await order('Mill', { status: 'draft', submitted_at: null }, 0);
    await order('Mill', { currency: 'EUR' }, 0);
    const promised = {
      store_id: DOWNTOWN_ID,
      scheduled_date: '2030-05-05',
      scheduled_time: '09:00',
    };
    await shop.platform.db
      .insertInto('delivery_schedules')
      .values([
        {
          ...promised,
          id: newId(),
          delivery_id: 'd1',
          vendor_name: 'Mill',
          actual_arrival: '2030-05-05T13:45:00Z',
        },
        {
          ...promised,
          id: newId(),
          delivery_id: 'd2',
          vendor_name: 'Mill',
          actual_arrival: '2030-05-05T13:00:00Z',
        },
        { ...promised, id: newId(), delivery_id: 'd3', vendor_name: 'Dairy' },
        { ...promised, id: newId(), delivery_id: 'd4', vendor_name: 'Dairy', status: 'cancelled' },
      ])
      .execute();
    const data = await read('operations/procurement');
    expect(data.totals).toEqual({
      vendors: 3,
      orders: 5,
      open_orders: 2,
      received_orders: 2,
      cancelled_orders: 1,
      late_orders: 2,
      late_orders_percent: 50,
      ordered_value: '125.00',
      received_value: '60.00',
      fill_rate_percent: 48,
      average_lead_days: 1,
      deliveries: 3,
      late_deliveries: 1,
      late_deliveries_percent: 50,
      average_minutes_late: 45,
    });
    expect(data.series).toMatchObject([
      { day: '2030-05-04', orders: 5, deliveries: 0 },
      { day: '2030-05-05', orders: 0, deliveries: 3, late_deliveries: 1 },
      { day: '2030-05-06', orders: 0, deliveries: 0 },
    ]);
    expect(data.breakdown).toMatchObject([
      { vendor_name: 'Dairy', orders: 0, deliveries: 1, late_deliveries_percent: null },
      { vendor_name: 'Harbor', orders: 2, late_orders: 1, fill_rate_percent: 100 },
      { vendor_name: 'Mill', orders: 3, late_orders: 1, average_lead_days: null },
    ]);
  });
});

describe('the customer report', () => {
  it('distinguishes new customers, returning customers and guests', async () => {
    const { db } = shop.platform;
    await forgetSales(db);
    const [anna, ben] = [customer.id, newId()];
    await run(
      `insert into users (id, role, first_name, email, loyalty_points)
       values ($1, 'customer', 'Ben', 'ben@example.com', 30)`,
      [ben],
    );
    const mug = { sku: 'MUG-WHITE', price: '10.00' };
    // Anna bought before, in another store and currency; Ben's voided sale does not count.
    await writeSale(db, {
      at: '2030-01-01T12:00:00Z',
      store: AIRPORT_ID,
      currency: 'EUR',
      customer: anna,
      lines: [mug],
    });
    const voided = await writeSale(db, { at: '2030-02-01T12:00:00Z', customer: ben, lines: [mug] });
    await changeSale(db, voided, { kind: 'void', at: new Date('2030-02-01T13:00:00Z') });
    await writeSale(db, { at: '2030-05-04T15:00:00Z', customer: anna, lines: [mug] });
    await writeSale(db, { at: '2030-05-05T15:00:00Z', customer: ben, lines: [mug, mug] });
    await writeSale(db, { at: '2030-05-06T12:00:00Z', customer: ben, lines: [mug] });
    await writeSale(db, { at: '2030-05-06T12:30:00Z', lines: [mug] });
    const data = await read('people/customers');
    expect(data.totals).toEqual({
      customers: 2,
      new_customers: 1,
      returning_customers: 1,
      returning_percent: 50,
      sales: 4,
      guest_sales: 1,
      known_sales_percent: 75,
      sales_per_customer: 1.5,
      revenue_per_customer: '20.00',
      loyalty_members: 2,
      loyalty_points: 530,
    });
    expect(data.series).toEqual([
      {
        day: '2030-05-04',
        new_customers: 0,
        returning_customers: 1,
        customer_sales: 1,
        guest_sales: 0,
      },
      {
        day: '2030-05-05',
        new_customers: 1,
        returning_customers: 0,
        customer_sales: 1,
        guest_sales: 0,
      },
      {
        day: '2030-05-06',
        new_customers: 1,
        returning_customers: 0,
        customer_sales: 1,
        guest_sales: 1,
      },
    ]);
    expect(data.breakdown).toEqual([
      {
        segment: 'new',
        customers: 1,
        sales: 2,
        revenue: '30.00',
        average_basket: '15.00',
        share_percent: 60,
      },
      {
        segment: 'returning',
        customers: 1,
        sales: 1,
        revenue: '10.00',
        average_basket: '10.00',
        share_percent: 20,
      },
      {
        segment: 'guest',
        customers: null,
        sales: 1,
        revenue: '10.00',
        average_basket: '10.00',
        share_percent: 20,
      },
    ]);
  });
});

describe('the promotions report', () => {
  it('shows the cost of discounts and the revenue of campaigns and codes', async () => {
    const { db } = shop.platform;
    await forgetSales(db);
    const tables = ['promo_codes', 'ab_subjects', 'ab_tests', 'promotions', 'campaigns'] as const;
    for (const table of tables) await db.deleteFrom(table).execute();
    const sale = await writeSale(db, {
      at: '2030-05-05T01:00:00Z',
      lines: [{ sku: 'MUG-WHITE', price: '40.00', discount: '10.00' }],
    });
    await writeSale(db, {
      at: '2030-05-05T15:00:00Z',
      lines: [{ sku: 'MUG-WHITE', price: '60.00' }],
    });
    const [campaign, promotion, code] = [newId(), newId(), newId()];
    await run(
      `insert into campaigns (id, name, status, lift) values ($1, 'Spring', 'active', '{"sales_lift_percent": 12.5}')`,
      [campaign],
    );
    await run(
      `insert into promotions (id, name, kind, value, requires_code) values ($1, 'Ten off', 'fixed', 10, true)`,
      [promotion],
    );
    await run(`insert into promo_codes (id, code, promotion_id) values ($1, 'TENNER', $2)`, [
      code,
      promotion,
    ]);
    const used = [sale, DOWNTOWN_ID, '2030-05-05T01:00:00Z'];
    await run(
      `insert into campaign_conversions
         (transaction_id, campaign_id, store_id, revenue, discount, converted_at, currency)
       values ($1, $4, $2, 30, 10, $3, 'USD'), ($5, $4, $2, 99, 9, '2030-05-03T15:00Z', 'USD'),
         ($6, $4, $2, 500, 50, $3, 'EUR')`,
      [...used, campaign, newId(), newId()],
    );
    await run(
      `insert into promo_code_usages
         (transaction_id, code_id, store_id, discount, used_at, released_at, currency)
       values ($1, $4, $2, 10, $3, null, 'USD'), ($5, $4, $2, 7, $3, $3, 'USD')`,
      [...used, code, newId()],
    );
    const data = await read('growth/promotions');
    expect(data.totals).toEqual({
      sales: 2,
      discounted_sales: 1,
      discounted_sales_percent: 50,
      discounts: '10.00',
      discount_percent: 10,
      active_campaigns: 1,
      campaign_conversions: 1,
      campaign_revenue: '30.00',
      code_uses: 1,
      code_discounts: '10.00',
    });
    expect(data.series.map((row: { discounts: string }) => row.discounts)).toEqual([
      '10.00',
      '0.00',
      '0.00',
    ]);
    expect(data.breakdown).toEqual([
      {
        kind: 'campaign',
        key: campaign,
        name: 'Spring',
        status: 'active',
        uses: 1,
        revenue: '30.00',
        discounts: '10.00',
        sales_lift_percent: 12.5,
      },
      {
        kind: 'code',
        key: 'TENNER',
        name: 'Ten off',
        status: 'active',
        uses: 1,
        revenue: null,
        discounts: '10.00',
        sales_lift_percent: null,
      },
    ]);
  });
});

describe('the infrastructure report', () => {
  const inbound = (at: string, status: string) =>
    run(
      `insert into content_inbound_events (id, document_id, document_type, rev, operation, signature, status,
         received_at, due_at)
       values ($1, 'd', 'product', 'r', 'save', 's', $2, $3, $3)`,
      [newId(new Date(at)), status, at],
    );

  it('counts synced documents in, out and in total, and keeps counts longer than the logs', async () => {
    await run('delete from content_inbound_events');
    await run('delete from content_mutations');
    await inbound('2030-05-06T01:00:00Z', 'processed');
    await inbound('2030-05-06T02:00:00Z', 'failed');
    await inbound('2030-05-01T02:00:00Z', 'duplicate');
    await inbound('2030-04-20T02:00:00Z', 'processed');
    await run(
      `insert into content_mutations (rev, saved_ids, status, started_at)
       values ('1', '{d}', 'succeeded', '2030-05-05T00:00Z'), ('2', '{d}', 'started', '2030-05-06T00:00Z')`,
    );
    await run(
      `insert into webhook_events (id, processor, event_id, event_type, raw_payload, status, processed_at, received_at)
       values ($1, 'primary', 'evt_1', 'x', '{}', 'processed', now(), '2030-05-06T03:00Z')`,
      [newId(new Date('2030-05-06T03:00:00Z'))],
    );
    await run(`insert into analytics_daily_sync values ('2030-04-20', 'inbound', 'processed', 1)`);
    const data = await read('system/infrastructure', '?days=1');
    expect(data.series).toHaveLength(7);
    expect(data.sync).toEqual({
      inbound: { total: 3, succeeded: 1, failed: 1, pending: 0, success_rate_percent: 50 },
      outbound: { total: 2, succeeded: 1, failed: 0, pending: 1, success_rate_percent: 100 },
      combined: { total: 5, succeeded: 2, failed: 1, pending: 1, success_rate_percent: 66.7 },
    });
    expect(data.webhook).toEqual({
      stats: { total_received: 3, processed: 1, failed: 1, pending: 0, skipped: 0, duplicates: 1 },
      processors: {
        total_received: 1,
        processed: 1,
        failed: 0,
        pending: 0,
        skipped: 0,
        duplicates: 0,
      },
    });
    const month = await read('system/infrastructure', '');
    expect(month.totals).toEqual({ inbound: 4, outbound: 2, combined: 6, failed: 1, webhooks: 1 });
    await runNightlyRollup(shop.platform);
    expect((await read('system/infrastructure', '')).totals).toEqual(month.totals);
  });

  it.each([
    ['', 30, false],
    ['?days=7', 7, false],
    ['?days=6', 7, true],
    ['?days=365', 365, false],
    ['?days=366', 365, true],
    ['?days=-1', 7, true],
  ])('answers %s for %i days', async (query, days, clamped) => {
    const { body } = await shop.call('GET', `/analytics/system/infrastructure/${query}`, {
      token: await shop.officeToken(),
    });
    expect(body.meta).toMatchObject({
      days,
      clamped,
      store: null,
      currency: null,
      to: '2030-05-06',
    });
    expect(body.data.series).toHaveLength(days);
  });

  it('ignores stores', async () => {
    const { status } = await shop.call('GET', '/analytics/system/infrastructure/?store=DOWNTOWN', {
      token: await shop.officeToken(),
    });
    expect(status).toBe(400);
  });
});
