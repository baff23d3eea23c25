import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { closeTask } from '../../tasks/index.js';
import { markTaskClosed, settledWithTask } from './repository.js';
import { taskIdOf } from './rules.js';

const BATCH = 500;

/** Completes the task of a payment that left the review. */
export async function closeReviewTask(
  tx: Tx,
  paymentId: string,
  by: { userId: string | null; now: Date },
): Promise<void> {
  if (await markTaskClosed(tx, paymentId, by.now))
    await closeTask(tx, taskIdOf(paymentId), by.userId, by.now);
}

/** Completes the tasks of payments that a webhook, a refund or a void settled. */
export async function closeReviewTasks(
  { db, clock }: Platform,
  paymentIds?: readonly string[],
): Promise<void> {
  const settled = await settledWithTask(db, paymentIds, BATCH);
  for (const paymentId of settled) {
    await atomically(db, tx => closeReviewTask(tx, paymentId, { userId: null, now: clock.now() }));
  }
}
