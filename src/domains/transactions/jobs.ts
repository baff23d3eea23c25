import type { Job, Schedule } from '../../platform/jobs/job.js';
import { expireSales } from './expire-sales.js';

const expireTillSales: Job = { name: 'transactions:expire-till-sales', run: expireSales };

export const jobs: readonly Job[] = [expireTillSales];

export const schedules: readonly Schedule[] = [{ job: expireTillSales.name, cron: '*/15 * * * *' }];
