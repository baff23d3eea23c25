import type { Job, Schedule } from '../../platform/jobs/job.js';
import { expireLayaways } from './expire-layaways.js';
import { remindCustomers } from './remind-customers.js';

const expire: Job = { name: 'layaways:expire', run: expireLayaways };

const remind: Job = { name: 'layaways:remind', run: remindCustomers };

export const jobs: readonly Job[] = [expire, remind];

export const schedules: readonly Schedule[] = [
  { job: expire.name, cron: '*/15 * * * *' },
  { job: remind.name, cron: '20 * * * *' },
];
