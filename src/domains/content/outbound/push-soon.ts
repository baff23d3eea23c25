import type { Tx } from '../../../platform/database/tx.js';
import { addJobs } from '../../../platform/jobs/queue.js';

export const PUSH = 'content:push';

/** One push at a time in the whole installation: writes keep their order, and batches grow. */
export const pushSoon = (tx: Tx, runAt?: Date): Promise<void> =>
  addJobs(tx, [{ name: PUSH, key: runAt ? `${PUSH}:later` : PUSH, queue: PUSH, runAt }]);
