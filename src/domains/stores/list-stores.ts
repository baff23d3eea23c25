import { forget, remember } from '../../platform/cache/index.js';
import type { Platform } from '../../platform/platform.js';
import { presentStore } from './present.js';
import { findStore, listStores, storeIds } from './repository.js';
import { type SellingStore, sellingStore } from './rules.js';

const CACHE_KEY = 'stores:list';
const CACHE_SECONDS = 600;

/** All stores, as they go out; the caller's scope is cut from it. Dropped on any change of a store. */
export const allStores = (platform: Platform): Promise<ReturnType<typeof presentStore>[]> =>
  remember(platform.cache, CACHE_KEY, CACHE_SECONDS, async () =>
    (await listStores(platform.db)).map(presentStore),
  );

const sellingKey = (id: string): string => `store:${id}`;

/** What every sale needs to know of its store, without asking the database each time. */
export const storeForSelling = (
  platform: Platform,
  id: string,
): Promise<SellingStore | undefined> =>
  remember(platform.cache, sellingKey(id), CACHE_SECONDS, async () => {
    const store = await findStore(platform.db, id);
    return store && sellingStore(store);
  });

/** Called after the commit of any change of a store or of a tax. */
export async function dropStores(platform: Platform): Promise<void> {
  const ids = await storeIds(platform.db);
  await forget(platform.cache, CACHE_KEY, ...ids.map(sellingKey));
}
