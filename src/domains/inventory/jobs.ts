import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { keptSince } from '../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../platform/retention/rule.js';
import { deleteClosedHolds } from './reservation-repository.js';

export const RESERVATIONS: RetentionRule = {
  kind: 'reservations',
  days: 90,
  choice: { leastDays: 30, mostDays: 730 },
};
const PURGE_BATCH = 1_000;

/** Deletes reservations that have been closed for 90 days, or as long as was chosen. */
export const purgeReservations: Job = {
  name: 'inventory:purge-reservations',
  async run(platform) {
    const before = await keptSince(platform, RESERVATIONS);
    const purge = () => atomically(platform.db, tx => deleteClosedHolds(tx, before, PURGE_BATCH));
    while ((await purge()) === PURGE_BATCH);
  },
};

export const schedules: readonly Schedule[] = [{ job: purgeReservations.name, cron: '0 3 1 * *' }];
