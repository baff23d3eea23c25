import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { productByRef } from '../../catalog/index.js';
import { firstReviews } from '../../reviews/index.js';
import type { SellingStore } from '../../stores/index.js';
import { productsAfter } from '../catalogue/products-after.js';
import type { ShopProduct } from '../catalogue/schemas.js';
import { type ShopCategory, shopCategories } from '../catalogue/shop-categories.js';
import { showProducts } from '../catalogue/show-products.js';
import { stockByStore } from '../catalogue/stock-by-store.js';
import { SORTS, type Sort } from '../search/facets.js';
import { isMiss, recordMiss } from '../search/record-miss.js';
import { findProducts, type ShopSearch } from '../search/search-products.js';
import { brandNames, slugAfter } from './repository.js';
import type { SearchTerms } from './search-terms.js';

type Shown = Static<typeof ShopProduct>;
type Found = Awaited<ReturnType<typeof findProducts>>;

/** The same numbers as in the pages of the shop, which would otherwise load the data again. */
const PAGE = 24;
/** Below the sections of a home page, which show products already. */
const PAGE_OF_HOME = 12;
const NEIGHBOURS = 12;
const REVIEWS = 10;
/** With more stores than this the browser loads their stock. */
const MOST_STOCKS = 20;

export type CataloguePage = { categories: ShopCategory[]; search: Found };

/**
 * Read afresh: pages are cached as a whole and dropped when a price changes. A search that found
 * nothing is counted when its page is made; `maySearch` limits how often that is.
 */
export async function loadCatalogue(
  platform: Platform,
  terms: SearchTerms,
  store: SellingStore,
  hasSections = false,
): Promise<CataloguePage> {
  const search = { ...searchOf(terms, store), limit: hasSections ? PAGE_OF_HOME : PAGE };
  const [categories, found] = await Promise.all([
    shopCategories(platform, store),
    findProducts(platform, search),
  ]);
  if (search.q !== undefined && isMiss(search, found.total)) {
    await recordMiss(platform, search.q, store.id);
  }
  return { categories, search: found };
}

function searchOf(terms: SearchTerms, store: SellingStore): Omit<ShopSearch, 'limit'> {
  const { sort, in_stock, q, ...rest } = terms;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return {
    ...given,
    ...(in_stock !== '' && { in_stock: true }),
    store,
    q: q.trim() || undefined,
    sort: SORTS.find((one): one is Sort => one === sort) ?? 'relevance',
  };
}

export type ProductPage =
  | {
      kind: 'found';
      product: Shown;
      neighbours: Shown[];
      brand: string | undefined;
      /** By the ids of variants. */
      barcodes: ReadonlyMap<string, string>;
      /** What each store has; digital goods have none. */
      stocks: object[] | undefined;
      reviews: Awaited<ReturnType<typeof firstReviews>> | undefined;
    }
  | { kind: 'moved'; slug: string };

/** Undefined if there is no such product on sale; visitors do not learn the slugs of drafts. */
export async function loadProduct(
  platform: Platform,
  slug: string,
  store: SellingStore | undefined,
): Promise<ProductPage | undefined> {
  // PostgreSQL refuses a NUL, so no slug has one.
  if (slug.includes('\0')) return undefined;
  const found = await productByRef(platform.db, slug);
  if (found === undefined) {
    const moved = await slugAfter(platform.db, slug);
    return moved === undefined ? undefined : { kind: 'moved', slug: moved };
  }
  const [product] = await showProducts(platform, [found], store);
  if (product === undefined) return undefined;
  if (found.slug !== slug) return { kind: 'moved', slug: found.slug };
  const category = product.category?.slug;
  const [neighbours, brands, stocks, reviews] = await Promise.all([
    category === undefined
      ? []
      : productsAfter(platform, { store, category, limit: NEIGHBOURS }, found),
    brandNames(platform.db, found.brand_id === null ? [] : [found.brand_id]),
    product.is_digital ? undefined : stocksOf(platform, slug),
    product.rating === null ? undefined : firstReviews(platform.db, product.id, REVIEWS),
  ]);
  const barcodes = new Map(found.variants.map(({ id, barcode }) => [id, barcode ?? '']));
  const brand = brands.get(found.brand_id ?? '');
  return { kind: 'found', product, neighbours, brand, barcodes, stocks, reviews };
}

async function stocksOf(platform: Platform, slug: string): Promise<object[] | undefined> {
  const stocks = JSON.parse(await stockByStore(platform, slug)) as object[];
  return stocks.length <= MOST_STOCKS ? stocks : undefined;
}
