import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { deleteOldJobs } from './print-job-repository.js';

const KEPT_DAYS = 14;

const clearPrintJobs: Job = {
  name: 'hardware:clear-print-jobs',
  run: ({ db, clock }) => deleteOldJobs(db, addMs(clock.now(), -KEPT_DAYS * DAY_MS)),
};

export const jobs: readonly Job[] = [clearPrintJobs];

export const schedules: readonly Schedule[] = [{ job: clearPrintJobs.name, cron: '50 3 * * *' }];
