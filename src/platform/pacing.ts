import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** So much longer than a piece of work took, those who wait for answers have the node alone. */
const PAUSE_PER_WORK = 3;
const LONGEST_PAUSE_MS = 500;

type Pause = { atLeastMs?: number; atMostMs?: number };

/** Who works run the answers, and nobody waits for, gives way to requests. */
export type Pacing = {
  countRequest(): void;
  /** Does a piece of work; when requests countRequest meanwhile, a pause follows it. */
  run<T>(work: () => Promise<T>, pause?: Pause): Promise<T>;
};

const machine = { now: () => performance.now(), pause: (ms: number) => pause(ms) };

export function createPacing(time = machine): Pacing {
  let requests = 0;
  return {
    countRequest: () => {
      requests += 1;
    },
    run: async (work, { atLeastMs = 0, atMostMs = LONGEST_PAUSE_MS } = {}) => {
      const before = requests;
      const started = time.now();
      try {
        return await work();
      } finally {
        const wanted = Math.max(atLeastMs, PAUSE_PER_WORK * (time.now() - started));
        if (requests > before) await time.pause(Math.min(atMostMs, wanted));
      }
    },
  };
}

export function countRequests(app: FastifyInstance, pacing: Pacing): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    pacing.countRequest();
    done();
  });
}
