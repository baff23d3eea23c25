import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { deleteQuotes } from './repository.js';

/** Kept for a day after they expire, so that a late till reads "expired" and not "unknown". */
export const removeQuotes = async ({ db, clock }: Platform): Promise<void> => {
  await deleteQuotes(db, addMs(clock.now(), -DAY_MS));
};
