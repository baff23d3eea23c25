import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { deleteOldChanges } from './catalogue-repository.js';

/** A till that was off for longer loads the whole catalogue. */
const KEPT_DAYS = 14;

export async function clearChanges({ db, clock }: Platform): Promise<void> {
  await deleteOldChanges(db, addMs(clock.now(), -KEPT_DAYS * DAY_MS));
}
