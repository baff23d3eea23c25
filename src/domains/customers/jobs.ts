import type { Job, Schedule } from '../../platform/jobs/job.js';
import { eraseIdleCustomers } from './erase-idle-customers.js';

const retention: Job = { name: 'customers:retention', run: eraseIdleCustomers };

export const jobs: readonly Job[] = [retention];
export const schedules: readonly Schedule[] = [{ job: retention.name, cron: '10 4 * * *' }];
