import { readTextThrough } from '../../../platform/cache/index.js';
import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { productByRef } from '../../catalog/index.js';
import { CACHE_SECONDS } from './rules.js';
import { showProducts } from './show-products.js';

/** The JSON of one product. What is not there is not remembered either. */
export async function readShopProduct(
  { db, cache }: Platform,
  slug: string,
  storeId: string | undefined,
): Promise<string> {
  const key = `shop:product:${storeId ?? 'any'}:${slug}`;
  const json = await readTextThrough(cache, key, CACHE_SECONDS, async () => {
    const found = await productByRef(db, slug);
    const [shown] = found === undefined ? [] : await showProducts(db, [found], storeId);
    return shown === undefined ? undefined : JSON.stringify(shown);
  });
  if (json === undefined) throw notFound('Product');
  return json;
}
