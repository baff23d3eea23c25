import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { claimDays, daysToRollUp } from './days-repository.js';
import { FAMILIES, rollUpSpan } from './facts-repository.js';
import { spansOf } from './rules.js';

/** So that no statement sums up more than a week of a store: time limits hold for busy ones, too. */
const MAX_DAYS = 7;

/**
 * Sums up every day that is missing or was changed since, and today as far as it has come. May run
 * at any time, on several nodes at once, and again: a span is reckoned from the records each time.
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
