import { createMonths, dropEventMonths } from '../../platform/database/partitions.js';
import { atomically } from '../../platform/database/tx.js';
import { purgeKeys } from '../../platform/http/idempotency-repository.js';
import { firstIdAt } from '../../platform/ids.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { deleteOldMails, MAILS } from '../../platform/mail/repository.js';
import { keptSince } from '../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../platform/retention/rule.js';

const MONTHS_AHEAD = 3;
const MAILS_PER_ROUND = 1_000;

/** Consumers and subscribers that were down catch up from the log. */
export const EVENTS: RetentionRule = { kind: 'events', days: 60 };

/** Months are made well ahead, so that a few missed nights cost nothing. */
const createPartitions: Job = {
  name: 'ops:create-partitions',
  run: async ({ db, clock }) => {
    await atomically(db, tx => createMonths(tx, clock.now(), MONTHS_AHEAD));
  },
};

const purge: Job = {
  name: 'ops:purge',
  run: async platform => {
    const { db } = platform;
    await purgeKeys(db);
    const eventsSince = await keptSince(platform, EVENTS);
    await atomically(db, tx => dropEventMonths(tx, eventsSince));
    const beforeId = firstIdAt(await keptSince(platform, MAILS));
    const purgeMails = () => atomically(db, tx => deleteOldMails(tx, beforeId, MAILS_PER_ROUND));
    while ((await purgeMails()) === MAILS_PER_ROUND);
  },
};

export const jobs: readonly Job[] = [createPartitions, purge];

export const schedules: readonly Schedule[] = [
  { job: createPartitions.name, cron: '15 2 * * *' },
  { job: purge.name, cron: '30 2 * * *' },
];
