import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { keptSince } from '../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../platform/retention/rule.js';
import { purgeDeliveries } from './delivery-repository.js';
import { renewSecrets } from './renew-secrets.js';

export const WEBHOOK_DELIVERIES: RetentionRule = {
  kind: 'webhook_deliveries',
  days: 30,
  choice: { leastDays: 7, mostDays: 365 },
};

const cleanUp: Job = {
  name: 'subscriptions:clean-up',
  run: async platform => {
    const before = await keptSince(platform, WEBHOOK_DELIVERIES);
    await atomically(platform.db, tx => purgeDeliveries(tx, before));
    await renewSecrets(platform);
  },
};

export const jobs: readonly Job[] = [cleanUp];

export const schedules: readonly Schedule[] = [{ job: cleanUp.name, cron: '50 2 * * *' }];
