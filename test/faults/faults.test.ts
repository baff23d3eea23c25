import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisOrSkip } from '../support/redis.js';
import { disk, network, redis } from './environment-faults.js';
import { postgres } from './kills.js';
import { runFault } from './run-fault.js';
import { canMount } from './small-disk.js';
import { openWorld, type World } from './world.js';

const hasRedis = await redisOrSkip();
const hasDisk = await canMount();
if (!hasDisk) console.warn('DISK FAULT SKIPPED: only root may mount a file system');

/**
 * These faults hit one shop, one after another; `npm run faults` gives each its own shop. Killing
 * the service and job workers has separate tests.
 */
describe('a busy shop under faults', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ proxied: true, redis: hasRedis, smallDisk: hasDisk });
  });
  afterAll(() => world.close(), 60_000);

  const faults = [postgres, network, ...(hasRedis ? [redis] : []), ...(hasDisk ? [disk] : [])];
  it.each(faults)('keeps every acknowledged sale, order and event: $does', async fault => {
    const report = await runFault(world, fault, { rounds: 1, seed: 7 });
    expect(report).toMatchObject({ rounds: 1, lost: [], doubled: [], wrong: [], failures: [] });
    expect(report.acknowledged).toBeGreaterThan(15);
  });
});
