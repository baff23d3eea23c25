import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

/** Asks as a caller from elsewhere, with or without a login. */
const fromOutside = async (token?: string) => {
  const answer = await shop.app.inject({
    url: '/metrics',
    remoteAddress: '203.0.113.7',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  return { status: answer.statusCode, text: answer.body };
};
const figure = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find(row => row.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
};

describe('the figures for Prometheus', () => {
  it('count requests by route, and say what waits', async () => {
    for (let n = 0; n < 3; n += 1)
      await shop.call('GET', `/transactions/TXN-20200101-0000000${n}/`);
    const { text } = await shop.call('GET', '/metrics');
    const count = 'tillhouse_request_seconds_count';
    const labels = '{method="GET",route="/transactions/:transactionId/",status="401"}';
    expect(figure(text, `${count}${labels}`)).toBe(3);
    expect(figure(text, 'tillhouse_jobs{state="parked"}')).toBe(0);
    expect(figure(text, 'tillhouse_lag_seconds{of="outbox"}')).toBeGreaterThanOrEqual(0);
    expect(figure(text, 'tillhouse_database_connections{state="waiting"}')).toBe(0);
  });

  it('tell how many articles of a store are to be ordered', async () => {
    const { text } = await shop.call('GET', '/metrics');
    const low = await shop.platform.db
      .selectFrom('inventory_levels')
      .innerJoin('stores', 'stores.id', 'inventory_levels.store_id')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('code', '=', 'DOWNTOWN')
      .where('inventory_levels.is_active', '=', true)
      .where('reorder_point', '>', 0)
      .whereRef('on_hand', '<=', 'reorder_point')
      .executeTakeFirstOrThrow();
    expect(low.n).toBeGreaterThan(0);
    expect(figure(text, 'tillhouse_stock_alerts{store="DOWNTOWN"}')).toBe(low.n);
  });

  it('are for this machine and for administrators', async () => {
    expect((await fromOutside()).status).toBe(401);
    expect((await fromOutside(await shop.tillToken())).status).toBe(403);
    expect((await fromOutside(await shop.officeToken('manager'))).status).toBe(403);
    expect((await fromOutside(await shop.officeToken('admin'))).status).toBe(200);
  });

  it('are not given to whom a proxy on this machine speaks for', async () => {
    for (const name of ['x-forwarded-for', 'forwarded']) {
      const headers = { [name]: 'for=203.0.113.7' };
      expect((await shop.call('GET', '/metrics', { headers })).status).toBe(401);
    }
  });
});
