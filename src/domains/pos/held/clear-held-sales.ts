import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Platform } from '../../../platform/platform.js';
import { deleteOldHeldSales } from './held-sale-repository.js';

const HELD_DAYS = 7;
/** A till removes what it has sold; one that was switched off does not. */
const RESUMED_DAYS = 1;

export async function clearHeldSales({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  await deleteOldHeldSales(db, {
    held: addMs(now, -HELD_DAYS * DAY_MS),
    resumed: addMs(now, -RESUMED_DAYS * DAY_MS),
  });
}
