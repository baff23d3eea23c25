import { chainEntries } from '../../platform/audit/chain-entries.js';
import { maskEntries } from '../../platform/audit/mask-entries.js';
import { removeOldEntries } from '../../platform/audit/remove-old-entries.js';
import { chainOf } from '../../platform/audit/repository.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import type { Platform } from '../../platform/platform.js';
import { shownInLog } from './shown-value.js';

const warn = ({ log }: Platform): void =>
  log.error(
    'the ends of the audit log were changed outside the service; nothing is added or removed',
  );

export const chain: Job = {
  name: 'audit:chain',
  run: async platform => {
    const { db, config } = platform;
    const holds = await chainEntries(db, config);
    if (!holds || !(await maskEntries(db, config, shownInLog(config)))) warn(platform);
  },
};

/** The log line is a copy of the last hash outside the database. */
export const retention: Job = {
  name: 'audit:retention',
  run: async platform => {
    if (!(await removeOldEntries(platform))) return warn(platform);
    const ends = await chainOf(platform.db);
    if (ends) platform.log.info({ seq: ends.lastSeq, hash: ends.lastHash }, 'end of the audit log');
  },
};

export const jobs: readonly Job[] = [chain, retention];
export const schedules: readonly Schedule[] = [
  { job: chain.name, cron: '* * * * *' },
  { job: retention.name, cron: '40 3 * * *' },
];
