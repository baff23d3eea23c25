import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { clearExpired, deleteOld } from './checkout/repository.js';

/** Programs may ask for a past session for so long. */
const KEPT_MS = 30 * DAY_MS;

/** Buyers and addresses of sessions that ended without an order, and old sessions. */
export const cleanUp: Job = {
  name: 'agents:clean-up',
  run: async ({ db, clock }) => {
    const now = clock.now();
    await atomically(db, tx => clearExpired(tx, now));
    await atomically(db, tx => deleteOld(tx, addMs(now, -KEPT_MS)));
  },
};

export const cleanUpHourly: Schedule = { job: cleanUp.name, cron: '35 * * * *' };
