import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { keptSince } from '../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../platform/retention/rule.js';
import { deleteGuests, GUEST_VISIT_MS, staleGuests } from '../people/index.js';
import { REMINDER_KEPT_DAYS, remindOfCarts } from './alerts/remind-of-carts.js';
import { deleteOldAlerts } from './alerts/repository.js';
import { abandonCarts, visitsWithOrders } from './carts/visit-repository.js';
import { deleteOldNotices } from './orders/notice-repository.js';
import { deleteOldMisses } from './search/misses-repository.js';

const BATCH = 500;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Abandons carts unchanged for a day. */
export const abandonStaleCarts: Job = {
  name: 'storefront:abandon-carts',
  async run({ db, clock }) {
    const now = clock.now();
    const before = addMs(now, -DAY_MS);
    let afterId = NIL;
    for (;;) {
      const batch = { before, now, afterId, limit: BATCH };
      const ids = await atomically(db, tx => abandonCarts(tx, batch));
      if (ids.length < BATCH) return;
      afterId = ids.at(-1) ?? NIL;
    }
  },
};

/** Deletes guests unseen for 30 days with their carts, except guests with an order. */
export const deleteStaleGuests: Job = {
  name: 'storefront:forget-guests',
  async run({ db, clock }) {
    const before = addMs(clock.now(), -GUEST_VISIT_MS);
    let afterId: string | null = null;
    for (;;) {
      const ids: string[] = await staleGuests(db, before, afterId, BATCH);
      const ordered = await visitsWithOrders(db, ids);
      const idle = ids.filter(id => !ordered.has(id));
      await atomically(db, tx => deleteGuests(tx, idle, before));
      afterId = ids.at(-1) ?? null;
      if (ids.length < BATCH) return;
    }
  },
};

export const SEARCHES: RetentionRule = {
  kind: 'searches',
  days: 90,
  choice: { leastDays: 7, mostDays: 730 },
};

/** Forgets searches without results that nobody repeated since. */
const forgetMisses: Job = {
  name: 'storefront:forget-searches',
  async run(platform) {
    const before = await keptSince(platform, SEARCHES);
    await atomically(platform.db, tx => deleteOldMisses(tx, before));
  },
};

/** Fixed: the carts of the addresses are abandoned after a day. */
export const CART_REMINDERS: RetentionRule = { kind: 'cart_reminders', days: REMINDER_KEPT_DAYS };

/** Runs by day and night: the mail follows the cart by three to four hours. */
const remindCarts: Job = { name: 'storefront:remind-of-carts', run: remindOfCarts };

export const STOCK_ALERTS: RetentionRule = {
  kind: 'stock_alerts',
  days: 180,
  choice: { leastDays: 30, mostDays: 730 },
};

/** Deletes requests for goods that were not back within half a year, or as long as was chosen. */
const forgetAlerts: Job = {
  name: 'storefront:forget-alerts',
  async run(platform) {
    const before = await keptSince(platform, STOCK_ALERTS);
    await atomically(platform.db, tx => deleteOldAlerts(tx, before));
  },
};

const NOTICES_KEPT_MS = 90 * DAY_MS;

/** Deletes records of mails sent more than 90 days ago; no event is redelivered after that. */
const forgetNotices: Job = {
  name: 'storefront:forget-notices',
  async run({ db, clock }) {
    const before = addMs(clock.now(), -NOTICES_KEPT_MS);
    while ((await atomically(db, tx => deleteOldNotices(tx, before, BATCH))) === BATCH);
  },
};

export const jobs: readonly Job[] = [
  abandonStaleCarts,
  deleteStaleGuests,
  forgetAlerts,
  forgetMisses,
  forgetNotices,
  remindCarts,
];

export const schedules: readonly Schedule[] = [
  { job: abandonStaleCarts.name, cron: '30 2 * * *' },
  { job: deleteStaleGuests.name, cron: '45 2 * * 0' },
  { job: forgetAlerts.name, cron: '51 2 * * *' },
  { job: forgetMisses.name, cron: '50 2 * * *' },
  { job: forgetNotices.name, cron: '52 2 * * *' },
  { job: remindCarts.name, cron: '25 * * * *' },
];
