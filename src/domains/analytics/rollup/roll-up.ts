import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { claimDays, daysToRollUp, isDue, tryLockRollUp } from './days-repository.js';
import { FAMILIES, rollUpSpan } from './facts-repository.js';
import { spansOf } from './rules.js';

/**
 * Limits each transaction to a week of one store, so busy stores stay within statement timeouts.
 */
const MAX_DAYS = 7;

/**
 * Rolls up every missing or changed day, and today so far; the newest days first. A run that meets
 * another one stops; the other one or the next run rolls up what is left. Idempotent and safe on
 * several nodes at once, because each span is recomputed from the records.
 */
export async function rollUp({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const spans = spansOf(await daysToRollUp(db, now), MAX_DAYS);
  for (const span of spans.sort((a, b) => b.to_day.localeCompare(a.to_day))) {
    const isAlone = await atomically(db, async tx => {
      if (!(await tryLockRollUp(tx))) return false;
      if (!(await isDue(tx, span, now))) return true;
      await claimDays(tx, span, now);
      for (const family of FAMILIES) await rollUpSpan(tx, family, span);
      return true;
    });
    if (!isAlone) return;
  }
}
