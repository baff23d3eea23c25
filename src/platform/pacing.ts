import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The pause after a piece of background work, as a multiple of the time that work took. */
const PAUSE_PER_WORK = 3;
const LONGEST_PAUSE_MS = 500;

type Pause = { atLeastMs?: number; atMostMs?: number };

/** Slows background work down while requests arrive, so that it does not delay their answers. */
export type Pacing = {
  countRequest(): void;
  /** Runs a piece of background work; pauses afterwards if requests arrived in the meantime. */
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
        const pauseMs = Math.max(atLeastMs, PAUSE_PER_WORK * (time.now() - started));
        if (requests > before) await time.pause(Math.min(atMostMs, pauseMs));
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
