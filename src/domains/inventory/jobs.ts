import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { deleteClosedHolds } from './reservation-repository.js';

const KEPT_DAYS = 90;
const PURGE_BATCH = 1_000;

/** Deletes reservations that have been closed for 90 days. */
export const purgeReservations: Job = {
  name: 'inventory:purge-reservations',
  async run({ db, clock }) {
    const before = addMs(clock.now(), -KEPT_DAYS * DAY_MS);
    const purge = () => atomically(db, tx => deleteClosedHolds(tx, before, PURGE_BATCH));
    while ((await purge()) === PURGE_BATCH);
  },
};

export const schedules: readonly Schedule[] = [{ job: purgeReservations.name, cron: '0 3 1 * *' }];
