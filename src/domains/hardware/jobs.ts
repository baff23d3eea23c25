import type { Job, Schedule } from '../../platform/jobs/job.js';
import { keptSince } from '../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../platform/retention/rule.js';
import { deleteOldJobs } from './print-job-repository.js';

export const PRINT_JOBS: RetentionRule = {
  kind: 'print_jobs',
  days: 14,
  choice: { leastDays: 1, mostDays: 365 },
};

const clearPrintJobs: Job = {
  name: 'hardware:clear-print-jobs',
  run: async platform => deleteOldJobs(platform.db, await keptSince(platform, PRINT_JOBS)),
};

export const jobs: readonly Job[] = [clearPrintJobs];

export const schedules: readonly Schedule[] = [{ job: clearPrintJobs.name, cron: '50 3 * * *' }];
