import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { purgeRevisions } from './connectors/local-repository.js';
import { purgeInbound } from './inbound/repository.js';
import { purgeMutations } from './outbound/mutation-repository.js';
import { DUPLICATE_WINDOW_MS } from './rules.js';

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

export const jobs: readonly Job[] = [cleanUp];

export const schedules: readonly Schedule[] = [{ job: cleanUp.name, cron: '40 2 * * *' }];
