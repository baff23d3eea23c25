import type { WorkerEvents } from 'graphile-worker';

/** Enough for a stopped pool to write the results of its last jobs. */
const LAST_RESULTS_MS = 1_000;

/**
 * Resolves when a pool shuts down and all its workers have ended. The runner's own promise may never
 * resolve: it miscounts when several results cannot be written in one outage.
 */
export function whenIdle(events: WorkerEvents): Promise<void> {
  let workers = 0;
  let isShuttingDown = false;
  return new Promise(resolve => {
    const check = (): void => {
      if (isShuttingDown && workers === 0) setTimeout(resolve, LAST_RESULTS_MS).unref();
    };
    events.on('worker:create', () => {
      workers += 1;
    });
    events.on('worker:stop', () => {
      workers -= 1;
      check();
    });
    events.on('pool:gracefulShutdown', () => {
      isShuttingDown = true;
      check();
    });
  });
}

/**
 * Resolves when a pool's first poll of the queue fails. The pool keeps that error for its whole
 * life and would find no job, so it has to be replaced.
 */
export function whenFirstPollFails(events: WorkerEvents): Promise<void> {
  let hasPolled = false;
  const polled = (): void => {
    hasPolled = true;
  };
  events.once('worker:getJob:empty', polled);
  events.once('job:start', polled);
  return new Promise(resolve => {
    events.on('worker:getJob:error', () => {
      if (!hasPolled) resolve();
    });
  });
}
