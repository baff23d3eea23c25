import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { redisOrSkip, startRedis } from '../support/redis.js';
import { openShop, type Shop } from '../support/service.js';
import { soon } from '../support/soon.js';

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

  /** The price of the black mug in every answer of the shop. */
  const pricesAt = async (node: Shop): Promise<string[]> => {
    const read = async (path: string) =>
      (await node.call('GET', `/web-commerce/${path}store_id=${DOWNTOWN_ID}`)).body;
    const [product, list, search, suggest] = await Promise.all([
      read('products/black-mug/?'),
      read('products/?q=black+mug&'),
      read('search/?q=black+mug&'),
      read('suggest/?q=black+mug&'),
    ]);
    return [product, list[0], search.products[0], suggest.products[0]].map(({ price }) => price);
  };

  /** Changes the price at one node, and waits until both show it everywhere. */
  const reprice = async (amount: string): Promise<void> => {
    const token = await one.officeToken('admin');
    const { body } = await one.call('GET', '/product-variants/MUG-BLACK/', { token });
    await Promise.all([pricesAt(one), pricesAt(two)]);
    const path = `/product-variants/${body.id}/`;
    expect((await one.call('PATCH', path, { token, body: { price: amount } })).status).toBe(200);
    const everywhere = Array<string>(4).fill(amount);
    await expect.poll(() => pricesAt(two), soon).toEqual(everywhere);
    await expect.poll(() => pricesAt(one), soon).toEqual(everywhere);
  };

  it('both show a new price, however their answers were kept', async () => {
    await reprice('77.70');
    await reprice('77.77');
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
    await reprice('66.66');
    redis = await startRedis({ port });
    await expect.poll(async () => (await one.call('GET', '/health/?format=json')).status).toBe(200);
    await reprice('55.55');
  });
});
