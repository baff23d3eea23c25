import { readTextThrough } from '../../../platform/cache/index.js';
import type { Platform } from '../../../platform/platform.js';
import { shopCategories } from './repository.js';
import { CACHE_SECONDS } from './rules.js';

/** The JSON of the categories that have something on sale, in the order of the menu. */
export const listShopCategories = (
  { db, cache }: Platform,
  storeId: string | undefined,
): Promise<string> =>
  readTextThrough(cache, `shop:categories:${storeId ?? 'any'}`, CACHE_SECONDS, async () =>
    JSON.stringify(await shopCategories(db, storeId)),
  );
