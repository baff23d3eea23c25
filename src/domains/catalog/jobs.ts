import type { Job, Schedule } from '../../platform/jobs/job.js';
import { fetchPicture } from './pictures/fetch-address.js';
import { applySchedule } from './products/apply-schedule.js';

/** Publishes and archives products at the times that the desk has set. */
export const publish: Job = { name: 'catalog:publish', run: applySchedule };

export const jobs: readonly Job[] = [publish, fetchPicture];
export const schedules: readonly Schedule[] = [{ job: publish.name, cron: '* * * * *' }];
