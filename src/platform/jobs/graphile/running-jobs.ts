import type { WorkerEvents } from 'graphile-worker';
import { MINUTE_MS, SECOND_MS } from '../../clock.js';

/** A finished job counts as running for this long, because its result has still to be written. */
const RESULT_WRITE_MS = 10 * SECOND_MS;
/** A request for a job that takes longer than this may still return one. */
const GET_JOB_MS = 5 * SECOND_MS;
/** Lost jobs are looked for during this time after a connection broke. */
const SUSPICION_MS = MINUTE_MS;

export type RunningJobs = {
  /** A connection broke: a job may be locked whose id never arrived, or whose result was not written. */
  suspectLoss(): void;
  /** The ids of the running jobs while a loss is suspected, else undefined. */
  idsIfSuspect(): string[] | undefined;
};

/** Tracks the jobs that a worker pool really runs, as opposed to those it holds locks for. */
export function trackRunningJobs(events: WorkerEvents): RunningJobs {
  const endedAt = new Map<string, number>();
  const askedAt = new Map<string, number>();
  let suspectUntil = 0;
  const suspectLoss = (): void => {
    suspectUntil = performance.now() + SUSPICION_MS;
  };
  events.on('worker:getJob:start', ({ worker }) => {
    askedAt.set(worker.workerId, performance.now());
  });
  events.on('worker:getJob:empty', ({ worker }) => void askedAt.delete(worker.workerId));
  events.on('worker:getJob:error', ({ worker }) => {
    askedAt.delete(worker.workerId);
    suspectLoss();
  });
  events.on('job:start', ({ worker, job }) => {
    askedAt.delete(worker.workerId);
    endedAt.set(job.id, Number.POSITIVE_INFINITY);
  });
  events.on('job:complete', ({ job }) => void endedAt.set(job.id, performance.now()));
  return {
    suspectLoss,
    idsIfSuspect: () => {
      const now = performance.now();
      for (const [id, at] of endedAt) if (at + RESULT_WRITE_MS < now) endedAt.delete(id);
      const isJobExpected = [...askedAt.values()].some(at => at + GET_JOB_MS < now);
      return now < suspectUntil && !isJobExpected ? [...endedAt.keys()] : undefined;
    },
  };
}
