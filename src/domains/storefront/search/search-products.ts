import { createHash } from 'node:crypto';
import type { Reader } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { formatMoney, parseMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import type { SellingStore } from '../../stores/index.js';
import { readPriced } from '../catalogue/read-priced.js';
import type { Filters, Sort } from './facets.js';
import { collectionSlots, matchesOf } from './match-sets.js';
import { goodsAt } from './memory/goods-at.js';
import { cursorAt, orderOf, readCursor } from './order.js';
import { parseSearch, showSlots } from './parse-search.js';
import { presentFacets } from './present-facets.js';
import { brandBySlug, categoryTree, collectionBySlug } from './repository.js';
import { selectProducts } from './select-products.js';

export type ShopSearch = {
  store?: SellingStore;
  q?: string;
  category?: string;
  /** Products of any of these categories; instead of `category`. */
  categories?: readonly string[];
  brand?: string;
  collection?: string;
  size?: string;
  colour?: string;
  price_min?: string;
  price_max?: string;
  in_stock?: boolean;
  sort: Sort;
  cursor?: string;
  limit: number;
};

const NO_RECORD = '00000000-0000-0000-0000-000000000000';

/** The serialized answer, how many products it found, and the cursor of the next page. */
export type SearchPage = { json: string; total: number; next: string | undefined };

/** Finds products by words and filters. The text is cached like the other pages of the shop. */
export async function searchProducts(platform: Platform, search: ShopSearch): Promise<SearchPage> {
  const filters = priceFilters(platform, search);
  const cursor = readCursor(search.cursor);
  const { store, ...rest } = search;
  const key = createHash('sha256')
    .update(JSON.stringify([store?.id, Object.entries(rest).sort()]))
    .digest('base64url');
  const text = await readPriced(platform, `shop:search:${key}`, async () => {
    const page = await load(platform, search, filters, cursor);
    return `${page.total} ${page.next ?? ''}\n${JSON.stringify(page)}`;
  });
  const end = text.indexOf('\n');
  const [total, next] = text.slice(0, end).split(' ');
  return { json: text.slice(end + 1), total: Number(total), next: next || undefined };
}

/** A page of matches, read afresh. */
export const findProducts = (platform: Platform, search: ShopSearch) =>
  load(platform, search, priceFilters(platform, search), readCursor(search.cursor));

async function load(
  platform: Platform,
  search: ShopSearch,
  prices: Pick<Filters, 'priceMin' | 'priceMax'>,
  cursor: ReturnType<typeof readCursor>,
) {
  const { db, config } = platform;
  const { store, limit, sort } = search;
  const [goods, meant, { filters, collection }] = await Promise.all([
    goodsAt(platform, store),
    search.q === undefined ? undefined : parseSearch(platform, search.q),
    readFilters(platform, search, prices),
  ]);
  const [matches, members] = await Promise.all([
    meant && matchesOf(db, goods, meant),
    search.collection && collectionSlots(db, goods, collection?.id ?? NO_RECORD),
  ]);
  const order = orderOf(goods, sort, matches);
  const found = selectProducts(goods, {
    matches: matches?.slots,
    members: members || undefined,
    filters,
    order,
    cursor,
    limit,
  });
  const { slots, total, hasBefore, hasAfter } = found;
  const currency = store?.currency ?? config.baseCurrency;
  const cursorOf = (slot: number | undefined, isBack: boolean): string | null =>
    slot === undefined ? null : cursorAt(goods, order, slot, isBack);
  // Before anything else is read: a slot may then belong to another product.
  const next = hasAfter ? cursorOf(slots.at(-1), false) : null;
  const previous = hasBefore ? cursorOf(slots[0], true) : null;
  const [products, facets] = await Promise.all([
    showSlots(platform, goods, slots, store),
    presentFacets(db, found.facets, amount => formatMoney(amount, currency)),
  ]);
  return {
    products,
    facets: { ...facets, is_partial: false },
    total,
    corrected_to: meant?.corrected ?? null,
    collection: collection === undefined ? null : { slug: collection.slug, name: collection.name },
    currency,
    next,
    previous,
  };
}

/** The filters with ids in place of slugs, and the collection if there is one. */
async function readFilters(
  { db }: Platform,
  search: ShopSearch,
  prices: Pick<Filters, 'priceMin' | 'priceMax'>,
) {
  const { brand, collection, size, colour, in_stock } = search;
  const [categories, brandId, found] = await Promise.all([
    categoryTrees(db, search),
    brand === undefined ? undefined : brandBySlug(db, brand),
    collection === undefined ? undefined : collectionBySlug(db, collection),
  ]);
  const filters: Filters = {
    ...prices,
    ...(categories && { categories: new Set(categories) }),
    // An unknown brand has no products, as an unknown category has none.
    ...(brandId !== undefined && { brand: brandId ?? NO_RECORD }),
    size,
    colour,
    inStock: in_stock,
  };
  return { filters, collection: found };
}

/** Categories with all below them; undefined without a filter. */
async function categoryTrees(
  reader: Reader,
  { category, categories = category === undefined ? undefined : [category] }: ShopSearch,
): Promise<string[] | undefined> {
  if (categories === undefined) return undefined;
  return (await Promise.all(categories.map(slug => categoryTree(reader, slug)))).flat();
}

/** The best matches of what a shopper is typing, without facets. */
export async function bestProducts(
  platform: Platform,
  { q, store, limit }: { q: string; store: SellingStore | undefined; limit: number },
) {
  const [goods, meant] = await Promise.all([goodsAt(platform, store), parseSearch(platform, q)]);
  const matches = await matchesOf(platform.db, goods, meant);
  const { slots } = selectProducts(goods, {
    matches: matches.slots,
    members: undefined,
    filters: {},
    order: orderOf(goods, 'relevance', matches),
    cursor: undefined,
    limit,
  });
  return {
    products: await showSlots(platform, goods, slots, store),
    corrected_to: meant.corrected,
  };
}

function priceFilters(
  { config }: Platform,
  { store, price_min: low, price_max: high }: ShopSearch,
): Pick<Filters, 'priceMin' | 'priceMax'> {
  const currency = store?.currency ?? config.baseCurrency;
  const parsed = (field: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    const amount = parseMoney(text, currency);
    if (amount === undefined) throw invalidField(field, 'This is not an amount.');
    return amount;
  };
  const priceMin = parsed('price_min', low);
  const priceMax = parsed('price_max', high);
  if (priceMin !== undefined && priceMax !== undefined && priceMin > priceMax) {
    throw invalidField('price_max', 'The highest price is below the lowest.');
  }
  return { priceMin, priceMax };
}
