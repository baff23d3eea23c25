import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { keptSince } from '../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../platform/retention/rule.js';
import { clearExpired, deleteOld } from './checkout/repository.js';
import { pushJob, pushSchedule } from './feed/push-feeds.js';
import { deleteOldOrders } from './orders/repository.js';
import { renewSecrets } from './renew-secrets.js';

/** How long a program can read a past session. */
export const AGENT_CHECKOUTS: RetentionRule = {
  kind: 'agent_checkouts',
  days: 30,
  choice: { leastDays: 7, mostDays: 365 },
};

/** How long a program gets events of an order and can read it. */
export const AGENT_ORDERS: RetentionRule = {
  kind: 'agent_orders',
  days: 365,
  choice: { leastDays: 30, mostDays: 1_095 },
};

/** Buyers and addresses of sessions that ended without an order, and old sessions. */
export const cleanUp: Job = {
  name: 'agents:clean-up',
  run: async platform => {
    const { db, clock } = platform;
    await atomically(db, tx => clearExpired(tx, clock.now()));
    const before = await keptSince(platform, AGENT_CHECKOUTS);
    await atomically(db, tx => deleteOld(tx, before));
    const ordersBefore = await keptSince(platform, AGENT_ORDERS);
    await atomically(db, tx => deleteOldOrders(tx, ordersBefore));
    await renewSecrets(platform);
  },
};

const cleanUpHourly: Schedule = { job: cleanUp.name, cron: '35 * * * *' };

export const jobs: readonly Job[] = [cleanUp, pushJob];

export const schedules: readonly Schedule[] = [cleanUpHourly, pushSchedule];
