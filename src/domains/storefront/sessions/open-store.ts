import { invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { type SellingStore, storeForSelling } from '../../stores/index.js';

/** A store that sells; one that is closed does not exist for shoppers. */
export async function openStore(platform: Platform, id: string): Promise<SellingStore> {
  const store = await storeForSelling(platform, id.toLowerCase());
  if (!store?.isActive) throw invalidField('store_id', 'There is no such store.', 'UNKNOWN_STORE');
  return store;
}
