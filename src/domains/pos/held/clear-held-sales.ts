import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { keptSince } from '../../../platform/retention/kept-since.js';
import type { RetentionRule } from '../../../platform/retention/rule.js';
import { deleteOldHeldSales } from './held-sale-repository.js';

export const HELD_SALES: RetentionRule = {
  kind: 'held_sales',
  days: 7,
  choice: { leastDays: 1, mostDays: 90 },
};
/** A till removes what it has sold; one that was switched off does not. */
const RESUMED_DAYS = 1;

export async function clearHeldSales(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  await deleteOldHeldSales(db, {
    held: await keptSince(platform, HELD_SALES),
    resumed: addMs(clock.now(), -RESUMED_DAYS * DAY_MS),
  });
}
