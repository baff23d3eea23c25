import { addMs, DAY_MS } from '../../platform/clock.js';
import { createMonths, dropEventMonths } from '../../platform/database/partitions.js';
import { atomically } from '../../platform/database/tx.js';
import { purgeKeys } from '../../platform/http/idempotency-repository.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';

const MONTHS_AHEAD = 3;
const EVENTS_KEPT_DAYS = 60;

/** Months are made well ahead, so that a few missed nights cost nothing. */
const createPartitions: Job = {
  name: 'ops:create-partitions',
  run: async ({ db, clock }) => {
    await atomically(db, tx => createMonths(tx, clock.now(), MONTHS_AHEAD));
  },
};

const purge: Job = {
  name: 'ops:purge',
  run: async ({ db, clock }) => {
    await purgeKeys(db);
    await atomically(db, tx => dropEventMonths(tx, addMs(clock.now(), -EVENTS_KEPT_DAYS * DAY_MS)));
  },
};

export const jobs: readonly Job[] = [createPartitions, purge];

export const schedules: readonly Schedule[] = [
  { job: createPartitions.name, cron: '15 2 * * *' },
  { job: purge.name, cron: '30 2 * * *' },
];
