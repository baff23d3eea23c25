import { SECOND_MS } from '../../../../platform/clock.js';
import { Failure } from '../../../../platform/http/failure.js';
import type { Platform } from '../../../../platform/platform.js';
import { Semaphore } from '../../../../platform/semaphore.js';

/** Half of the longest time a client waits for a response. */
const MAX_WAIT_MS = 15 * SECOND_MS;

export const tooBusy = (): Failure =>
  new Failure(
    'unavailable',
    'SHOP_BUSY',
    'Many people are ordering right now; try again shortly.',
    {
      retryAfterSeconds: 5,
    },
  );

const limiters = new WeakMap<Platform, Semaphore>();

/**
 * Opening orders uses at most half of the node's database connections, so that a rush on one article
 * leaves connections to the tills.
 */
export function orderLimiter(platform: Platform): Semaphore {
  const known = limiters.get(platform);
  if (known) return known;
  const limiter = new Semaphore({
    permits: Math.max(1, Math.floor(platform.config.databasePoolSize / 2)),
    maxWaitMs: MAX_WAIT_MS,
    refuse: tooBusy,
  });
  limiters.set(platform, limiter);
  return limiter;
}
