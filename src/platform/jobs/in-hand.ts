import type { WorkerEvents } from 'graphile-worker';
import { MINUTE_MS, SECOND_MS } from '../clock.js';

/** How long a job counts as in hand after its end, which has to be written yet. */
const ENDING_MS = 10 * SECOND_MS;
/** An answer that takes so long may still bring a job. */
const PATIENCE_MS = 5 * SECOND_MS;
/** For so long after something broke it is worth looking for what was lost with it. */
const DOUBT_MS = MINUTE_MS;

export type InHand = {
  /** Something broke: a job may have been taken whose name never arrived, or its end not written. */
  doubt(): void;
  /** The jobs this crew knows of, when there is doubt that those are all it has taken. */
  jobsIfInDoubt(): string[] | undefined;
};

/** What a crew works on, as opposed to what the queue believes it works on. */
export function watchHands(events: WorkerEvents): InHand {
  const endedAt = new Map<string, number>();
  const askedAt = new Map<string, number>();
  let doubtUntil = 0;
  const doubt = (): void => {
    doubtUntil = performance.now() + DOUBT_MS;
  };
  events.on('worker:getJob:start', ({ worker }) => {
    askedAt.set(worker.workerId, performance.now());
  });
  events.on('worker:getJob:empty', ({ worker }) => void askedAt.delete(worker.workerId));
  events.on('worker:getJob:error', ({ worker }) => {
    askedAt.delete(worker.workerId);
    doubt();
  });
  events.on('job:start', ({ worker, job }) => {
    askedAt.delete(worker.workerId);
    endedAt.set(job.id, Number.POSITIVE_INFINITY);
  });
  events.on('job:complete', ({ job }) => void endedAt.set(job.id, performance.now()));
  return {
    doubt,
    jobsIfInDoubt: () => {
      const now = performance.now();
      for (const [id, at] of endedAt) if (at + ENDING_MS < now) endedAt.delete(id);
      const isWaiting = [...askedAt.values()].some(at => at + PATIENCE_MS < now);
      return now < doubtUntil && !isWaiting ? [...endedAt.keys()] : undefined;
    },
  };
}
