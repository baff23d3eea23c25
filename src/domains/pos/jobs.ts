import type { Job, Schedule } from '../../platform/jobs/job.js';
import { clearHeldSales } from './held/clear-held-sales.js';

const clearHeld: Job = { name: 'pos:clear-held-sales', run: clearHeldSales };

export const jobs: readonly Job[] = [clearHeld];

export const schedules: readonly Schedule[] = [{ job: clearHeld.name, cron: '35 * * * *' }];
