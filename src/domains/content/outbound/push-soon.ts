import type { Tx } from '../../../platform/database/tx.js';
import { addJobs } from '../../../platform/jobs/queue.js';

export const PUSH = 'content:push';

/**
 * One push at a time in the whole installation: writes keep their order, and batches grow. A push
 * for now has no key: a job that starts in the moment its key is added again swallows the new one,
 * without having seen what it was for. A push that finds nothing to do costs next to nothing.
 */
export const pushSoon = (tx: Tx, runAt?: Date): Promise<void> =>
  addJobs(tx, [
    { name: PUSH, queue: PUSH, priority: 10, runAt, ...(runAt && { key: `${PUSH}:later` }) },
  ]);
