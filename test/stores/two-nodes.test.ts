import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisOrSkip, startRedis } from '../support/redis.js';
import { openShop, type Shop } from '../support/service.js';

const skip = !(await redisOrSkip());

describe.skipIf(skip)('two nodes on one Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let one: Shop;
  let two: Shop;

  beforeAll(async () => {
    redis = await startRedis();
    one = await openShop({ env: { REDIS_URL: redis.url } });
    two = await openShop({ env: { REDIS_URL: redis.url }, beside: one });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
    await redis.stop();
  });

  it('both list a store that one of them has just changed', async () => {
    const token = await one.officeToken('admin');
    const nameAt = async (node: Shop) =>
      (await node.call('GET', '/stores/', { token })).body.find(
        (s: { code: string }) => s.code === 'AIRPORT',
      ).name;
    expect([await nameAt(one), await nameAt(two)]).toEqual([
      'Tillhouse Airport',
      'Tillhouse Airport',
    ]);
    for (const [writer, name] of [
      [one, 'First'],
      [two, 'Second'],
    ] as const) {
      await writer.call('PATCH', '/stores/AIRPORT/', { token, body: { name } });
      expect([await nameAt(one), await nameAt(two)]).toEqual([name, name]);
    }
  });

  it('work without Redis, report it, and reconnect', async () => {
    const token = await one.officeToken('admin');
    const port = Number(new URL(redis.url).port);
    await redis.stop();
    const till = await one.call('GET', '/pos/health/');
    expect([till.body.status, till.body.services]).toEqual([
      'unhealthy',
      { database: true, cache: false },
    ]);
    expect((await one.call('GET', '/health/?format=json')).status).toBe(500);
    expect((await one.call('GET', '/stores/', { token })).status).toBe(200);
    const login = await two.call('POST', '/auth/login/', {
      body: { username: 'manager', password: 'manager-demo' },
    });
    expect(login.status).toBe(200);
    redis = await startRedis({ port });
    await expect.poll(async () => (await one.call('GET', '/health/?format=json')).status).toBe(200);
  });
});
