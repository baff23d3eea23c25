import type { Reader } from '../../platform/database/tx.js';
import { maySee, type Staff, storeScope } from '../access/index.js';
import { findStore } from '../stores/index.js';
import type { LevelFilter } from './repository.js';
import type { LevelFilters } from './schemas.js';

/** The filter of a request; an unknown or inaccessible store matches nothing. */
export async function levelFilterOf(
  reader: Reader,
  caller: Staff,
  { store, variant, sku, q, low_stock, is_active }: LevelFilters,
): Promise<LevelFilter> {
  return {
    storeIds: await storeIdsOf(reader, caller, store),
    variantId: variant,
    sku,
    q: q?.trim() || undefined,
    isLow: low_stock,
    isActive: is_active,
  };
}

async function storeIdsOf(
  reader: Reader,
  caller: Staff,
  ref: string | undefined,
): Promise<readonly string[] | undefined> {
  if (ref === undefined) return storeScope(caller);
  const store = await findStore(reader, ref);
  return store && maySee(caller, store.id) ? [store.id] : [];
}
