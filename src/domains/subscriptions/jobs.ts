import { addMs, DAY_MS, MINUTE_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { DELIVER, deliver, deliverSoon } from './deliver.js';
import { overdueDeliveries, purgeDeliveries } from './delivery-repository.js';

const deliverOne: Job = {
  name: DELIVER,
  run: (platform, payload) => deliver(platform, String(payload.delivery_id)),
};

const OVERDUE_MS = MINUTE_MS;
const SWEEP_SIZE = 500;

/** Finds deliveries that are due and have nobody: their job died with its node. */
const sweep: Job = {
  name: 'subscriptions:sweep',
  run: async ({ db, clock }) => {
    const before = addMs(clock.now(), -OVERDUE_MS);
    const overdue = await overdueDeliveries(db, DELIVER, before, SWEEP_SIZE);
    await atomically(db, tx => deliverSoon(tx, overdue));
  },
};

const KEPT_MS = 30 * DAY_MS;

const cleanUp: Job = {
  name: 'subscriptions:clean-up',
  run: ({ db, clock }) => atomically(db, tx => purgeDeliveries(tx, addMs(clock.now(), -KEPT_MS))),
};

export const jobs: readonly Job[] = [deliverOne, sweep, cleanUp];

export const schedules: readonly Schedule[] = [
  { job: sweep.name, cron: '* * * * *' },
  { job: cleanUp.name, cron: '50 2 * * *' },
];
