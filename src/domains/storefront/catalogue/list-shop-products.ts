import { createHash } from 'node:crypto';
import { invalidField } from '../../../platform/http/failure.js';
import { decodeCursor, encodeCursor } from '../../../platform/http/paginate.js';
import type { Platform } from '../../../platform/platform.js';
import { findShopProducts, type Position, type ShopSearch } from './find-shop-products.js';
import { productsAfterSlug } from './products-after.js';
import { readPriced } from './read-priced.js';

export type ProductSearch = ShopSearch & {
  cursor?: string;
  /** The slug of a product: one page with those that follow it. */
  after?: string;
};

/** The serialized page and the cursor of the next one. */
export type ProductPage = { json: string; next: string | null };

/** Lists products by name. The serialized text is cached, so a hit needs no serialization. */
export async function listShopProducts(
  platform: Platform,
  search: ProductSearch,
): Promise<ProductPage> {
  const after = positionOf(search.cursor);
  const text = await readPriced(platform, keyOf(search), async () => {
    const { json, next } = await load(platform, search, after);
    return `${next ?? ''}\n${json}`;
  });
  const end = text.indexOf('\n');
  return { json: text.slice(end + 1), next: end === 0 ? null : text.slice(0, end) };
}

async function load(
  platform: Platform,
  search: ProductSearch,
  after: Position | undefined,
): Promise<ProductPage> {
  if (search.after !== undefined) {
    const following = await productsAfterSlug(platform, search, search.after);
    return { json: JSON.stringify(following), next: null };
  }
  const { products, last } = await findShopProducts(platform, search, after);
  return {
    json: JSON.stringify(products),
    next: last === undefined ? null : encodeCursor([last.sort_key, last.id]),
  };
}

function positionOf(cursor: string | undefined): Position | undefined {
  const decoded = decodeCursor(cursor, 2);
  if (decoded === undefined) return undefined;
  const [key, id] = decoded;
  if (typeof key !== 'string' || !Number.isInteger(id)) {
    throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
  }
  return { key, id: Number(id) };
}

/** Hashed, because the search text may be long and hold any character. */
function keyOf({ store, q, category, limit, cursor, after }: ProductSearch): string {
  const search = JSON.stringify([store?.id, q, category, limit, cursor, after]);
  return `shop:products:${createHash('sha256').update(search).digest('base64url')}`;
}
