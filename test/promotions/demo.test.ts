import { afterAll, beforeAll, expect, it } from 'vitest';
import * as demo from '../../src/seed/promotions.js';
import { openPromotions, type Shop } from './support.js';

const NOW = new Date('2030-05-06T12:00:00Z');
let shop: Shop;
let manager: string;
beforeAll(async () => {
  shop = await openPromotions({ clock: { now: () => NOW } });
  const { db } = shop.platform;
  await db.insertInto('campaigns').values(demo.campaigns(NOW)).execute();
  await db.insertInto('promotions').values(demo.promotions()).execute();
  await db.insertInto('promo_codes').values(demo.promoCodes()).execute();
  await db.insertInto('ab_tests').values(demo.abTests(NOW)).execute();
  await db.insertInto('ab_subjects').values(demo.abSubjects(NOW)).execute();
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const read = async (path: string) => (await shop.call('GET', path, { token: manager })).body;

it('shows a campaign in every state but paused, one of them active', async () => {
  const rows: { status: string }[] = await read('/campaigns/');
  expect(rows.map(row => row.status).sort()).toEqual(['active', 'draft', 'expired', 'scheduled']);
});

it('takes 10 % off for WELCOME10, in both stores', async () => {
  for (const store_id of ['DOWNTOWN', 'AIRPORT']) {
    const reply = await shop.call('POST', '/promo-codes/validate/', {
      body: { code: 'welcome10', store_id, subtotal: '25.00' },
    });
    expect(reply.body).toMatchObject({ valid: true, code: 'WELCOME10', discount_amount: '2.50' });
  }
});

it('offers one automatic promotion, on goods that no example uses', async () => {
  const rows = await read('/promotions/active/');
  expect(rows).toMatchObject([{ name: 'Herb seeds: three for two', kind: 'buy_x_get_y' }]);
  const product = await read(`/products/${rows[0].scope.ids[0]}/`);
  expect(product.slug).toBe('herb-seeds');
});

it('has a running test with results', async () => {
  const test = await read('/ab-tests/00000000-0000-4000-8000-0000000000ab/');
  expect(test.status).toBe('running');
  expect(test.variants.map((variant: { name: string }) => variant.name)).toEqual([
    'control',
    'treatment',
  ]);
  expect(test.results.impressions).toBe(600);
  expect(test.results.variants[1].comparison.lift_percent).toBeGreaterThan(0);
});
