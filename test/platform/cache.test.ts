import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Cache,
  CacheUnavailable,
  createCache,
  invalidate,
  readThrough,
} from '../../src/platform/cache/index.js';
import { createLog } from '../../src/platform/log.js';
import { redisOrSkip, type StartedRedis, startRedis } from '../support/redis.js';
import { soon } from '../support/soon.js';
import { type CacheBackend, connected, describeCache, gate } from './cache-contract.js';

const silent = createLog('silent');
const hasRedis = await redisOrSkip();

const startBackend = async (): Promise<CacheBackend> => {
  const server = await startRedis();
  return {
    connect: () => createCache({ redisUrl: server.url, log: silent }),
    stop: () => server.stop(),
  };
};

describeCache('redis', startBackend, { skip: !hasRedis });

describe.skipIf(!hasRedis)('the cache while Redis is down', () => {
  let server: StartedRedis;
  let cache: Cache;
  let lines: { msg: string; level: number }[] = [];
  const logged = (msg: string) => lines.filter(line => line.msg === msg).length;

  beforeEach(async () => {
    server = await startRedis();
    const log = createLog('info', { write: line => lines.push(JSON.parse(line)) });
    cache = createCache({ redisUrl: server.url, log });
    await connected(cache);
    lines = [];
  });
  afterEach(async () => {
    await cache.close();
    await server.stop();
  });

  test('reports it at once, still answers reads, and reconnects', async () => {
    await cache.set('stores', 'cached', 60);
    await server.stop();

    await expect(cache.get('stores')).rejects.toThrow(CacheUnavailable);
    await expect(cache.set('stores', 'x', 60)).rejects.toThrow(CacheUnavailable);
    await expect(cache.delete('stores')).rejects.toThrow(CacheUnavailable);
    await expect(cache.hit('client', 1_000)).rejects.toThrow(CacheUnavailable);
    await expect(
      cache.countTowardBlock('client', { max: 1, windowMs: 1, blockMs: 1 }),
    ).rejects.toThrow(CacheUnavailable);
    await expect(cache.blockedForMs('client')).rejects.toThrow(CacheUnavailable);
    await expect(cache.ping()).rejects.toThrow(CacheUnavailable);
    expect(await readThrough(cache, 'stores', 60, async () => 'loaded')).toBe('loaded');
    // Long enough for several attempts to reconnect, which are not logged separately.
    await pause(500);

    server = await startRedis({ port: server.port });
    await connected(cache);
    expect(await readThrough(cache, 'stores', 60, async () => 'again')).toBe('again');
    expect(await cache.get('stores')).toBe('again');
    expect([logged('redis is unavailable'), logged('redis is back')]).toEqual([1, 1]);
  });

  test('still runs one load for many readers', async () => {
    await server.stop();
    await expect(cache.ping()).rejects.toThrow(CacheUnavailable);
    let loads = 0;
    const slow = gate('loaded');
    const load = () => {
      loads += 1;
      return slow.load();
    };
    const readers = Array.from({ length: 50 }, () => readThrough(cache, 'dashboard', 60, load));
    await slow.reached;
    slow.open();
    expect(await Promise.all(readers)).toEqual(Array(50).fill('loaded'));
    expect(loads).toBe(1);
  });

  test('returns the new value to a reader after a change', async () => {
    await server.stop();
    const stale = gate('before the change');
    const early = readThrough(cache, 'stores', 60, stale.load);
    await stale.reached;
    await expect(cache.delete('stores')).rejects.toThrow(CacheUnavailable);
    expect(await readThrough(cache, 'stores', 60, async () => 'after')).toBe('after');
    stale.open();
    expect(await early).toBe('before the change');
  });

  test('does not wait for an unresponsive Redis, and repeats lost deletes', async () => {
    const neighbour = createCache({ redisUrl: server.url, log: silent });
    await cache.set('stores', 'old', 60);
    await connected(neighbour);
    process.kill(server.pid, 'SIGSTOP');

    await expect(cache.get('stores')).rejects.toThrow('Command timed out');
    // Nothing is sent now, so only the repeated delete can remove the old value.
    await expect(cache.delete('stores')).rejects.toThrow('not answering');
    await invalidate(cache, 'stores');
    expect(await readThrough(cache, 'stores', 60, async () => 'loaded')).toBe('loaded');

    process.kill(server.pid, 'SIGCONT');
    await vi.waitFor(async () => {
      await cache.ping().catch(() => undefined);
      expect(await neighbour.get('stores')).toBeUndefined();
    }, soon);
    expect(await readThrough(cache, 'stores', 60, async () => 'new')).toBe('new');
    await vi.waitFor(async () => {
      await readThrough(cache, 'stores', 60, async () => 'new');
      expect(await neighbour.get('stores')).toBe('new');
    }, soon);
    expect([logged('redis is unavailable'), logged('redis is back')]).toEqual([1, 1]);
    await neighbour.close();
  });

  test('starts without Redis and connects later', async () => {
    await server.stop();
    const early = createCache({ redisUrl: server.url, log: silent });
    await expect(early.get('stores')).rejects.toThrow(CacheUnavailable);
    expect(await readThrough(early, 'stores', 60, async () => 'loaded')).toBe('loaded');
    server = await startRedis({ port: server.port });
    await connected(early);
    await early.close();
    await expect(early.get('stores')).rejects.toThrow(CacheUnavailable);
  });

  test('reloads its scripts after a flush of Redis', async () => {
    const admin = new Redis(server.url);
    expect((await cache.hit('client', 60_000)).count).toBe(1);
    await admin.script('FLUSH');
    expect((await cache.hit('client', 60_000)).count).toBe(2);
    await admin.quit();
  });

  test('treats a read-only Redis as absent, without logging an outage', async () => {
    const admin = new Redis(server.url);
    await admin.config('SET', 'maxmemory', '1');
    await expect(cache.set('stores', 'x', 60)).rejects.toThrow(CacheUnavailable);
    await expect(cache.hit('client', 1_000)).rejects.toThrow(CacheUnavailable);
    expect(await readThrough(cache, 'stores', 60, async () => 'loaded')).toBe('loaded');
    await admin.config('SET', 'maxmemory', '0');
    expect((await cache.hit('client', 1_000)).count).toBe(1);
    expect([logged('redis is unavailable'), logged('redis rejected a command')]).toEqual([0, 1]);
    await admin.quit();
  });
});
