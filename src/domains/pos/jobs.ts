import type { Job, Schedule } from '../../platform/jobs/job.js';
import { clearChanges } from './catalogue/clear-changes.js';
import { clearHeldSales } from './held/clear-held-sales.js';

const clearHeld: Job = { name: 'pos:clear-held-sales', run: clearHeldSales };

const clearCatalogue: Job = { name: 'pos:clear-catalog-changes', run: clearChanges };

export const jobs: readonly Job[] = [clearHeld, clearCatalogue];

export const schedules: readonly Schedule[] = [
  { job: clearHeld.name, cron: '35 * * * *' },
  { job: clearCatalogue.name, cron: '50 4 * * *' },
];
