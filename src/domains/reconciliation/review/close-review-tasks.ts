import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { closeReviewTask } from './close-review-task.js';
import { settledWithTask } from './repository.js';

const BATCH = 500;

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
