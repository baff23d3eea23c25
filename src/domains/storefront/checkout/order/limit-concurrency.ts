import { SECOND_MS } from '../../../../platform/clock.js';
import { Failure } from '../../../../platform/http/failure.js';
import type { Platform } from '../../../../platform/platform.js';

/** Half of the longest time a client waits for a response. */
const MAX_WAIT_MS = 15 * SECOND_MS;

/** Runs at most `size` tasks at once; others queue in order of arrival. */
export class ConcurrencyLimiter {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(
    size: number,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {
    this.#free = size;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#enqueue();
    try {
      return await task();
    } finally {
      // Hands the slot to the next task directly, so that a new arrival cannot take it.
      const next = this.#queue.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #enqueue(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(go), 1);
        reject(tooBusy());
      }, this.maxWaitMs);
      this.#queue.push(go);
    });
  }
}

const tooBusy = (): Failure =>
  new Failure(
    'unavailable',
    'SHOP_BUSY',
    'Many people are ordering right now; try again shortly.',
    {
      retryAfterSeconds: 5,
    },
  );

const limiters = new WeakMap<Platform, ConcurrencyLimiter>();

/**
 * Opening orders uses at most half of the node's database connections, so that a rush on one article
 * leaves connections to the tills.
 */
export function orderLimiter(platform: Platform): ConcurrencyLimiter {
  const known = limiters.get(platform);
  if (known) return known;
  const limiter = new ConcurrencyLimiter(
    Math.max(1, Math.floor(platform.config.databasePoolSize / 2)),
  );
  limiters.set(platform, limiter);
  return limiter;
}
