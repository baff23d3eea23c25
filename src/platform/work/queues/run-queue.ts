import { isDatabaseUnavailable } from '../../database/connect.js';
import type { Platform } from '../../platform.js';
import { endSpanAfter, withoutSpan, withSpan } from '../../tracing/span.js';
import { onHint } from './hint.js';
import type { AnyQueue, Queue } from './queue.js';
import { type Claimed, claim, fail } from './repository.js';

const POLL_MS = 1_000;

/** A tenth more or less, so that queues and nodes do not all ask for connections at the same moment. */
const jittered = (ms: number): number => ms * (0.9 + 0.2 * Math.random());

export type QueueRunner = { stop(): Promise<void> };

/** Whether this node may work on queues that one node at a time works on. */
export type Leadership = { isHeld(): Promise<boolean> };

/** Works on every queue until stopped: after a hint from this node at once, else within a poll. */
export function startQueues(
  platform: Platform,
  queues: readonly AnyQueue[],
  leadership: Leadership,
): QueueRunner {
  const runners = queues.map(queue =>
    startRunner(platform, queue as Queue<Record<string, unknown>>, leadership),
  );
  return {
    stop: async () => {
      await Promise.all(runners.map(runner => runner.stop()));
    },
  };
}

function startRunner(
  platform: Platform,
  queue: Queue<Record<string, unknown>>,
  leadership: Leadership,
): QueueRunner {
  const { db, clock, log } = platform;
  /** Batches being handled, with the lane of each. */
  const running = new Map<Promise<void>, string | undefined>();
  let isStopped = false;
  let isWoken = false;
  let claiming: Promise<void> | undefined;

  const mayClaim = async (): Promise<boolean> =>
    !isStopped &&
    running.size < queue.concurrency &&
    (!queue.exclusive || (await leadership.isHeld()));

  const handle = (batch: Claimed<Record<string, unknown>>): void => {
    const handling = runBatch(platform, queue, batch.rows).finally(() => {
      running.delete(handling);
      wake();
    });
    running.set(handling, batch.lane);
  };

  const claimWhileDue = async (): Promise<void> => {
    try {
      while (isWoken) {
        isWoken = false;
        while (await mayClaim()) {
          const busyLanes = [...running.values()].flatMap(lane => lane ?? []);
          const batch = await claim(db, queue, clock, busyLanes);
          if (batch.rows.length === 0) break;
          handle(batch);
        }
      }
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      log[level]({ err: error, queue: queue.name }, 'claiming work failed; will retry');
    } finally {
      // In the same tick as the last check of `isWoken`, so that no wake-up is missed.
      claiming = undefined;
    }
  };

  const wake = (): void => {
    if (isStopped) return;
    isWoken = true;
    // The work belongs to no request, so it gets a trace of its own.
    withoutSpan(() => {
      claiming ??= claimWhileDue();
    });
  };

  const stopHints = onHint(queue.name, wake);
  const timer = setInterval(wake, jittered(queue.pollMs ?? POLL_MS));
  wake();
  return {
    stop: async () => {
      isStopped = true;
      stopHints();
      clearInterval(timer);
      await claiming;
      await Promise.all(running.keys());
    },
  };
}

/** Handles one claimed batch. A failure is written to its rows, which come back after the back-off. */
async function runBatch<Row extends object>(
  platform: Platform,
  queue: Queue<Row>,
  rows: Row[],
): Promise<void> {
  const { db, clock, log, pacing, tracing } = platform;
  const name = `job ${queue.name}`;
  const span = tracing?.start(name, 'consumer', { 'tillhouse.job': queue.name });
  const work = () => queue.handle(platform, rows);
  const traced = () =>
    span === undefined ? work() : withSpan(span, () => endSpanAfter(span, work));
  try {
    await (queue.paced ? pacing.run(traced) : traced());
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      log.warn(
        { err: error, queue: queue.name },
        'the database is unavailable; will retry after the lease',
      );
      return;
    }
    log.error({ err: error, queue: queue.name, rows: rows.length }, 'work failed; will retry');
    const reason = error instanceof Error ? error.message : String(error);
    for (const row of rows) {
      await fail(db, queue, clock, row, reason).catch(problem => {
        log.warn(
          { err: problem, queue: queue.name },
          'a failure was not recorded; will retry after the lease',
        );
      });
    }
  }
}

/** Handles all that is due, one batch after the other; returns how many rows. For tests and tools. */
export async function drainQueue<Row extends object>(
  platform: Platform,
  queue: Queue<Row>,
): Promise<number> {
  let handled = 0;
  for (;;) {
    const { rows } = await claim(platform.db, queue, platform.clock);
    if (rows.length === 0) return handled;
    await runBatch(platform, queue, rows);
    handled += rows.length;
  }
}
