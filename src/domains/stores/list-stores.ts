import { invalidate, readTextThrough, readThrough } from '../../platform/cache/index.js';
import type { Reader } from '../../platform/database/tx.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { presentStore } from './present.js';
import { findStore, listStores, storeIds } from './repository.js';
import { type SellingStore, sellingStore } from './rules.js';

const CACHE_KEY = 'stores:list';
const CACHE_SECONDS = 600;

export type ListedStore = ReturnType<typeof presentStore>;

type Listing = {
  text: string;
  stores: readonly ListedStore[];
  byId: ReadonlyMap<string, ListedStore>;
  byCode: ReadonlyMap<string, ListedStore>;
  byContentId: ReadonlyMap<string, ListedStore>;
};

const byCode = (one: ListedStore, other: ListedStore): number => (one.code < other.code ? -1 : 1);

let lastRead: Listing | undefined;

/** The text is compared, not aged, so what was parsed from it can never be out of date. */
function parsed(text: string): Listing {
  if (lastRead?.text === text) return lastRead;
  const stores = JSON.parse(text) as ListedStore[];
  lastRead = {
    text,
    stores,
    byId: new Map(stores.map(store => [store.id, store])),
    byCode: new Map(stores.map(store => [store.code, store])),
    byContentId: new Map(
      stores.flatMap(store => (store.sanity_id ? [[store.sanity_id, store]] : [])),
    ),
  };
  return lastRead;
}

const listing = async (platform: Platform): Promise<Listing> =>
  parsed(
    await readTextThrough(platform.cache, CACHE_KEY, CACHE_SECONDS, async () =>
      JSON.stringify((await listStores(platform.db)).map(presentStore).sort(byCode)),
    ),
  );

/** All stores by code, as they go out; the caller's scope is cut from it. Dropped on any change of a store. */
export const allStores = async (platform: Platform): Promise<readonly ListedStore[]> =>
  (await listing(platform)).stores;

/** By UUID, code or content id, in the order of `findStore`, without asking the database each time. */
export async function listedStore(
  platform: Platform,
  ref: string,
): Promise<ListedStore | undefined> {
  const { byId, byCode, byContentId } = await listing(platform);
  if (isUuid(ref)) return byId.get(ref.toLowerCase());
  return byCode.get(ref) ?? byContentId.get(ref);
}

const sellingKey = (id: string): string => `store:${id}`;

/** What every sale needs to know of its store, without asking the database each time. */
export const storeForSelling = (
  platform: Platform,
  id: string,
  reader: Reader = platform.db,
): Promise<SellingStore | undefined> =>
  readThrough(
    platform.cache,
    sellingKey(id),
    CACHE_SECONDS,
    async () => {
      const store = await findStore(reader, id);
      return store && sellingStore(store);
    },
    { ownLoad: reader.isTransaction },
  );

/** Called after the commit of any change of a store or of a tax. */
export async function dropStores(platform: Platform): Promise<void> {
  const ids = await storeIds(platform.db);
  await invalidate(platform.cache, CACHE_KEY, ...ids.map(sellingKey));
}
