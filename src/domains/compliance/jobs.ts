import { addMs } from '../../platform/clock.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { deleteExpiredProofs } from './age/repository.js';
import { deleteOldPurchases } from './limits/repository.js';
import { KEPT_MS } from './limits/rules.js';

/** Deletes expired age proofs, and purchases older than the longest limit period. */
const purge: Job = {
  name: 'compliance:purge',
  run: async ({ db, clock }) => {
    const now = clock.now();
    await deleteExpiredProofs(db, now);
    await deleteOldPurchases(db, addMs(now, -KEPT_MS));
  },
};

export const jobs: readonly Job[] = [purge];
export const schedules: readonly Schedule[] = [{ job: purge.name, cron: '50 2 * * *' }];
