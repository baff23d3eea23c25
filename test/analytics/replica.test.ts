import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { cloneDatabase, openShop, type Shop } from '../support/service.js';

let copy: Awaited<ReturnType<typeof cloneDatabase>>;
let shop: Shop;
beforeAll(async () => {
  copy = await cloneDatabase(DEMO_TEMPLATE);
  shop = await openShop({ env: { DATABASE_REPLICA_URL: copy.url }, background: false });
});
afterAll(async () => {
  await shop.close();
  await copy.drop();
});

it('reads dashboard and reports from the replica, and everything else from the primary', async () => {
  const token = await shop.officeToken('manager');
  await statement(shop.platform.replica, `update products set name = 'Only in the copy'`);
  await statement(shop.platform.replica, `update product_variants set name = 'Only in the copy'`);
  const dashboard = await shop.call('GET', '/stores/DOWNTOWN/dashboard_home/', { token });
  expect(dashboard.body.low_stock_alerts[0].name).toBe('Only in the copy');
  const report = await shop.call('GET', '/analytics/operations/inventory/?store=DOWNTOWN', {
    token,
  });
  expect(report.text).toContain('Only in the copy');
  expect((await shop.call('GET', '/products/', { token })).text).not.toContain('Only in the copy');
});
