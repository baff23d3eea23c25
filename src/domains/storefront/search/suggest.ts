import { createHash } from 'node:crypto';
import type { Platform } from '../../../platform/platform.js';
import type { SellingStore } from '../../stores/index.js';
import { readPriced } from '../catalogue/read-priced.js';
import { readSearch, suggestedReferences } from './repository.js';
import { bestProducts } from './search-products.js';

const MAX_PRODUCTS = 6;
const MAX_REFERENCES = 3;

/** JSON of what a shopper may mean who is typing this. */
export async function suggest(
  platform: Platform,
  q: string,
  store: SellingStore | undefined,
): Promise<string> {
  const hash = createHash('sha256').update(q).digest('base64url');
  const key = `shop:suggest:${store?.id ?? 'any'}:${hash}`;
  return readPriced(platform, key, async () => JSON.stringify(await load(platform, q, store)));
}

async function load(platform: Platform, q: string, store: SellingStore | undefined) {
  const { db } = platform;
  const { text } = await readSearch(db, q);
  const references = (table: 'categories' | 'brands') =>
    text === '' ? [] : suggestedReferences(db, table, text, MAX_REFERENCES);
  const [found, categories, brands] = await Promise.all([
    bestProducts(platform, { q, store, limit: MAX_PRODUCTS }),
    references('categories'),
    references('brands'),
  ]);
  return {
    products: found.products.map(({ slug, name, image_url, price, currency, in_stock }) => ({
      slug,
      name,
      image_url,
      price,
      currency,
      in_stock,
    })),
    categories,
    brands,
    corrected_to: found.corrected_to,
  };
}
