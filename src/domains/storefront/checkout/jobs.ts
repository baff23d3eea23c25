import { addMs, DAY_MS, HOUR_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Job, Schedule } from '../../../platform/jobs/job.js';
import type { Platform } from '../../../platform/platform.js';
import { keptSince } from '../../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../../platform/retention/rule.js';
import { expireOrders } from './order/expire-orders.js';
import { deleteExpiredTokens } from './order/token-repository.js';
import { clearForms, expireIdle } from './repository.js';
import { deleteClosedUncertainCharges } from './uncertain/repository.js';

const BATCH = 500;
const CHARGES_KEPT_DAYS = 90;
/** Names and addresses that shoppers typed at a checkout. */
export const CHECKOUT_FORMS: RetentionRule = {
  kind: 'checkout_forms',
  days: 90,
  choice: { leastDays: 30, mostDays: 730 },
};
/** Checkouts that the frequent job looks at; a checkout lasts 30 minutes. */
const RECENT_MS = 6 * HOUR_MS;

/** Repeats a step until it processes less than a full batch. */
async function inBatches({ db }: Platform, step: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await atomically(db, step)) === BATCH);
}

const expireCheckouts: Job = {
  name: 'storefront:expire-checkouts',
  run: async platform => {
    const now = platform.clock.now();
    const since = addMs(now, -RECENT_MS);
    await inBatches(platform, tx => expireIdle(tx, since, now, BATCH));
  },
};

/** Checkouts of earlier days, which expired while the service was down. */
const expireOldCheckouts: Job = {
  name: 'storefront:expire-old-checkouts',
  run: async platform => {
    const now = platform.clock.now();
    await inBatches(platform, tx => expireIdle(tx, new Date(0), now, BATCH));
  },
};

const expireUnpaidOrders: Job = {
  name: 'storefront:expire-orders',
  run: async platform => {
    await expireOrders(platform);
  },
};

const cleanUp: Job = {
  name: 'storefront:clean-up-checkouts',
  run: async platform => {
    const now = platform.clock.now();
    const chargesBefore = addMs(now, -CHARGES_KEPT_DAYS * DAY_MS);
    const formsBefore = await keptSince(platform, CHECKOUT_FORMS);
    await inBatches(platform, tx => deleteExpiredTokens(tx, now, BATCH));
    await inBatches(platform, tx => deleteClosedUncertainCharges(tx, chargesBefore, BATCH));
    await inBatches(platform, tx => clearForms(tx, formsBefore, BATCH));
  },
};

export const jobs: readonly Job[] = [
  expireCheckouts,
  expireOldCheckouts,
  expireUnpaidOrders,
  cleanUp,
];

export const schedules: readonly Schedule[] = [
  { job: expireCheckouts.name, cron: '*/5 * * * *' },
  { job: expireOldCheckouts.name, cron: '50 2 * * *' },
  { job: expireUnpaidOrders.name, cron: '*/5 * * * *' },
  { job: cleanUp.name, cron: '30 3 1 * *' },
];
