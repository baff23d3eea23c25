import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { record } from '../../../platform/work/events/outbox.js';
import { productSaved } from '../events.js';
import { applyDueSchedules } from './schedule-repository.js';

const PRODUCTS_PER_RUN = 500;

/**
 * Publishes and archives the products whose time has come. Each batch commits with its events, so a
 * run that dies halfway leaves the rest to the next minute.
 */
export async function applySchedule({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  let count: number;
  do {
    count = await atomically(db, async tx => {
      const changed = await applyDueSchedules(tx, now, PRODUCTS_PER_RUN);
      await record(tx, ...changed.map(product => productSaved(product)));
      return changed.length;
    });
  } while (count === PRODUCTS_PER_RUN);
}
