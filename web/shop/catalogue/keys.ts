import type { SearchTerms } from '../search/terms.js';

export const homeKey = (storeId: string, language: string) => ['home', storeId, language] as const;
export const categoriesKey = (storeId: string) => ['categories', storeId] as const;
export const neighboursKey = (storeId: string, category: string, after: string) =>
  ['products', storeId, category, after] as const;
export const productKey = (storeId: string, slug: string) => ['product', storeId, slug] as const;
export const reviewsKey = (slug: string) => ['reviews', slug] as const;
export const stocksKey = (slug: string) => ['product-stores', slug] as const;
/** Below the sections of a home page there are fewer products. */
export const searchKey = (storeId: string, terms: SearchTerms, hasSections: boolean) =>
  ['search', storeId, terms, hasSections] as const;
