import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Cache,
  CacheUnavailable,
  createCache,
  createProcessCache,
  invalidate,
  readTextThrough,
  readThrough,
} from '../../src/platform/cache/index.js';
import { createMemoryCache } from '../../src/platform/cache/memory.js';
import { createLog } from '../../src/platform/log.js';
import { redisOrSkip, type StartedRedis, startRedis } from '../support/redis.js';
import { soon } from '../support/soon.js';

const silent = createLog('silent');
const hasRedis = await redisOrSkip();

/** A moment the test decides: the load waits for `open`, the test waits for `reached`. */
function gate<T>(value: T) {
  let open = () => {};
  let arrive = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  const reached = new Promise<void>(resolve => {
    arrive = resolve;
  });
  const load = async () => {
    arrive();
    await opened;
    return value;
  };
  return { load, reached, open: () => open() };
}

/** A node waits for its first connection, but not as long as a busy machine may need for it. */
const connected = (...caches: Cache[]) =>
  vi.waitFor(() => Promise.all(caches.map(cache => cache.ping())), soon);

const memory = {
  name: 'memory',
  skip: false,
  async start() {
    const cache = createProcessCache();
    return { connect: () => cache, stop: async () => undefined };
  },
};

const redis = {
  name: 'redis',
  skip: !hasRedis,
  async start() {
    const server = await startRedis();
    return {
      connect: () => createCache({ redisUrl: server.url, log: silent }),
      stop: () => server.stop(),
    };
  },
};

test('a window in memory is over after its length, and never longer, at any moment of the clock', async () => {
  let at = 36_249.291_268_384_83;
  const cache = createMemoryCache({ now: () => at });
  expect(await cache.hit('client', 60_000)).toEqual({ count: 1, resetInMs: 60_000 });
  at += 59_999;
  expect((await cache.hit('client', 60_000)).count).toBe(2);
  at += 1;
  expect(await cache.hit('client', 60_000)).toEqual({ count: 1, resetInMs: 60_000 });
});

for (const backend of [memory, redis]) {
  describe.skipIf(backend.skip)(`the cache in ${backend.name}`, () => {
    let started: Awaited<ReturnType<typeof backend.start>>;
    let cache: Cache;
    let neighbour: Cache;
    let run = 0;
    let key = '';

    beforeAll(async () => {
      started = await backend.start();
      cache = started.connect();
      neighbour = started.connect();
      await connected(cache, neighbour);
    });
    afterAll(async () => {
      await cache.close();
      await neighbour.close();
      await started.stop();
    });
    beforeEach(() => {
      run += 1;
      key = `dashboard:${run}`;
    });

    test('gives back what any node has put in, and nothing after a delete', async () => {
      expect(await cache.get(key)).toBeUndefined();
      await cache.set(key, { total: '12.50', lines: [1, null] }, 60);
      expect(await neighbour.get(key)).toEqual({ total: '12.50', lines: [1, null] });
      await cache.set(`${key}:other`, 1, 60);
      await neighbour.delete(key, `${key}:other`, `${key}:never`);
      expect(await cache.get(key)).toBeUndefined();
      expect(await cache.get(`${key}:other`)).toBeUndefined();
    });

    test('hands out copies, so a caller cannot change what others read', async () => {
      const given = { names: ['Downtown'] };
      await cache.set(key, given, 60);
      given.names.push('changed after set');
      const taken = await cache.get<{ names: string[] }>(key);
      taken?.names.push('changed after get');
      const remembered = await readThrough(cache, key, 60, async () => given);
      remembered.names.push('changed after readThrough');
      expect(await cache.get(key)).toEqual({ names: ['Downtown'] });
    });

    test('forgets a value when its time is over', async () => {
      await cache.set(key, 'short', 0.05);
      await cache.set(`${key}:long`, 'long', 60);
      await vi.waitFor(async () => expect(await cache.get(key)).toBeUndefined(), soon);
      expect(await cache.get(`${key}:long`)).toBe('long');
    });

    test('refuses a value without a time to live, and what JSON cannot hold', async () => {
      await expect(cache.set(key, 'x', 0)).rejects.toThrow(RangeError);
      await expect(cache.set(key, 'x', Number.NaN)).rejects.toThrow(RangeError);
      await expect(cache.set(key, undefined, 60)).rejects.toThrow(TypeError);
      expect(await cache.get(key)).toBeUndefined();
    });

    test('loads once for a hundred simultaneous readers, then not at all', async () => {
      let loads = 0;
      const slow = gate({ stores: 2 });
      const load = () => {
        loads += 1;
        return slow.load();
      };
      const readers = Array.from({ length: 100 }, () => readThrough(cache, key, 60, load));
      await slow.reached;
      slow.open();
      expect(await Promise.all(readers)).toEqual(Array(100).fill({ stores: 2 }));
      expect(await readThrough(cache, key, 60, load)).toEqual({ stores: 2 });
      expect(loads).toBe(1);
    });

    test('looks the same on a miss as on a hit', async () => {
      const load = async () => ({ at: new Date(0), gone: undefined });
      const miss = await readThrough(cache, key, 60, load);
      const hit = await readThrough(cache, key, 60, load);
      expect(miss).toEqual({ at: '1970-01-01T00:00:00.000Z' });
      expect(hit).toEqual(miss);
    });

    test('keeps text as it is, and does not keep an absent answer', async () => {
      expect(await readTextThrough(cache, key, 60, async () => '{"a": 1}')).toBe('{"a": 1}');
      expect(await readTextThrough(cache, key, 60, async () => 'never loaded')).toBe('{"a": 1}');
      expect(await cache.getText(key)).toBe('{"a": 1}');
      expect(await readThrough(cache, `${key}:none`, 60, async () => undefined)).toBeUndefined();
      expect(await readThrough(cache, `${key}:none`, 60, async () => 'now')).toBe('now');
    });

    test('does not put a value back that was loaded before a delete', async () => {
      const stale = gate('before the change');
      const reader = readThrough(cache, key, 60, stale.load);
      await stale.reached;
      await neighbour.delete(key);
      stale.open();
      expect(await reader).toBe('before the change');
      expect(await cache.get(key)).toBeUndefined();
    });

    test('shows a reader who comes after a delete the new value, while an old load runs', async () => {
      const stale = gate('before the change');
      const early = readThrough(cache, key, 60, stale.load);
      await stale.reached;
      await neighbour.delete(key);
      expect(await readThrough(cache, key, 60, async () => 'after the change')).toBe(
        'after the change',
      );
      stale.open();
      expect(await early).toBe('before the change');
      expect(await neighbour.get(key)).toBe('after the change');
    });

    test('does not overwrite a value that was set while an old load ran', async () => {
      const stale = gate('loaded');
      const reader = readThrough(cache, key, 60, stale.load);
      await stale.reached;
      await neighbour.set(key, 'set', 60);
      stale.open();
      await reader;
      expect(await cache.get(key)).toBe('set');
    });

    test('passes a failed load to everyone who waited and tries again for the next', async () => {
      const broken = async () => {
        throw new Error('no database');
      };
      const readers = await Promise.allSettled([
        readThrough(cache, key, 60, broken),
        readThrough(cache, key, 60, broken),
      ]);
      expect(readers.map(reader => reader.status)).toEqual(['rejected', 'rejected']);
      expect(await readThrough(cache, key, 60, async () => 'fine')).toBe('fine');
    });

    test('counts two hundred parallel hits from two nodes without losing one', async () => {
      const hits = await Promise.all(
        Array.from({ length: 200 }, (_, index) => (index % 2 ? cache : neighbour).hit(key, 60_000)),
      );
      const counts = hits.map(hit => hit.count).sort((a, b) => a - b);
      expect(counts).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
      for (const { resetInMs } of hits) {
        expect(resetInMs).toBeGreaterThan(0);
        expect(resetInMs).toBeLessThanOrEqual(60_000);
      }
    });

    test('starts a counter anew when its window is over or it was deleted', async () => {
      await cache.hit(key, 30);
      await vi.waitFor(
        async () => {
          const { count } = await cache.hit(key, 30);
          expect(count).toBe(1);
        },
        { ...soon, interval: 60 },
      );
      await cache.hit(`${key}:b`, 60_000);
      await neighbour.delete(`${key}:b`);
      expect((await cache.hit(`${key}:b`, 60_000)).count).toBe(1);
    });

    test('lets exactly the strike that reaches the limit start the block', async () => {
      const rule = { max: 30, windowMs: 60_000, blockMs: 3_600_000 };
      const blocks = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index % 2 ? cache : neighbour).countTowardBlock(key, rule),
        ),
      );
      expect(blocks.filter(ms => ms === 0)).toHaveLength(29);
      expect(blocks.filter(ms => ms > 3_590_000 && ms <= 3_600_000)).toHaveLength(11);
      expect(await neighbour.blockedForMs(key)).toBeGreaterThan(3_590_000);
      expect(await neighbour.blockedForMs(`${key}:someone else`)).toBe(0);
      await neighbour.delete(key);
      expect(await cache.blockedForMs(key)).toBe(0);
      expect(await cache.countTowardBlock(key, rule)).toBe(0);
    });

    test('counts the strikes of any window, not of a row of fixed ones', async () => {
      const rule = { max: 3, windowMs: 300, blockMs: 60_000 };
      for (let slow = 0; slow < 4; slow += 1) {
        expect(await cache.countTowardBlock(key, rule)).toBe(0);
        await pause(200);
      }
      const quick = [
        cache.countTowardBlock(key, rule),
        cache.countTowardBlock(key, rule),
        cache.countTowardBlock(key, rule),
      ];
      expect((await Promise.all(quick)).at(-1)).toBeGreaterThan(0);
    });

    test('ends a block when its time is over', async () => {
      const rule = { max: 1, windowMs: 1_000, blockMs: 40 };
      expect(await cache.countTowardBlock(key, rule)).toBe(40);
      await vi.waitFor(async () => expect(await cache.blockedForMs(key)).toBe(0), soon);
      expect(await cache.countTowardBlock(key, { ...rule, max: 2 })).toBe(0);
    });

    test('answers a ping', async () => {
      await expect(cache.ping()).resolves.toBeUndefined();
    });
  });
}

describe('the bounds of the cache in memory', () => {
  test('drops the value that was not read for longest', async () => {
    const cache = createProcessCache({ maxValues: 2 });
    await cache.set('a', 1, 60);
    await cache.set('b', 2, 60);
    await cache.get('a');
    await cache.set('c', 3, 60);
    expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual([
      1,
      undefined,
      3,
    ]);
  });

  test('does not let a crowd of counters push out a value', async () => {
    const cache = createProcessCache({ maxValues: 2, maxCounters: 10 });
    await cache.set('page', 'kept', 60);
    for (let client = 0; client < 100; client += 1) {
      await cache.hit(`client:${client}`, 60_000);
      await cache.countTowardBlock(`client:${client}`, { max: 5, windowMs: 1_000, blockMs: 1_000 });
    }
    expect(await cache.get('page')).toBe('kept');
    expect((await cache.hit('client:0', 60_000)).count).toBe(1);
    expect((await cache.hit('client:99', 60_000)).count).toBe(2);
  });
});

describe.skipIf(!hasRedis)('the cache while Redis is away', () => {
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

  test('says so at once, still answers reads, and recovers by itself', async () => {
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
    // Long enough for several attempts to reconnect, none of which is worth a line of its own.
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

  test('shows a reader who comes after a change the new value, even then', async () => {
    await server.stop();
    const stale = gate('before the change');
    const early = readThrough(cache, 'stores', 60, stale.load);
    await stale.reached;
    await expect(cache.delete('stores')).rejects.toThrow(CacheUnavailable);
    expect(await readThrough(cache, 'stores', 60, async () => 'after')).toBe('after');
    stale.open();
    expect(await early).toBe('before the change');
  });

  test('does not wait for a Redis that has stopped answering, and repeats lost deletes', async () => {
    const neighbour = createCache({ redisUrl: server.url, log: silent });
    await cache.set('stores', 'old', 60);
    await connected(neighbour);
    process.kill(server.pid, 'SIGSTOP');

    await expect(cache.get('stores')).rejects.toThrow('Command timed out');
    // Nothing is sent now, so only the repeated delete can take the old value away.
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

  test('starts without Redis and finds it later', async () => {
    await server.stop();
    const early = createCache({ redisUrl: server.url, log: silent });
    await expect(early.get('stores')).rejects.toThrow(CacheUnavailable);
    expect(await readThrough(early, 'stores', 60, async () => 'loaded')).toBe('loaded');
    server = await startRedis({ port: server.port });
    await connected(early);
    await early.close();
    await expect(early.get('stores')).rejects.toThrow(CacheUnavailable);
  });

  test('survives a flushed Redis that no longer knows its scripts', async () => {
    const admin = new Redis(server.url);
    expect((await cache.hit('client', 60_000)).count).toBe(1);
    await admin.script('FLUSH');
    expect((await cache.hit('client', 60_000)).count).toBe(2);
    await admin.quit();
  });

  test('treats a Redis that refuses to write as absent, without calling it an outage', async () => {
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
