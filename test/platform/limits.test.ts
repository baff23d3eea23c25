import { beforeEach, describe, expect, test } from 'vitest';
import { createProcessCache } from '../../src/platform/cache/index.js';
import {
  clientKey,
  createLimits,
  isLoopback,
  type Limits,
  type Verdict,
} from '../../src/platform/http/limits.js';
import { createLog } from '../../src/platform/log.js';

const silent = createLog('silent');
const free: Verdict = { blocked: false };
const MINUTE_MS = 60_000;

async function times(count: number, act: () => Promise<Verdict>): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let done = 0; done < count; done += 1) verdicts.push(await act());
  return verdicts;
}

describe('limits at the boundaries of time', () => {
  let now: number;
  let limits: Limits;

  beforeEach(() => {
    now = 1_000_000;
    limits = createLimits(createProcessCache({ now: () => now }), silent);
  });

  test('allows 29 requests in one second and blocks the 30th for an hour', async () => {
    expect(await times(29, () => limits.flood('a'))).toEqual(Array(29).fill(free));
    now += 999;
    expect(await limits.flood('a')).toEqual({ blocked: true, retryAfterSeconds: 3_600 });
  });

  test('does not block 30 requests that take a whole second', async () => {
    expect(await times(29, () => limits.flood('a'))).toEqual(Array(29).fill(free));
    now += 1_000;
    expect(await limits.flood('a')).toEqual(free);
  });

  test('detects a flood across two seconds', async () => {
    now += 900;
    expect(await times(15, () => limits.flood('a'))).toEqual(Array(15).fill(free));
    now += 200;
    expect(await times(14, () => limits.flood('a'))).toEqual(Array(14).fill(free));
    expect(await limits.flood('a')).toEqual({ blocked: true, retryAfterSeconds: 3_600 });
  });

  test('never blocks a client that stays at 29 requests per second', async () => {
    for (let second = 0; second < 20; second += 1) {
      expect(await times(29, () => limits.flood('a'))).toEqual(Array(29).fill(free));
      now += 1_000;
    }
  });

  test('ends the flood block after the hour, which further requests do not prolong', async () => {
    await times(30, () => limits.flood('a'));
    now += 3_599_001;
    expect(await limits.flood('a')).toEqual({ blocked: true, retryAfterSeconds: 1 });
    now += 999;
    expect(await times(29, () => limits.flood('a'))).toEqual(Array(29).fill(free));
  });

  test('does not affect other clients', async () => {
    await times(40, () => limits.flood('a'));
    await times(12, () => limits.fail('a'));
    expect(await limits.flood('b')).toEqual(free);
    expect(await limits.failureVerdict('b')).toEqual(free);
  });

  test('allows nine failures and blocks at the tenth within ten minutes', async () => {
    expect(await times(9, () => limits.fail('a'))).toEqual(Array(9).fill(free));
    expect(await limits.failureVerdict('a')).toEqual(free);
    now += 10 * MINUTE_MS - 1;
    expect(await limits.fail('a')).toEqual({ blocked: true, retryAfterSeconds: 600 });
    expect(await limits.failureVerdict('a')).toEqual({ blocked: true, retryAfterSeconds: 600 });
    now += 10 * MINUTE_MS - 1;
    expect(await limits.failureVerdict('a')).toEqual({ blocked: true, retryAfterSeconds: 1 });
    now += 1;
    expect(await limits.failureVerdict('a')).toEqual(free);
    expect(await limits.fail('a')).toEqual(free);
  });

  test('does not block ten failures that took longer than ten minutes', async () => {
    await times(9, () => limits.fail('a'));
    now += 10 * MINUTE_MS;
    expect(await limits.fail('a')).toEqual(free);
  });

  test('counts nothing when only the state is read', async () => {
    await times(9, () => limits.fail('a'));
    await times(50, () => limits.failureVerdict('a'));
    expect(await limits.failureVerdict('a')).toEqual(free);
  });

  test('forgets the failures of an account after its success, and keeps those of others', async () => {
    await times(6, () => limits.fail('a', 'mine'));
    await times(3, () => limits.fail('a', 'other'));
    await limits.clearFailures('a', 'mine');
    await limits.clearFailures('b', 'other');
    expect(await times(6, () => limits.fail('a', 'other'))).toEqual(Array(6).fill(free));
    await limits.clearFailures('a', 'mine');
    expect((await limits.fail('a', 'third')).blocked).toBe(true);
    await limits.clearFailures('a', 'mine');
    expect((await limits.failureVerdict('a')).blocked).toBe(true);
  });

  test('ends a block that needed the failures of the account, and keeps the flood block', async () => {
    await times(10, () => limits.fail('a', 'mine'));
    await times(30, () => limits.flood('a'));
    await limits.clearFailures('a', 'mine');
    expect(await limits.failureVerdict('a')).toEqual(free);
    expect(await limits.flood('a')).toEqual({ blocked: true, retryAfterSeconds: 3_600 });
  });

  test('throttles by name and key, and returns the end of the window', async () => {
    const lookup = () => limits.throttle('guest-order', 'a', 3, MINUTE_MS);
    expect(await times(3, lookup)).toEqual(Array(3).fill(free));
    now += 20_500;
    expect(await lookup()).toEqual({ blocked: true, retryAfterSeconds: 40 });
    expect(await limits.throttle('guest-order', 'b', 3, MINUTE_MS)).toEqual(free);
    expect(await limits.throttle('pin', 'a', 3, MINUTE_MS)).toEqual(free);
    now += 39_500;
    expect(await lookup()).toEqual(free);
    await times(5, lookup);
    await limits.clearThrottle('guest-order', 'a');
    expect(await lookup()).toEqual(free);
  });

  test('accepts other limits', async () => {
    const strict = createLimits(createProcessCache({ now: () => now }), silent, {
      flood: { max: 2, windowMs: 1_000, blockMs: 5_000 },
    });
    expect(await strict.flood('a')).toEqual(free);
    expect(await strict.flood('a')).toEqual({ blocked: true, retryAfterSeconds: 5 });
    expect(await strict.fail('a')).toEqual(free);
  });
});

describe('the address of a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
  ])('%s counts as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  test.each(['127.0.0.1', '127.8.9.1', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
    '%s is loopback',
    address => {
      expect(isLoopback(address)).toBe(true);
    },
  );

  test.each(['128.0.0.1', '10.0.0.1', '::2', '1::1', '::', '::ffff:10.0.0.1', 'localhost', ''])(
    '%s is not loopback',
    address => {
      expect(isLoopback(address)).toBe(false);
    },
  );
});
