import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { purgeDeliveries } from './delivery-repository.js';
import { renewSecrets } from './renew-secrets.js';

const KEPT_MS = 30 * DAY_MS;

const cleanUp: Job = {
  name: 'subscriptions:clean-up',
  run: async platform => {
    const before = addMs(platform.clock.now(), -KEPT_MS);
    await atomically(platform.db, tx => purgeDeliveries(tx, before));
    await renewSecrets(platform);
  },
};

export const jobs: readonly Job[] = [cleanUp];

export const schedules: readonly Schedule[] = [{ job: cleanUp.name, cron: '50 2 * * *' }];
