import { setTimeout as pause } from 'node:timers/promises';
import { atomically, type Db } from '../../../platform/database/tx.js';
import { addJobs } from '../../../platform/jobs/queue.js';
import type { Platform } from '../../../platform/platform.js';
import { LANES, laneOf } from '../rules.js';
import { laneJob } from './apply-event.js';
import { hasOverdueEvents } from './repository.js';

/** In a flood a lane is woken so often at most; it works on what came meanwhile anyway. */
const PAUSE_MS = 100;

export type Waker = { wake(documentIds: readonly string[]): void; stop(): Promise<void> };

/**
 * The queue of documents is their table: once a webhook is committed, it will be worked on. A job
 * only makes that soon, so it is added after the answer and for many webhooks at once. If this
 * process dies before, its next start or `content:sweep` adds it.
 */
export function createWaker({ db, log }: Platform): Waker {
  const asleep = new Set<number>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (asleep.size > 0) {
      const lanes = [...asleep];
      asleep.clear();
      try {
        await wakeLanes(db, lanes);
      } catch (error) {
        log.warn({ err: error }, 'documents wait until the next sweep');
      }
      await pause(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    running = undefined;
  };

  return {
    wake(documentIds) {
      for (const id of documentIds) asleep.add(laneOf(id));
      if (asleep.size > 0) running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const ALL = Array.from({ length: LANES }, (_, lane) => lane);

const wakeLanes = (db: Db, lanes: readonly number[]): Promise<void> =>
  atomically(db, tx =>
    addJobs(
      tx,
      lanes.map(laneJob).map(job => ({ ...job, key: job.queue })),
    ),
  );

/** For documents that were due before, and were not worked on. */
export async function wakeOverdue(db: Db, before: Date): Promise<void> {
  if (await hasOverdueEvents(db, before)) await wakeLanes(db, ALL);
}
