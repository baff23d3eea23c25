import type { Job, Schedule } from '../../platform/jobs/job.js';
import { expireSales } from './ending/expire-sales.js';
import { removeQuotes } from './till-quotes/remove-quotes.js';

const expireTillSales: Job = { name: 'transactions:expire-till-sales', run: expireSales };

const removeTillQuotes: Job = { name: 'transactions:remove-till-quotes', run: removeQuotes };

export const jobs: readonly Job[] = [expireTillSales, removeTillQuotes];

export const schedules: readonly Schedule[] = [
  { job: expireTillSales.name, cron: '*/15 * * * *' },
  { job: removeTillQuotes.name, cron: '25 * * * *' },
];
