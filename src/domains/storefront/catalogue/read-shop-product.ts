import { notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { productByRef } from '../../catalog/index.js';
import type { SellingStore } from '../../stores/index.js';
import { readPriced } from './read-priced.js';
import { showProducts } from './show-products.js';

/** JSON of one product. A missing product is not cached. */
export async function readShopProduct(
  platform: Platform,
  slug: string,
  store: SellingStore | undefined,
): Promise<string> {
  const key = `shop:product:${store?.id ?? 'any'}:${slug}`;
  const json = await readPriced(platform, key, async () => {
    const found = await productByRef(platform.db, slug);
    const [shown] = found === undefined ? [] : await showProducts(platform, [found], store);
    return shown === undefined ? undefined : JSON.stringify(shown);
  });
  if (json === undefined) throw notFound('Product');
  return json;
}
