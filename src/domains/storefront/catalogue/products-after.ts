import type { Platform } from '../../../platform/platform.js';
import { productByRef } from '../../catalog/index.js';
import { findShopProducts, type ShopSearch } from './find-shop-products.js';

type Start = { id: number; name: string };

/**
 * The products of a category that follow one of them by name; after the last come the first. So
 * related goods differ from product to product.
 */
export async function productsAfter(platform: Platform, search: ShopSearch, { id, name }: Start) {
  const { limit } = search;
  const { products: rest } = await findShopProducts(platform, search, {
    key: name.toLowerCase(),
    id,
  });
  if (rest.length >= limit) return rest;
  const { products: first } = await findShopProducts(platform, search);
  const known = new Set([id, ...rest.map(product => product.id)]);
  return [...rest, ...first.filter(product => !known.has(product.id))].slice(0, limit);
}

/** The same after the product with this slug; from the start if there is none. */
export async function productsAfterSlug(platform: Platform, search: ShopSearch, slug: string) {
  const start = slug.includes('\0') ? undefined : await productByRef(platform.db, slug);
  if (start !== undefined) return productsAfter(platform, search, start);
  return (await findShopProducts(platform, search)).products;
}
