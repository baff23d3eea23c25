import { invalidate, parseOnce, readTextThrough } from '../../platform/cache/index.js';
import type { Reader } from '../../platform/database/tx.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { presentStore } from './present.js';
import { findStore, listStores, storeIds } from './repository.js';
import { type SellingStore, sellingStore } from './rules.js';

// A new number whenever the cached fields change: nodes of two releases share a cache.
const CACHE_KEY = 'stores:list:4';
const CACHE_SECONDS = 600;

export type ListedStore = ReturnType<typeof presentStore>;

type Listing = {
  stores: readonly ListedStore[];
  byId: ReadonlyMap<string, ListedStore>;
  byCode: ReadonlyMap<string, ListedStore>;
  byContentId: ReadonlyMap<string, ListedStore>;
};

const byCode = (one: ListedStore, other: ListedStore): number => (one.code < other.code ? -1 : 1);

const listingIn = parseOnce((text): Listing => {
  const stores = JSON.parse(text) as ListedStore[];
  return {
    stores,
    byId: new Map(stores.map(store => [store.id, store])),
    byCode: new Map(stores.map(store => [store.code, store])),
    byContentId: new Map(
      stores.flatMap(store => (store.sanity_id ? [[store.sanity_id, store]] : [])),
    ),
  };
});

const listing = async (platform: Platform): Promise<Listing> =>
  listingIn(
    CACHE_KEY,
    await readTextThrough(platform.cache, CACHE_KEY, CACHE_SECONDS, async () =>
      JSON.stringify((await listStores(platform.db)).map(presentStore).sort(byCode)),
    ),
  );

/** All stores by code, cached and ready for a response. The caller filters by scope. */
export const allStores = async (platform: Platform): Promise<readonly ListedStore[]> =>
  (await listing(platform)).stores;

/** Like `findStore`, from the cache. */
export async function listedStore(
  platform: Platform,
  ref: string,
): Promise<ListedStore | undefined> {
  const { byId, byCode, byContentId } = await listing(platform);
  if (isUuid(ref)) return byId.get(ref.toLowerCase());
  return byCode.get(ref) ?? byContentId.get(ref);
}

const sellingKey = (id: string): string => `store:4:${id}`;

const sellingStoreIn = parseOnce(text => JSON.parse(text) as SellingStore);

/** The store data that every sale needs, from the cache. */
export async function storeForSelling(
  platform: Platform,
  id: string,
  reader: Reader = platform.db,
): Promise<SellingStore | undefined> {
  const key = sellingKey(id);
  const load = async (): Promise<string | undefined> => {
    const store = await findStore(reader, id);
    return store && JSON.stringify(sellingStore(store));
  };
  const options = { ownLoad: reader.isTransaction };
  const text = await readTextThrough(platform.cache, key, CACHE_SECONDS, load, options);
  return text === undefined ? undefined : sellingStoreIn(key, text);
}

/** Call after the commit of a change to a store or a tax. */
export async function dropStores(platform: Platform): Promise<void> {
  const ids = await storeIds(platform.db);
  await invalidate(platform.cache, CACHE_KEY, ...ids.map(sellingKey));
}
