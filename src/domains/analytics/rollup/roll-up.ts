import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { claimDays, daysToRollUp } from './days-repository.js';
import { FAMILIES, rollUpSpan } from './facts-repository.js';
import { spansOf } from './rules.js';

/**
 * Limits each transaction to a week of one store, so busy stores stay within statement timeouts.
 */
const MAX_DAYS = 7;

/**
 * Rolls up every missing or changed day, and today so far. Idempotent and safe on several nodes at
 * once, because each span is recomputed from the records.
 */
export async function rollUp({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const span of spansOf(await daysToRollUp(db, now), MAX_DAYS)) {
    await atomically(db, async tx => {
      await claimDays(tx, span, now);
      for (const family of FAMILIES) await rollUpSpan(tx, family, span);
    });
  }
}
