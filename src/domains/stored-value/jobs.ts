import type { Job, Schedule } from '../../platform/jobs/job.js';
import { expirePoints } from './expire-points.js';

const points: Job = { name: 'stored-value:expire-points', run: expirePoints };

export const jobs: readonly Job[] = [points];
/** Hourly, so that points end within the hour wherever the store is. */
export const schedules: readonly Schedule[] = [{ job: points.name, cron: '20 * * * *' }];
