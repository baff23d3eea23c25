import { createHash } from 'node:crypto';
import { invalidField } from '../../../platform/http/failure.js';
import { decodeCursor, encodeCursor } from '../../../platform/http/paginate.js';
import type { Platform } from '../../../platform/platform.js';
import { listProducts } from '../../catalog/index.js';
import type { SellingStore } from '../../stores/index.js';
import { readPriced } from './read-priced.js';
import { showProducts } from './show-products.js';

export type ProductSearch = {
  store?: SellingStore;
  q?: string;
  category?: string;
  cursor?: string;
  limit: number;
};

/** The serialized page and the cursor of the next one. */
export type ProductPage = { json: string; next: string | null };

const BY_NAME = { field: 'name', descending: false } as const;

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
  after: ReturnType<typeof positionOf>,
): Promise<ProductPage> {
  const { products, last } = await findShopProducts(platform, search, after);
  return {
    json: JSON.stringify(products),
    next: last === undefined ? null : encodeCursor([last.sort_key, last.id]),
  };
}

/** Products by name, read afresh; `last` is set if there are more. */
export async function findShopProducts(
  platform: Platform,
  { store, q, category, limit }: Omit<ProductSearch, 'cursor'>,
  after?: ReturnType<typeof positionOf>,
) {
  const filter = { is_active: true, q, category };
  const rows = await listProducts(platform.db, filter, BY_NAME, after, limit + 1);
  const shown = await showProducts(platform, rows.slice(0, limit), store);
  return {
    products: shown.filter(product => product !== undefined),
    last: rows.length > limit ? rows[limit - 1] : undefined,
  };
}

function positionOf(cursor: string | undefined): { key: string; id: number } | undefined {
  const decoded = decodeCursor(cursor, 2);
  if (decoded === undefined) return undefined;
  const [key, id] = decoded;
  if (typeof key !== 'string' || !Number.isInteger(id)) {
    throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
  }
  return { key, id: Number(id) };
}

/** Hashed, because the search text may be long and hold any character. */
function keyOf({ store, q, category, limit, cursor }: ProductSearch): string {
  const search = JSON.stringify([store?.id, q, category, limit, cursor]);
  return `shop:products:${createHash('sha256').update(search).digest('base64url')}`;
}
