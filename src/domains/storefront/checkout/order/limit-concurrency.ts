import { SECOND_MS } from '../../../../platform/clock.js';
import { Failure } from '../../../../platform/http/failure.js';
import type { Platform } from '../../../../platform/platform.js';

/** Half of what a caller waits for an answer at most. */
const LONGEST_WAIT_MS = 15 * SECOND_MS;

/** At most so many pieces of work at once; the others wait in line, first come, first served. */
export class Gate {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(
    size: number,
    private readonly longestWaitMs = LONGEST_WAIT_MS,
  ) {
    this.#free = size;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      // Whoever is next takes the place over; it is never free in between.
      const next = this.#line.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(go), 1);
        reject(tooBusy());
      }, this.longestWaitMs);
      this.#line.push(go);
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

const gates = new WeakMap<Platform, Gate>();

/**
 * Orders are opened through half of the node's database connections, so that a rush on one article
 * neither starves the tills nor makes shoppers wait for a connection until they are turned away.
 */
export function orderGate(platform: Platform): Gate {
  const known = gates.get(platform);
  if (known) return known;
  const gate = new Gate(Math.max(1, Math.floor(platform.config.databasePoolSize / 2)));
  gates.set(platform, gate);
  return gate;
}
