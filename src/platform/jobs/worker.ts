import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import { CONNECT_TIMEOUT_MS, GENERIC_PLANS } from '../database/connect.js';
import { WatchedClient } from '../database/watched-client.js';
import { HEAR, HEAR_LATER, type Subscriber } from '../events/subscriber.js';
import { tellOne, tellTogether } from '../events/tell.js';
import type { Log } from '../log.js';
import type { Platform } from '../platform.js';
import { endSpanAfter, withSpan } from '../tracing/span.js';
import { type Beacon, keepBeacon } from './beacon.js';
import { ForgivingPool } from './forgiving-pool.js';
import { watchHands } from './in-hand.js';
import type { Job, Schedule } from './job.js';
import { ORIGIN } from './queue.js';
import { wakeWorkersForFreeQueues } from './repository.js';

/** graphile-worker says hello at info; we only want to hear of trouble. */
const bridge = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message);
    else if (level === 'warning') log.warn({ part: 'jobs' }, message);
    else log.debug({ part: 'jobs' }, message);
  });

/** The queue's own tables; called with the migrations, before anything enqueues. */
export async function migrateQueue(url: string, log: Log): Promise<void> {
  await runMigrations({ connectionString: url, logger: bridge(log) });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await wakeWorkersForFreeQueues(client);
  } finally {
    await client.end();
  }
}

type Work = (payload: Record<string, unknown>, helpers: JobHelpers) => Promise<void>;

/** A trace of its own for every run of a job, with a link to the one that asked for it. */
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

/** Jobs of the release before, whose work queues do now; they end without doing anything. */
const RETIRED = [
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

/** A scheduled run that has not started yet and one asked for by hand are one and the same. */
export const cronKey = (job: string): string => `cron:${job}`;

export type Worker = { stop(): Promise<void> };

type Crew = {
  runner: Runner;
  beacon: Beacon | undefined;
  idle: Promise<void>;
  blind: Promise<void>;
};

/**
 * The next job is the first of an index. In a young database PostgreSQL would rather gather all jobs
 * that are due and sort them, for each job anew.
 */
const IN_ORDER = '-c enable_bitmapscan=off -c enable_seqscan=off';

const RESTART_MS = 500;
/** Enough for a crew that has stopped working to write down how its last jobs ended. */
const FAREWELL_MS = 1_000;

/**
 * Resolves when a crew has given up and all its workers have ended. The queue's own promise may
 * never say so: it miscounts when the end of several jobs cannot be written in one outage.
 */
function whenIdle(events: WorkerEvents): Promise<void> {
  let working = 0;
  let isOver = false;
  return new Promise(resolve => {
    const look = (): void => {
      if (isOver && working === 0) setTimeout(resolve, FAREWELL_MS).unref();
    };
    events.on('worker:create', () => {
      working += 1;
    });
    events.on('worker:stop', () => {
      working -= 1;
      look();
    });
    events.on('pool:gracefulShutdown', () => {
      isOver = true;
      look();
    });
  });
}

/**
 * Resolves when the first look of a crew at the queue has failed. The queue remembers that answer
 * for the whole life of the crew, which would never find a job.
 */
function whenBlind(events: WorkerEvents): Promise<void> {
  let hasLooked = false;
  const looked = (): void => {
    hasLooked = true;
  };
  events.once('worker:getJob:empty', looked);
  events.once('job:start', looked);
  return new Promise(resolve => {
    events.on('worker:getJob:error', () => {
      if (!hasLooked) resolve();
    });
  });
}

export async function startWorker(
  platform: Platform,
  url: string,
  work: {
    jobs: readonly Job[];
    subscribers: readonly Subscriber[];
    schedules: readonly Schedule[];
  },
): Promise<Worker> {
  const tasks: TaskList = {};
  for (const name of [HEAR_LATER, ...RETIRED]) tasks[name] = async () => undefined;
  for (const job of work.jobs) {
    tasks[job.name] = traced(platform, job.name, (payload, { job: { attempts, max_attempts } }) =>
      job.run(platform, payload, { isLast: attempts >= max_attempts }),
    );
  }
  for (const subscriber of work.subscribers) {
    tasks[subscriber.name] = traced(platform, subscriber.name, payload =>
      tellOne(platform, subscriber, payload),
    );
  }
  tasks[HEAR] = traced(platform, HEAR, payload =>
    tellTogether(platform, work.subscribers, payload),
  );
  const unknown = work.schedules.find(schedule => !(schedule.job in tasks));
  if (unknown) throw new Error(`The schedule names a job that does not exist: ${unknown.job}`);
  const pool = new ForgivingPool({
    connectionString: url,
    Client: WatchedClient,
    max: platform.config.jobConcurrency + 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'tillhouse-jobs',
    options: `${GENERIC_PLANS} ${IN_ORDER}`,
  });
  let onBreak = (): void => undefined;
  const broke = (error: Error): void => {
    platform.log.warn({ reason: error.message }, 'a job connection broke');
    onBreak();
  };
  pool.on('error', broke);
  // A connection in use breaks by itself, not through its pool; graphile-worker asks for both.
  pool.on('connect', client => client.on('error', broke));
  const cron = parseCronItems(
    work.schedules.map(schedule => ({
      task: schedule.job,
      match: schedule.cron,
      identifier: schedule.job,
      options: { backfillPeriod: 0, maxAttempts: 3, jobKey: cronKey(schedule.job) },
    })),
  );

  const begin = async (): Promise<Crew> => {
    const events: WorkerEvents = new EventEmitter();
    const [idle, blind] = [whenIdle(events), whenBlind(events)];
    const inHand = watchHands(events);
    onBreak = inHand.doubt;
    let beacon: Beacon | undefined;
    events.once('pool:create', ({ workerPool }) => {
      beacon = keepBeacon(url, workerPool.id, platform, inHand);
    });
    const runner = await run({
      pgPool: pool,
      events,
      taskList: tasks,
      noHandleSignals: true,
      logger: bridge(platform.log),
      parsedCronItems: cron,
      preset: {
        worker: {
          concurrentJobs: platform.config.jobConcurrency,
          pollInterval: 1_000,
          // Without a batch the result of a job is written by a promise that nobody watches, and
          // a connection that breaks at that moment would end the process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    }).catch(async error => {
      await beacon?.stop();
      throw error;
    });
    return { runner, beacon, idle, blind };
  };

  const stopping = new AbortController();
  let crew: Crew | undefined = await begin();
  /** Workers that cannot reach the queue give up; new ones take over until the service stops. */
  const keepWorking = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        crew ??= await begin();
        if (stopping.signal.aborted) await crew.runner.stop();
        await Promise.race([crew.runner.promise, crew.idle, crew.blind]);
        // Ends its clock as well, if it has not come to that by itself.
        await Promise.race([crew.runner.stop(), crew.idle]).catch(() => undefined);
      } catch (error) {
        platform.log.warn({ reason: String(error) }, 'the job workers stopped and start again');
      }
      await crew?.beacon?.stop();
      crew = undefined;
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const working = keepWorking();
  return {
    stop: async () => {
      stopping.abort();
      const stopped = crew?.runner.stop().catch(() => undefined);
      await Promise.race([stopped, crew?.idle]);
      await working;
      await pool.end();
    },
  };
}
