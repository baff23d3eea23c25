import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { addJobs } from '../../platform/jobs/queue.js';
import { dueRefunds } from './records/refund-repository.js';
import { runRefund } from './records/run-refund.js';
import { RETRY_REFUND } from './records/settle-attempt.js';

const retryRefundJob: Job = {
  name: RETRY_REFUND,
  run: async (platform, payload) => {
    await runRefund(platform, String(payload.refund_id));
  },
};

const SWEEP_SIZE = 500;

/**
 * Finds refunds that are due and have nobody: their own job is still locked by a worker that died,
 * which the queue notices only after hours.
 */
const recoverRefunds: Job = {
  name: 'payments:recover-refunds',
  run: async ({ db }) => {
    const ids = await dueRefunds(db, SWEEP_SIZE);
    await atomically(db, tx =>
      addJobs(
        tx,
        ids.map(id => ({
          name: RETRY_REFUND,
          key: `refund:${id}`,
          payload: { refund_id: id },
        })),
      ),
    );
  },
};

export const jobs: readonly Job[] = [retryRefundJob, recoverRefunds];
export const schedules: readonly Schedule[] = [{ job: recoverRefunds.name, cron: '* * * * *' }];
