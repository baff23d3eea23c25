import type { Platform } from '../../../platform/platform.js';
import { listProducts } from '../../catalog/index.js';
import type { SellingStore } from '../../stores/index.js';
import { showProducts } from './show-products.js';

export type ShopSearch = {
  store?: SellingStore;
  q?: string;
  category?: string;
  limit: number;
};

/** The name in small letters and the id of the product before the page. */
export type Position = { key: string; id: number };

const BY_NAME = { field: 'name', descending: false } as const;

/** Products by name, read afresh; `last` is set if there are more. */
export async function findShopProducts(
  platform: Platform,
  { store, q, category, limit }: ShopSearch,
  after?: Position,
) {
  const filter = { is_active: true, q, category };
  const rows = await listProducts(platform.db, filter, BY_NAME, after, limit + 1);
  const shown = await showProducts(platform, rows.slice(0, limit), store);
  return {
    products: shown.filter(product => product !== undefined),
    last: rows.length > limit ? rows[limit - 1] : undefined,
  };
}
