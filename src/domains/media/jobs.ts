import type { Job, Schedule } from '../../platform/jobs/job.js';
import { cleanFiles } from './clean-files.js';

const cleanUp: Job = { name: 'media:clean-up', run: cleanFiles };

export const jobs: readonly Job[] = [cleanUp];
export const schedules: readonly Schedule[] = [{ job: cleanUp.name, cron: '40 3 * * *' }];
