import type { Platform } from '../../platform/platform.js';
import { countRecords, readState } from './repository.js';
import { stepsOf } from './rules.js';

/** The steps of the first run. What exists counts as done, so each can be left at any time. */
export async function readProgress({ db }: Platform) {
  const [counts, { skipped }] = await Promise.all([countRecords(db), readState(db)]);
  const steps = stepsOf(counts, skipped);
  return { is_complete: steps.every(({ status }) => status !== 'open'), steps };
}
