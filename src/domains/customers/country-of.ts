import { invalidField } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, type Staff } from '../access/index.js';
import { findStore } from '../stores/index.js';

/** The store that a caller without a choice works for: that of the till, or the only one. */
export function ownStoreOf(caller: Staff): string | undefined {
  if (caller.till) return caller.till.storeId;
  return caller.stores !== 'all' && caller.stores.length === 1 ? caller.stores[0] : undefined;
}

/** The named store, if the caller may see it. */
export async function homeStore(
  { db }: Platform,
  caller: Staff,
  ref: string | undefined,
): Promise<{ id: string; country: string } | undefined> {
  const wanted = ref ?? ownStoreOf(caller);
  if (wanted === undefined) return undefined;
  const store = await findStore(db, wanted);
  if (store !== undefined && maySee(caller, store.id)) return store;
  throw invalidField('store_id', 'There is no such store.');
}

/** Phone numbers without a country code are of this country; empty if the caller has no store. */
export const countryOf = async (
  platform: Platform,
  caller: Staff,
  ref: string | undefined,
): Promise<string> => (await homeStore(platform, caller, ref))?.country ?? '';
