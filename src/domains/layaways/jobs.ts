import type { Job, Schedule } from '../../platform/jobs/job.js';
import { cancelUnpaidLayaways, expireLayaways } from './expire-layaways.js';
import { remindCustomers } from './remind-customers.js';

const expire: Job = {
  name: 'layaways:expire',
  run: async platform => {
    await cancelUnpaidLayaways(platform);
    await expireLayaways(platform);
  },
};

const remind: Job = { name: 'layaways:remind', run: remindCustomers };

export const jobs: readonly Job[] = [expire, remind];

export const schedules: readonly Schedule[] = [
  { job: expire.name, cron: '*/15 * * * *' },
  { job: remind.name, cron: '20 * * * *' },
];
