import { readTextThrough } from '../../../platform/cache/index.js';
import type { Platform } from '../../../platform/platform.js';
import type { SellingStore } from '../../stores/index.js';
import { shopCategories } from './repository.js';
import { CACHE_SECONDS } from './rules.js';

/** JSON of the categories with products on sale, in menu order. */
export const listShopCategories = (
  { db, cache, config, clock }: Platform,
  store: SellingStore | undefined,
): Promise<string> =>
  readTextThrough(cache, `shop:categories:${store?.id ?? 'any'}`, CACHE_SECONDS, async () =>
    JSON.stringify(await shopCategories(db, store, config.baseCurrency, clock.now())),
  );
