import { readTextThrough } from '../../../platform/cache/index.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { productByRef } from '../../catalog/index.js';
import type { SellingStore } from '../../stores/index.js';
import { CACHE_SECONDS } from './rules.js';
import { showProducts } from './show-products.js';

/** JSON of one product. A missing product is not cached. */
export async function readShopProduct(
  platform: Platform,
  slug: string,
  store: SellingStore | undefined,
): Promise<string> {
  const { db, cache } = platform;
  const key = `shop:product:${store?.id ?? 'any'}:${slug}`;
  const json = await readTextThrough(cache, key, CACHE_SECONDS, async () => {
    const found = await productByRef(db, slug);
    const [shown] = found === undefined ? [] : await showProducts(platform, [found], store);
    return shown === undefined ? undefined : JSON.stringify(shown);
  });
  if (json === undefined) throw notFound('Product');
  return json;
}
