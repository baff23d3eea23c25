import { type Failure, invalidField } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { type SellingStore, storeForSelling } from '../../stores/index.js';

export const unknownStore = (): Failure =>
  invalidField('store_id', 'There is no such store.', 'UNKNOWN_STORE');

/** An active store; shoppers get the same error for a closed and an unknown one. */
export async function openStore(platform: Platform, id: string): Promise<SellingStore> {
  const store = isUuid(id) ? await storeForSelling(platform, id.toLowerCase()) : undefined;
  if (!store?.isActive) throw unknownStore();
  return store;
}
