import { describe, expect, test } from 'vitest';
import { createProcessCache } from '../../src/platform/cache/index.js';
import { createMemoryCache } from '../../src/platform/cache/memory.js';
import { describeCache } from './cache-contract.js';

describeCache('memory', async () => {
  const cache = createProcessCache();
  return { connect: () => cache, stop: async () => undefined };
});

test('ends a window in memory after exactly its length, at any time of the clock', async () => {
  let at = 36_249.291_268_384_83;
  const cache = createMemoryCache({ now: () => at });
  expect(await cache.hit('client', 60_000)).toEqual({ count: 1, resetInMs: 60_000 });
  at += 59_999;
  expect((await cache.hit('client', 60_000)).count).toBe(2);
  at += 1;
  expect(await cache.hit('client', 60_000)).toEqual({ count: 1, resetInMs: 60_000 });
});

describe('the bounds of the cache in memory', () => {
  test('drops the least recently used value', async () => {
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

  test('keeps values despite many counters', async () => {
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
