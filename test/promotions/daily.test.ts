import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { campaignLift } from '../../src/domains/analytics/jobs.js';
import { promotions } from '../../src/domains/promotions/index.js';
import { daily, startCampaigns } from '../../src/domains/promotions/jobs.js';
import { datedNumber, newId } from '../../src/platform/ids.js';
import {
  AIRPORT,
  at,
  campaign,
  DOWNTOWN,
  eventsAbout,
  openPromotions,
  type Shop,
} from './support.js';

let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openPromotions({ clock: { now: () => new Date('2030-04-20T00:00:00Z') } });
  manager = await shop.officeToken();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.platform.db.deleteFrom('campaigns').execute();
  await shop.platform.db.deleteFrom('transactions').execute();
});

const MAY = { starts_at: '2030-05-01T00:00:00Z', ends_at: '2030-05-11T00:00:00Z' };

async function sale(completedAt: string, total: string, fields: object = {}): Promise<void> {
  const moment = new Date(completedAt);
  await shop.platform.db
    .insertInto('transactions')
    .values({
      id: newId(moment),
      transaction_number: datedNumber('TXN', moment),
      store_id: DOWNTOWN,
      source_system: 'pos',
      status: 'completed',
      currency: 'USD',
      total_amount: total,
      completed_at: moment,
      ...fields,
    })
    .execute();
}

const euros = { store_id: AIRPORT, currency: 'EUR' };

/** Five sales in the ten days before May, eight in its first ten, and some that must not count. */
async function history(): Promise<void> {
  await sale('2030-04-20T23:59:59.999Z', '99.00');
  await sale('2030-04-20T12:00:00Z', '99.00', euros);
  await sale('2030-04-21T00:00:00Z', '10.00');
  for (const day of ['22', '25', '30']) await sale(`2030-04-${day}T10:00:00Z`, '10.00');
  await sale('2030-04-29T10:00:00Z', '20.00', euros);
  await sale('2030-05-01T00:00:00Z', '12.00');
  for (const day of ['01', '02', '05', '08', '10']) await sale(`2030-05-${day}T12:00:00Z`, '12.00');
  for (const day of ['03', '04']) await sale(`2030-05-${day}T12:00:00Z`, '15.00', euros);
  await sale('2030-05-11T00:00:00Z', '99.00');
  await sale('2030-05-02T12:00:00Z', '99.00', { status: 'voided' });
  await sale('2030-05-02T12:00:00Z', '99.00', { status: 'refunded' });
}

/** Runs both morning jobs. */
async function runDaily(moment: string): Promise<void> {
  await daily.run(at(shop, moment), {});
  await campaignLift.run(at(shop, moment), {});
}

const read = async (id: string) => {
  const [row] = await shop.platform.db
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', id)
    .execute();
  return row;
};

it('runs at eight in the morning, and starts campaigns every five minutes', () => {
  expect(promotions.schedules).toEqual([
    { job: 'promotions:daily', cron: '0 8 * * *' },
    { job: 'promotions:start-campaigns', cron: '*/5 * * * *' },
  ]);
  expect(promotions.jobs).toEqual([daily, startCampaigns]);
});

it('starts due campaigns and no others', async () => {
  const due = await campaign(shop, { status: 'scheduled', ...MAY });
  const later = await campaign(shop, { status: 'scheduled', starts_at: '2030-05-01T00:00:01Z' });
  await startCampaigns.run(at(shop, '2030-05-01T00:00:00Z'), {});
  expect((await read(due.id))?.status).toBe('active');
  expect((await read(later.id))?.status).toBe('scheduled');
  expect(await eventsAbout(shop, due.id)).toEqual(['campaign.saved', 'campaign.saved']);
  expect(await eventsAbout(shop, later.id)).toEqual(['campaign.saved']);
});

it('expires ended campaigns, paused or not, and no others', async () => {
  const over = await campaign(shop, { status: 'active', ...MAY });
  const paused = await campaign(shop, {
    status: 'active',
    ...MAY,
    starts_at: '2030-04-01T00:00:00Z',
  });
  await shop.call('POST', `/campaigns/${paused.id}/pause/`, { token: manager });
  const running = await campaign(shop, { status: 'active', starts_at: MAY.starts_at });
  const draft = await campaign(shop, MAY);
  await runDaily('2030-05-11T08:00:00Z');
  const states = await Promise.all(
    [over, paused, running, draft].map(async ({ id }) => (await read(id))?.status),
  );
  expect(states).toEqual(['expired', 'expired', 'active', 'draft']);
});

it('compares sales and revenue with the period before, as computed by hand', async () => {
  await history();
  const { id } = await campaign(shop, { status: 'active', ...MAY });
  await runDaily('2030-05-11T08:00:00Z');
  const reply = await shop.call('GET', `/campaigns/${id}/`, { token: manager });
  expect(reply.body.lift).toEqual({
    measured_at: '2030-05-11T08:00:00.000Z',
    from: '2030-05-01T00:00:00.000Z',
    to: '2030-05-11T00:00:00.000Z',
    days: 10,
    sales: 8,
    sales_before: 5,
    sales_lift_percent: 60,
    compared_sales: 8,
    expected_sales: 5,
    stores_left_out: 0,
    revenue: [
      {
        currency: 'EUR',
        revenue: '30.00',
        revenue_before: '20.00',
        expected_revenue: '20.00',
        revenue_lift_percent: 50,
      },
      {
        currency: 'USD',
        revenue: '72.00',
        revenue_before: '40.00',
        expected_revenue: '40.00',
        revenue_lift_percent: 80,
      },
    ],
  });
});

it("leaves out the days before a store's first sale, and stores without one", async () => {
  // In New York the first sale is on 26 April: its day began at 04:00 UTC, 4 days and 20 hours ago.
  await sale('2030-04-26T22:00:00Z', '29.00');
  await sale('2030-04-30T10:00:00Z', '29.00');
  for (const day of ['01', '03', '06', '09']) await sale(`2030-05-${day}T12:00:00Z`, '30.00');
  // Berlin opened with the campaign.
  for (const day of ['02', '04']) await sale(`2030-05-${day}T12:00:00Z`, '15.00', euros);
  const { id } = await campaign(shop, { status: 'active', ...MAY });
  await runDaily('2030-05-11T08:00:00Z');
  // Two sales in 116 hours are 4.14 in 240; over ten days before they would be a lift of 200 %.
  expect((await read(id))?.lift).toMatchObject({
    days: 10,
    sales: 6,
    sales_before: 2,
    compared_sales: 4,
    expected_sales: 4.14,
    stores_left_out: 1,
    sales_lift_percent: -3.33,
    revenue: [
      {
        currency: 'EUR',
        revenue: '30.00',
        revenue_before: '0.00',
        expected_revenue: '0.00',
        revenue_lift_percent: null,
      },
      {
        currency: 'USD',
        revenue: '120.00',
        revenue_before: '58.00',
        expected_revenue: '120.00',
        revenue_lift_percent: 0,
      },
    ],
  });
});

it('measures only the stores of the campaign', async () => {
  await history();
  const { id } = await campaign(shop, { status: 'active', ...MAY, store_ids: [AIRPORT] });
  await runDaily('2030-05-11T08:00:00Z');
  expect((await read(id))?.lift).toMatchObject({
    sales: 2,
    sales_before: 1,
    sales_lift_percent: 100,
    revenue: [{ currency: 'EUR' }],
  });
});

it('measures a running campaign every day and an ended one for the last time', async () => {
  await history();
  const { id } = await campaign(shop, { status: 'active', ...MAY });
  await runDaily('2030-05-06T00:00:00Z');
  // Until the 6th: six of eight sales; in the five days before May: the 29th and the 30th.
  expect((await read(id))?.lift).toMatchObject({
    days: 5,
    sales: 6,
    sales_before: 2,
    sales_lift_percent: 200,
  });
  await runDaily('2030-05-11T08:00:00Z');
  const final = (await read(id))?.lift;
  await sale('2030-05-03T00:00:00Z', '12.00');
  await runDaily('2030-05-12T08:00:00Z');
  expect((await read(id))?.lift).toEqual(final);
});

it('shows no percentage after zero, and nothing before the start', async () => {
  await sale('2030-05-02T12:00:00Z', '12.00');
  const first = await campaign(shop, { status: 'active', ...MAY });
  const future = await campaign(shop, { status: 'scheduled', starts_at: '2030-06-01T00:00:00Z' });
  await runDaily('2030-05-06T08:00:00Z');
  expect((await read(first.id))?.lift).toMatchObject({
    sales: 1,
    sales_before: 0,
    sales_lift_percent: null,
    revenue: [{ revenue_before: '0.00', revenue_lift_percent: null }],
  });
  expect((await read(future.id))?.lift).toBeNull();
});
