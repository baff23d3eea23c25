import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Cache, readTextThrough, readThrough } from '../../src/platform/cache/index.js';
import { soon } from '../support/soon.js';

export type CacheBackend = { connect(): Cache; stop(): Promise<void> };

/** A load that resolves when the test calls `open`; `reached` resolves when the load starts. */
export function gate<T>(value: T) {
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

/** Waits for the first connection of each node. */
export const connected = (...caches: Cache[]) =>
  vi.waitFor(() => Promise.all(caches.map(cache => cache.ping())), soon);

/** The tests that every backend of the cache passes. */
export function describeCache(
  name: string,
  start: () => Promise<CacheBackend>,
  options: { skip?: boolean } = {},
): void {
  describe.skipIf(options.skip)(`the cache in ${name}`, () => {
    let started: CacheBackend;
    let cache: Cache;
    let neighbour: Cache;
    let run = 0;
    let key = '';

    beforeAll(async () => {
      started = await start();
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

    test('returns a value set on any node, and nothing after a delete', async () => {
      expect(await cache.get(key)).toBeUndefined();
      await cache.set(key, { total: '12.50', lines: [1, null] }, 60);
      expect(await neighbour.get(key)).toEqual({ total: '12.50', lines: [1, null] });
      await cache.set(`${key}:other`, 1, 60);
      await neighbour.delete(key, `${key}:other`, `${key}:never`);
      expect(await cache.get(key)).toBeUndefined();
      expect(await cache.get(`${key}:other`)).toBeUndefined();
    });

    test('returns copies, so that a caller cannot change what others read', async () => {
      const given = { names: ['Downtown'] };
      await cache.set(key, given, 60);
      given.names.push('changed after set');
      const taken = await cache.get<{ names: string[] }>(key);
      taken?.names.push('changed after get');
      const remembered = await readThrough(cache, key, 60, async () => given);
      remembered.names.push('changed after readThrough');
      expect(await cache.get(key)).toEqual({ names: ['Downtown'] });
    });

    test('expires a value', async () => {
      await cache.set(key, 'short', 0.05);
      await cache.set(`${key}:long`, 'long', 60);
      await vi.waitFor(async () => expect(await cache.get(key)).toBeUndefined(), soon);
      expect(await cache.get(`${key}:long`)).toBe('long');
    });

    test('refuses a value without a time to live, and values that JSON cannot represent', async () => {
      await expect(cache.set(key, 'x', 0)).rejects.toThrow(RangeError);
      await expect(cache.set(key, 'x', Number.NaN)).rejects.toThrow(RangeError);
      await expect(cache.set(key, undefined, 60)).rejects.toThrow(TypeError);
      expect(await cache.get(key)).toBeUndefined();
    });

    test('loads once for 100 concurrent readers, then not at all', async () => {
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

    test('returns equal values on a miss and on a hit', async () => {
      const load = async () => ({ at: new Date(0), gone: undefined });
      const miss = await readThrough(cache, key, 60, load);
      const hit = await readThrough(cache, key, 60, load);
      expect(miss).toEqual({ at: '1970-01-01T00:00:00.000Z' });
      expect(hit).toEqual(miss);
    });

    test('stores text unchanged, and does not store an absent value', async () => {
      expect(await readTextThrough(cache, key, 60, async () => '{"a": 1}')).toBe('{"a": 1}');
      expect(await readTextThrough(cache, key, 60, async () => 'never loaded')).toBe('{"a": 1}');
      expect(await cache.getText(key)).toBe('{"a": 1}');
      expect(await readThrough(cache, `${key}:none`, 60, async () => undefined)).toBeUndefined();
      expect(await readThrough(cache, `${key}:none`, 60, async () => 'now')).toBe('now');
    });

    test('does not store a value that was loaded before a delete', async () => {
      const stale = gate('before the change');
      const reader = readThrough(cache, key, 60, stale.load);
      await stale.reached;
      await neighbour.delete(key);
      stale.open();
      expect(await reader).toBe('before the change');
      expect(await cache.get(key)).toBeUndefined();
    });

    test('returns the new value to a reader after a delete, while an old load runs', async () => {
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

    test('passes a failed load to every waiting reader and loads again for the next', async () => {
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

    test('counts 200 concurrent hits from two nodes without losing one', async () => {
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

    test('restarts a counter when its window ends or it is deleted', async () => {
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

    test('starts the block exactly with the strike that reaches the limit', async () => {
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

    test('counts strikes in a sliding window, not in fixed ones', async () => {
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

    test('ends a block after its time', async () => {
      const rule = { max: 1, windowMs: 1_000, blockMs: 40 };
      expect(await cache.countTowardBlock(key, rule)).toBe(40);
      await vi.waitFor(async () => expect(await cache.blockedForMs(key)).toBe(0), soon);
      expect(await cache.countTowardBlock(key, { ...rule, max: 2 })).toBe(0);
    });

    test('tells once that a block started, lists it by kind, and ends it once', async () => {
      const rule = { max: 3, windowMs: 60_000, blockMs: 3_600_000 };
      let started = 0;
      const strike = (one: typeof cache, name: string) =>
        one.countTowardBlock(name, rule, {
          onStart: () => {
            started += 1;
          },
        });
      const kind = `kind-${key}`.replaceAll(':', '-');
      const [first, second, free] = [`${kind}:a`, `${kind}:b`, `${kind}:c`];
      await Promise.all(
        Array.from({ length: 8 }, (_, index) => strike(index % 2 ? cache : neighbour, first)),
      );
      expect(started).toBe(1);
      for (let count = 0; count < 3; count += 1) await strike(cache, second);
      await strike(cache, free);
      const listed = await neighbour.activeBlocks(kind);
      expect(listed.map(block => block.key).sort()).toEqual([first, second]);
      for (const { startedMsAgo, endsInMs } of listed) {
        expect(startedMsAgo).toBeGreaterThanOrEqual(0);
        expect(startedMsAgo + endsInMs).toBeGreaterThan(3_599_000);
        expect(startedMsAgo + endsInMs).toBeLessThan(3_601_000);
      }
      expect(await cache.activeBlocks('another kind')).toEqual([]);
      const ends = await Promise.all([cache.endBlock(first), neighbour.endBlock(first)]);
      expect(ends.sort()).toEqual([false, true]);
      expect(await neighbour.blockedForMs(first)).toBe(0);
      expect(await strike(cache, first)).toBe(0);
      // A block that ended with a successful login is no longer listed.
      await neighbour.delete(second);
      expect(await cache.activeBlocks(kind)).toEqual([]);
    });

    test('answers a ping', async () => {
      await expect(cache.ping()).resolves.toBeUndefined();
    });
  });
}
