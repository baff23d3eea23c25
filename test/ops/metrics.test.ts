import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGauge } from '../../src/platform/metrics.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ background: false });
});
afterAll(() => shop.close());

/** Calls from another address, with or without a login. */
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

describe('the metrics for Prometheus', () => {
  it('count requests by route, and show queue lengths', async () => {
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

  it('show the number of articles to reorder per store', async () => {
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

  it('are for who sends the metrics token, which opens nothing else', async () => {
    const token = 'a-token-for-prometheus';
    const scraped = await openShop({ env: { METRICS_TOKEN: token } });
    try {
      const status = async (url: string, authorization: string) =>
        (
          await scraped.call('GET', url, {
            headers: { authorization, 'x-forwarded-for': '203.0.113.7' },
          })
        ).status;
      expect(await status('/metrics', `Bearer ${token}`)).toBe(200);
      expect(await status('/metrics/', `bearer ${token}`)).toBe(200);
      expect(await status('/metrics', `Bearer ${token}x`)).toBe(401);
      expect(await status('/metrics', token)).toBe(401);
      expect(await status('/ops/work/', `Bearer ${token}`)).toBe(401);
    } finally {
      await scraped.close();
    }
    expect((await fromOutside(token)).status).toBe(401);
  });

  it('are refused to clients of a proxy on this machine', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto']) {
      const headers = { [name]: 'for=203.0.113.7' };
      expect((await shop.call('GET', '/metrics', { headers })).status).toBe(401);
    }
  });

  it('are refused to a proxy that sends HTTP/1.0 without forwarding headers', async () => {
    const address = await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const port = Number(new URL(address).port);
    const ask = async (version: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET /metrics HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).slice(0, 12);
    };
    expect([await ask('1.0'), await ask('1.1')]).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('are served under a host name of this machine only', async () => {
    const under = async (host: string) =>
      (await shop.call('GET', '/metrics', { headers: { host } })).status;
    for (const host of ['localhost', 'localhost:8000', '127.0.0.1:8000', '[::1]:8000']) {
      expect(await under(host), host).toBe(200);
    }
    for (const host of ['shop.example', '127.0.0.1.shop.example', 'localhost.shop.example:80']) {
      expect(await under(host), host).toBe(401);
    }
  });

  it('omit a metric that fails', async () => {
    let isBroken = false;
    addGauge(shop.platform.metrics, 'tillhouse_test', 'For a test.', 'of', () => {
      if (isBroken) throw new Error('no figure');
      return { it: 7 };
    });
    const before = await shop.call('GET', '/metrics');
    expect(figure(before.text, 'tillhouse_test{of="it"}')).toBe(7);
    isBroken = true;
    const after = await shop.call('GET', '/metrics');
    expect(after.status).toBe(200);
    expect(figure(after.text, 'tillhouse_test{of="it"}')).toBeUndefined();
    expect(figure(after.text, 'tillhouse_jobs{state="parked"}')).toBe(0);
  });
});
