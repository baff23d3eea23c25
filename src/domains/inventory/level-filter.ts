import type { Reader } from '../../platform/database/tx.js';
import type { Staff } from '../access/index.js';
import { resolveScope } from '../stores/index.js';
import type { LevelFilter } from './repository.js';
import type { LevelFilters } from './schemas.js';

/** The filter of a request; an unknown or inaccessible store matches nothing. */
export async function levelFilterOf(
  reader: Reader,
  caller: Staff,
  { store, variant, sku, q, low_stock, is_active }: LevelFilters,
): Promise<LevelFilter> {
  return {
    storeIds: await resolveScope(reader, caller, store),
    variantId: variant,
    sku,
    q: q?.trim() || undefined,
    isLow: low_stock,
    isActive: is_active,
  };
}
