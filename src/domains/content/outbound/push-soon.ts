import { SECOND_MS } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { addJobs } from '../../../platform/jobs/queue.js';

export const PUSH = 'content:push';

const push = { name: PUSH, queue: PUSH, priority: 10 };

/**
 * One push at a time in the whole installation: writes keep their order, and batches grow. It has
 * no key, because transactions that add the same key wait for each other. A push that finds
 * nothing to do costs next to nothing.
 */
export const pushSoon = (tx: Tx): Promise<void> => addJobs(tx, [push]);

/** One push for all that is due in the same second; with one for all, the last would move the first. */
export async function pushLater(tx: Tx, dueAt: Date): Promise<void> {
  const second = Math.ceil(dueAt.getTime() / SECOND_MS);
  const runAt = new Date(second * SECOND_MS);
  await addJobs(tx, [{ ...push, runAt, key: `${PUSH}:${second}` }]);
}
