import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILOVER_FAULTS } from './failover/faults.js';
import { endOfLongestPause } from './failover/pauses.js';
import { failoverOrSkip } from './failover/programs.js';
import { type FailoverShop, openFailoverShop } from './failover/shop.js';
import { runFault } from './run-fault.js';

const skip = !(await failoverOrSkip());
const ROUND_MS = 480_000;

describe.skipIf(skip)('a busy shop whose database fails over', () => {
  let shop: FailoverShop;
  beforeAll(async () => {
    shop = await openFailoverShop();
  }, ROUND_MS);
  afterAll(() => shop?.close(), 60_000);

  it.each(FAILOVER_FAULTS)(
    'keeps every acknowledged sale, order and event: $does',
    async fault => {
      const report = await runFault(shop, fault, { rounds: 1, seed: 7 });
      expect(report).toMatchObject({ rounds: 1, lost: [], doubled: [], wrong: [], failures: [] });
      expect(report.acknowledged).toBeGreaterThan(15);
    },
    ROUND_MS,
  );
});

it('takes the end of the longest pause as the time of recovery', () => {
  expect(endOfLongestPause([0, 5, 20, 9_020, 9_030, 9_500])).toBe(9_020);
  expect(endOfLongestPause([10])).toBe(10);
});
