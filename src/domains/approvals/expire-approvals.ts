import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import { approvalMoved } from './events.js';
import { expireOverdue, hasOverdue } from './repository.js';

const BATCH = 200;

/** Expires overdue requests and publishes an event for each, so that the screens remove them. */
export async function expireApprovals({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  if (!(await hasOverdue(db, now))) return;
  const expireBatch = (): Promise<number> =>
    atomically(db, async tx => {
      const expired = await expireOverdue(tx, now, BATCH);
      await record(tx, ...expired.map(approvalMoved));
      return expired.length;
    });
  while ((await expireBatch()) === BATCH);
}

export const expireJob: Job = { name: 'approvals:expire', run: expireApprovals };
export const expireEveryMinute: Schedule = { job: expireJob.name, cron: '* * * * *' };
