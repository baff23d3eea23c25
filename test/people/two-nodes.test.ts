import { describe, expect, it } from 'vitest';
import { redisOrSkip, startRedis } from '../support/redis.js';
import { openShop, type Shop } from './support.js';

const me = (at: Shop, token: string) => at.call('GET', '/auth/me/', { token });
const logIn = (at: Shop, username: string, password: string) =>
  at.call('POST', '/auth/login/', { body: { username, password } });

describe.runIf(await redisOrSkip())('two nodes', () => {
  it('both refuse a token that was logged out on one of them', async () => {
    const redis = await startRedis();
    const env = { REDIS_URL: redis.url };
    const here = await openShop({ env, background: false });
    const there = await openShop({ env, background: false, beside: here });
    try {
      const { body } = await logIn(here, 'manager', 'manager-demo');
      expect((await me(here, body.access)).status).toBe(200);
      expect((await me(there, body.access)).status).toBe(200);
      await here.call('POST', '/auth/logout/', { token: body.access });
      expect((await me(here, body.access)).status).toBe(401);
      // Cached logins expire after five seconds; the other node's message arrives much sooner.
      await expect.poll(async () => (await me(there, body.access)).status).toBe(401);
    } finally {
      await there.close();
      await here.close();
      await redis.stop();
    }
  });
});
