import { chainEntries } from '../../platform/audit/chain-entries.js';
import { removeOldEntries } from '../../platform/audit/remove-old-entries.js';
import { chainOf } from '../../platform/audit/repository.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';

export const chain: Job = {
  name: 'audit:chain',
  run: ({ db, config }) => chainEntries(db, config),
};

/** The log line is a copy of the last hash outside the database. */
export const retention: Job = {
  name: 'audit:retention',
  run: async platform => {
    await removeOldEntries(platform);
    const ends = await chainOf(platform.db);
    if (ends) platform.log.info({ seq: ends.lastSeq, hash: ends.lastHash }, 'end of the audit log');
  },
};

export const jobs: readonly Job[] = [chain, retention];
export const schedules: readonly Schedule[] = [
  { job: chain.name, cron: '* * * * *' },
  { job: retention.name, cron: '40 3 * * *' },
];
