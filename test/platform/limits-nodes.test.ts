import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Cache, createCache } from '../../src/platform/cache/index.js';
import { createLimits, type Limits, type Verdict } from '../../src/platform/http/limits.js';
import { createLog } from '../../src/platform/log.js';
import { redisOrSkip, type StartedRedis, startRedis } from '../support/redis.js';
import { soon } from '../support/soon.js';

const silent = createLog('silent');
const hasRedis = await redisOrSkip();
const free: Verdict = { blocked: false };
const MINUTE_MS = 60_000;

async function times(count: number, act: () => Promise<Verdict>): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let done = 0; done < count; done += 1) verdicts.push(await act());
  return verdicts;
}

describe.skipIf(!hasRedis)('limits shared through Redis', () => {
  let server: StartedRedis;
  let caches: Cache[];
  let nodes: [Limits, Limits];
  let lines: { msg: string }[];

  beforeEach(async () => {
    lines = [];
    server = await startRedis();
    const log = createLog('info', { write: line => lines.push(JSON.parse(line)) });
    const connect = () => createCache({ redisUrl: server.url, log: silent });
    const [first, second] = [connect(), connect()];
    caches = [first, second];
    await vi.waitFor(() => Promise.all(caches.map(cache => cache.ping())), soon);
    nodes = [createLimits(first, log), createLimits(second, log)];
  });
  afterEach(async () => {
    for (const cache of caches) await cache.close();
    await server.stop();
  });

  test('counts a flood over two nodes and blocks it on both', async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 60 }, (_, index) => nodes[index % 2 ? 0 : 1].flood('a')),
    );
    expect(verdicts.filter(verdict => !verdict.blocked)).toHaveLength(29);
    for (const node of nodes) {
      const verdict = await node.flood('a');
      expect(verdict.blocked && verdict.retryAfterSeconds > 3_500).toBe(true);
      expect(await node.flood('b')).toEqual(free);
    }
  });

  test('counts failures over two nodes, and a success on one clears its account on both', async () => {
    await times(5, () => nodes[0].fail('a', 'mine'));
    await times(4, () => nodes[1].fail('a', 'other'));
    expect((await nodes[0].fail('a')).blocked).toBe(true);
    expect((await nodes[1].failureVerdict('a')).blocked).toBe(true);
    await nodes[1].clearFailures('a', 'mine');
    expect(await nodes[0].failureVerdict('a')).toEqual(free);
    expect(await nodes[0].addressBlocks()).toEqual([]);
    // Five of ten are left.
    expect(await times(4, () => nodes[1].fail('a', 'mine'))).toEqual(Array(4).fill(free));
    expect((await nodes[0].fail('a', 'mine')).blocked).toBe(true);
  });

  test('lists the blocks of all nodes on each, and lifts them for all', async () => {
    await times(30, () => nodes[0].flood('203.0.113.7'));
    await times(10, () => nodes[0].fail('203.0.113.8'));
    const [flood, failure] = await nodes[1].addressBlocks();
    expect(flood).toMatchObject({ kind: 'flood', address: '203.0.113.7', ofOneOwner: false });
    expect(failure).toMatchObject({ kind: 'failure', address: '203.0.113.8' });
    expect(await nodes[1].endAddressBlock(flood?.id ?? '')).toBe(true);
    expect(await nodes[0].endAddressBlock(flood?.id ?? '')).toBe(false);
    expect(await nodes[0].flood('203.0.113.7')).toEqual(free);
    expect((await nodes[0].addressBlocks()).map(({ id }) => id)).toEqual([failure?.id]);
  });

  test('lists and lifts what a node counted while Redis was down', async () => {
    await server.stop();
    await times(30, () => nodes[0].flood('203.0.113.9'));
    const [block] = await nodes[0].addressBlocks();
    expect(block).toMatchObject({ kind: 'flood', address: '203.0.113.9' });
    expect(await nodes[0].endAddressBlock(block?.id ?? '')).toBe(true);
    expect(await nodes[0].flood('203.0.113.9')).toEqual(free);
  });

  test('allows exactly the limit of concurrent attempts', async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        nodes[index % 2 ? 0 : 1].throttle('pin', 'EMP001', 20, 10 * MINUTE_MS),
      ),
    );
    expect(verdicts.filter(verdict => !verdict.blocked)).toHaveLength(20);
  });

  test('limits on each node separately while Redis is down', async () => {
    await server.stop();
    const floods = await Promise.all(Array.from({ length: 40 }, () => nodes[0].flood('a')));
    expect(floods.filter(verdict => !verdict.blocked)).toHaveLength(29);
    await times(9, () => nodes[0].fail('a', 'mine'));
    expect(await nodes[0].fail('a', 'mine')).toEqual({ blocked: true, retryAfterSeconds: 600 });
    await nodes[0].clearFailures('a', 'mine');
    expect(await nodes[0].failureVerdict('a')).toEqual(free);
    expect(lines.map(line => line.msg)).toEqual([
      'rate limits are counted per node: the shared cache is unavailable',
    ]);
  });
});
