import { readTextThrough } from '../../../platform/cache/index.js';
import type { Platform } from '../../../platform/platform.js';
import { shopCategories } from './repository.js';
import { CACHE_SECONDS } from './rules.js';

/** JSON of the categories with products on sale, in menu order. */
export const listShopCategories = (
  { db, cache }: Platform,
  storeId: string | undefined,
): Promise<string> =>
  readTextThrough(cache, `shop:categories:${storeId ?? 'any'}`, CACHE_SECONDS, async () =>
    JSON.stringify(await shopCategories(db, storeId)),
  );
