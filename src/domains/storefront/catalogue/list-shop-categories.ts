import { readTextThrough } from '../../../platform/cache/index.js';
import type { Platform } from '../../../platform/platform.js';
import type { SellingStore } from '../../stores/index.js';
import { CACHE_SECONDS } from './rules.js';
import { shopCategories } from './shop-categories.js';

/** JSON of the categories with products on sale, in menu order. */
export const listShopCategories = (
  platform: Platform,
  store: SellingStore | undefined,
): Promise<string> =>
  readTextThrough(
    platform.cache,
    `shop:categories:${store?.id ?? 'any'}`,
    CACHE_SECONDS,
    async () => JSON.stringify(await shopCategories(platform, store)),
  );
