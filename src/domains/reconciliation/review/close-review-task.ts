import type { Tx } from '../../../platform/database/tx.js';
import { closeTask } from '../../tasks/index.js';
import { markTaskClosed } from './repository.js';
import { taskIdOf } from './rules.js';

/** Completes the task of a payment that left the review. */
export async function closeReviewTask(
  tx: Tx,
  paymentId: string,
  by: { userId: string | null; now: Date },
): Promise<void> {
  if (await markTaskClosed(tx, paymentId, by.now))
    await closeTask(tx, taskIdOf(paymentId), by.userId, by.now);
}
