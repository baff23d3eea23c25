import { countJobs, jobsByName, oldestDueSeconds } from '../../platform/jobs/repository.js';
import type { Platform } from '../../platform/platform.js';
import { consumerLags } from '../../platform/work/consumers/position-repository.js';
import { outboxLag } from '../../platform/work/events/repository.js';
import { queueFigures } from '../../platform/work/queues/view-repository.js';

export const WORK_KINDS = ['queue', 'consumer', 'outbox', 'jobs'] as const;

/** One row of the view of all work that follows requests. */
export type WorkFigures = {
  name: string;
  kind: (typeof WORK_KINDS)[number];
  waiting: number;
  running: number;
  failing: number;
  parked: number;
  oldest_seconds: number;
};

/**
 * Every queue, every event consumer, the outbox and the jobs of graphile-worker. A consumer's failing
 * and parked events are retry jobs under its name.
 */
export async function readWork({ db, clock, work }: Platform): Promise<WorkFigures[]> {
  const names = work.consumers.map(({ name }) => name);
  const [queues, lags, retries, outbox, jobs, oldestJob] = await Promise.all([
    queueFigures(db, work.queues, clock),
    consumerLags(db, names),
    jobsByName(db, names),
    outboxLag(db),
    countJobs(db),
    oldestDueSeconds(db),
  ]);
  const retriesOf = new Map(retries.map(row => [row.name, row]));
  return [
    ...queues.map(figures => ({ kind: 'queue' as const, ...figures })),
    ...lags.map(({ name, waiting, oldest_seconds }) => ({
      kind: 'consumer' as const,
      name,
      waiting,
      running: retriesOf.get(name)?.running ?? 0,
      failing: retriesOf.get(name)?.failing ?? 0,
      parked: retriesOf.get(name)?.parked ?? 0,
      oldest_seconds,
    })),
    {
      kind: 'outbox',
      name: 'outbox',
      waiting: outbox.waiting,
      running: 0,
      failing: 0,
      parked: 0,
      oldest_seconds: outbox.oldestSeconds,
    },
    { kind: 'jobs', name: 'jobs', ...jobs, oldest_seconds: oldestJob },
  ];
}
