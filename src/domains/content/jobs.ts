import { addMs, DAY_MS, SECOND_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { purgeRevisions } from './connectors/local-repository.js';
import { APPLY, applyEvents } from './inbound/apply-event.js';
import { purgeInbound } from './inbound/repository.js';
import { wakeOverdue } from './inbound/wake.js';
import { purgeMutations } from './outbound/mutation-repository.js';
import { pushChanges } from './outbound/push-changes.js';
import { PUSH, pushSoon } from './outbound/push-soon.js';
import { hasDueChanges } from './outbound/repository.js';
import { DUPLICATE_WINDOW_MS } from './rules.js';

const apply: Job = { name: APPLY, run: applyEvents };

const push: Job = { name: PUSH, run: pushChanges };

const OVERDUE_MS = 10 * SECOND_MS;

/** Finds what is due and has nobody: its job was given up or died with its node. */
const sweep: Job = {
  name: 'content:sweep',
  run: async ({ db, clock }) => {
    const now = clock.now();
    await wakeOverdue(db, addMs(now, -OVERDUE_MS));
    if (await hasDueChanges(db, now)) await atomically(db, pushSoon);
  },
};

const LOG_KEPT_MS = 8 * DAY_MS;
const REVISIONS_KEPT_MS = 30 * DAY_MS;

const cleanUp: Job = {
  name: 'content:clean-up',
  run: async ({ db, clock }) => {
    const now = clock.now();
    const kept = addMs(now, -LOG_KEPT_MS);
    await atomically(db, tx => purgeInbound(tx, kept, addMs(now, -DUPLICATE_WINDOW_MS)));
    await atomically(db, tx => purgeMutations(tx, kept));
    await atomically(db, tx => purgeRevisions(tx, addMs(now, -REVISIONS_KEPT_MS)));
  },
};

export const jobs: readonly Job[] = [apply, push, sweep, cleanUp];

export const schedules: readonly Schedule[] = [
  { job: sweep.name, cron: '* * * * *' },
  { job: cleanUp.name, cron: '40 2 * * *' },
];
