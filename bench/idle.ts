import { work } from '../src/app.js';
import { systemClock } from '../src/platform/clock.js';
import { type Db, statement } from '../src/platform/database/tx.js';
import { unreadStreams } from '../src/platform/work/consumers/position-repository.js';
import { queueFigures } from '../src/platform/work/queues/view-repository.js';

const IDLE_WITHIN_MS = 30_000;
/** Asking costs the database a few milliseconds, which would count as work of the sales. */
const POLL_MS = 200;

/**
 * Waits until no event, job or queue item is left to work on; returns the time it took in ms.
 * Remaining work of one scenario would slow down the next.
 */
export async function untilIdle(db: Db, withinMs = IDLE_WITHIN_MS): Promise<number> {
  const started = Date.now();
  while (Date.now() - started < withinMs && !(await isIdle(db))) {
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
  }
  return Date.now() - started;
}

export async function isIdle(db: Db): Promise<boolean> {
  const [row] = await statement<{ busy: boolean }>(
    db,
    `select exists (select from outbox) or exists (
       ${unreadStreams('$1::text[]')}) or exists (
       select from graphile_worker.jobs
       where attempts < max_attempts and (locked_at is not null or run_at <= now())) as busy`,
    [work.consumers.map(({ name }) => name)],
  );
  const queues = await queueFigures(db, work.queues, systemClock);
  const isDrained = queues.every(queue => queue.running === 0 && queue.oldest_seconds === 0);
  return row?.busy === false && isDrained;
}
