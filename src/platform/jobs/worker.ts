import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type JobHelpers,
  Logger,
  type ParsedCronItem,
  parseCronItems,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import { HostClient } from '../database/host-client.js';
import { clientTarget } from '../database/host-set.js';
import type { Log } from '../log.js';
import type { Platform } from '../platform.js';
import { endSpanAfter, withSpan } from '../tracing/span.js';
import type { Consumer } from '../work/consumers/consumer.js';
import {
  LEGACY_DISPATCH,
  retryEvents,
  runLegacyDispatch,
} from '../work/consumers/dispatch-batch.js';
import { ORIGIN } from './add-jobs.js';
import { wakeWorkersForFreeQueues } from './graphile/free-queue-trigger.js';
import { type Liveness, showLiveness } from './graphile/liveness.js';
import { openConnections } from './graphile/open-connections.js';
import { whenFirstPollFails, whenIdle } from './graphile/pool-state.js';
import { trackRunningJobs } from './graphile/running-jobs.js';
import { BATCH_RESULTS } from './graphile/settings.js';
import type { Job, Schedule } from './job.js';

/** graphile-worker logs its life cycle at info, which is debug for us. */
const bridge = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message);
    else if (level === 'warning') log.warn({ part: 'jobs' }, message);
    else log.debug({ part: 'jobs' }, message);
  });

/** Creates graphile-worker's own tables; runs with the migrations, before anything enqueues. */
export async function migrateQueue(url: string, log: Log): Promise<void> {
  const pool = new pg.Pool({ ...clientTarget(url), Client: HostClient, max: 2 });
  const broke = (error: Error): void =>
    log.warn({ reason: error.message }, 'a database connection broke');
  pool.on('error', broke);
  pool.on('connect', client => client.on('error', broke));
  try {
    await runMigrations({ pgPool: pool, logger: bridge(log) });
    await wakeWorkersForFreeQueues(pool);
  } finally {
    await pool.end();
  }
}

type Work = (payload: Record<string, unknown>, helpers: JobHelpers) => Promise<void>;

/** Gives every run of a job its own trace, with a link to the trace that enqueued it. */
function traced({ tracing }: Platform, name: string, work: Work): Task {
  return async (given, helpers) => {
    const payload = (given ?? {}) as Record<string, unknown>;
    const span = tracing?.start(
      `job ${name}`,
      'consumer',
      { 'tillhouse.job': name, 'tillhouse.attempt': helpers.job.attempts },
      typeof payload[ORIGIN] === 'string' ? { link: payload[ORIGIN] } : {},
    );
    if (span === undefined) return work(payload, helpers);
    await withSpan(span, () => endSpanAfter(span, () => work(payload, helpers)));
  };
}

/** Jobs that older releases enqueued and that queues or consumers replace; they do nothing. */
const RETIRED = [
  'events:hear-later',
  'payments:retry-refund',
  'payments:recover-refunds',
  'storefront:recover-attempts',
  'webhooks:take-over-events',
  'subscriptions:deliver',
  'subscriptions:sweep',
  'content:apply',
  'content:push',
  'content:sweep',
];

/** A scheduled run that has not started and a run requested by hand share this key, so they are one. */
export const cronKey = (job: string): string => `cron:${job}`;

export type BackgroundJobs = {
  jobs: readonly Job[];
  consumers: readonly Consumer[];
  schedules: readonly Schedule[];
};

function tasksOf(platform: Platform, { jobs, consumers, schedules }: BackgroundJobs): TaskList {
  const tasks: TaskList = {};
  for (const name of RETIRED) tasks[name] = async () => undefined;
  for (const job of jobs) {
    tasks[job.name] = traced(platform, job.name, (payload, { job: { attempts, max_attempts } }) =>
      job.run(platform, payload, { isLast: attempts >= max_attempts }),
    );
  }
  for (const consumer of consumers) {
    tasks[consumer.name] = traced(platform, consumer.name, payload =>
      retryEvents(platform, consumer, payload),
    );
  }
  tasks[LEGACY_DISPATCH] = traced(platform, LEGACY_DISPATCH, payload =>
    runLegacyDispatch(platform, consumers, payload),
  );
  const unknown = schedules.find(schedule => !(schedule.job in tasks));
  if (unknown) throw new Error(`The schedule names a job that does not exist: ${unknown.job}`);
  return tasks;
}

const cronOf = (schedules: readonly Schedule[]): ParsedCronItem[] =>
  parseCronItems(
    schedules.map(schedule => ({
      task: schedule.job,
      match: schedule.cron,
      identifier: schedule.job,
      options: { backfillPeriod: 0, maxAttempts: 3, jobKey: cronKey(schedule.job) },
    })),
  );

type WorkerPool = {
  /** Resolves when this pool has ended or cannot work any more. */
  ended: Promise<unknown>;
  /** Takes no more jobs and waits for the running ones. */
  finish(): Promise<unknown>;
  /** Closes what is left of it, also when graphile-worker does not answer. */
  close(): Promise<void>;
};

const RESTART_MS = 500;
const CLOSE_WITHIN_MS = 5_000;

const closingTime = (): Promise<unknown> => sleep(CLOSE_WITHIN_MS, undefined, { ref: false });

export type Worker = { stop(): Promise<void> };

async function startPool(
  platform: Platform,
  url: string,
  tasks: TaskList,
  cron: ParsedCronItem[],
): Promise<WorkerPool> {
  const { config, log } = platform;
  const events: WorkerEvents = new EventEmitter();
  const [idle, pollFailed] = [whenIdle(events), whenFirstPollFails(events)];
  const runningJobs = trackRunningJobs(events);
  const connections = openConnections(url, platform, runningJobs.suspectLoss);
  let liveness: Liveness | undefined;
  const close = async (): Promise<void> => {
    await liveness?.stop();
    await Promise.race([connections.end(), closingTime()]);
  };
  events.once('pool:create', ({ workerPool }) => {
    liveness = showLiveness(url, workerPool.id, platform, runningJobs);
  });
  const runner = await run({
    pgPool: connections,
    events,
    taskList: tasks,
    noHandleSignals: true,
    logger: bridge(log),
    parsedCronItems: cron,
    preset: {
      worker: {
        concurrentJobs: config.jobConcurrency,
        pollInterval: 1_000,
        ...BATCH_RESULTS,
      },
    },
  }).catch(async error => {
    await close();
    throw error;
  });
  const finish = (): Promise<unknown> => Promise.race([runner.stop(), idle]).catch(() => undefined);
  return {
    ended: Promise.race([
      runner.promise,
      idle,
      pollFailed.then(() => log.warn('the worker pool cannot poll the queue; starting a new one')),
    ]),
    finish,
    close: async () => {
      // Stops the cron scheduler too, if the runner has not done so by itself.
      await Promise.race([finish(), closingTime()]);
      await close();
    },
  };
}

/** Runs jobs until stopped. A worker pool that loses the database gives up; a new one replaces it. */
export async function startWorker(
  platform: Platform,
  url: string,
  work: BackgroundJobs,
): Promise<Worker> {
  const { log } = platform;
  const tasks = tasksOf(platform, work);
  const cron = cronOf(work.schedules);
  const stopping = new AbortController();
  let pool: WorkerPool | undefined = await startPool(platform, url, tasks, cron);
  const keepRunning = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        pool ??= await startPool(platform, url, tasks, cron);
        if (stopping.signal.aborted) await pool.finish();
        await pool.ended;
      } catch (error) {
        log.warn({ reason: String(error) }, 'the worker pool stopped; starting a new one');
      }
      await pool?.close();
      pool = undefined;
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = keepRunning();
  return {
    stop: async () => {
      stopping.abort();
      await pool?.finish();
      await running;
    },
  };
}
