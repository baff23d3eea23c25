import { createHash } from 'node:crypto';
import { atomically } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { decodeCursor, encodeCursor } from '../../../platform/http/paginate.js';
import { formatMoney, parseMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { productsByIds } from '../../catalog/index.js';
import type { SellingStore } from '../../stores/index.js';
import { readPriced } from '../catalogue/read-priced.js';
import { type KnownTerms, showProducts } from '../catalogue/show-products.js';
import { allWords, placesOf, queryOf } from './build-query.js';
import { type Filters, type Match, passing, type Sort, sorted } from './facets.js';
import { loadMatches } from './load-matches.js';
import { presentFacets } from './present-facets.js';
import {
  brandBySlug,
  type Candidate,
  categoryTree,
  collectionBySlug,
  countMatches,
  countWords,
  firstByName,
  firstMatches,
  rankedMatches,
  readSearch,
  readTerms,
  type Scope,
} from './repository.js';

export type ShopSearch = {
  store?: SellingStore;
  q?: string;
  category?: string;
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

/** No search lists more results than this. */
export const MAX_MATCHES = 1_000;

/** More matches are not counted: reading 100,000 takes longer than the rest of a search. */
export const MAX_COUNTED = 10_000;

/** If more than `MAX_MATCHES` products match, the facets count only this many of the first. */
const FACET_SAMPLE = 150;

const NO_RECORD = '00000000-0000-0000-0000-000000000000';

/** The serialized answer, how many products it found, and the cursor of the next page. */
export type SearchPage = { json: string; total: number; next: string | undefined };

/** Finds products by words and filters. The text is cached like the other pages of the shop. */
export async function searchProducts(platform: Platform, search: ShopSearch): Promise<SearchPage> {
  const filters = priceFilters(platform, search);
  const offset = offsetOf(search.cursor);
  const { store, ...rest } = search;
  const key = createHash('sha256')
    .update(JSON.stringify([store?.id, Object.entries(rest).sort()]))
    .digest('base64url');
  const text = await readPriced(platform, `shop:search:${key}`, async () => {
    const page = await load(platform, search, filters, offset);
    return `${page.total} ${page.next ?? ''}\n${JSON.stringify(page)}`;
  });
  const end = text.indexOf('\n');
  const [total, next] = text.slice(0, end).split(' ');
  return { json: text.slice(end + 1), total: Number(total), next: next || undefined };
}

/** A page of matches, read afresh. */
export const findProducts = (platform: Platform, search: ShopSearch) =>
  load(platform, search, priceFilters(platform, search), offsetOf(search.cursor));

async function load(
  platform: Platform,
  search: ShopSearch,
  prices: Pick<Filters, 'priceMin' | 'priceMax'>,
  offset: number,
) {
  const { db, config } = platform;
  const { store, limit, sort } = search;
  const [meant, categories, brand, collection] = await Promise.all([
    search.q === undefined ? undefined : understand(platform, search.q),
    search.category === undefined ? undefined : categoryTree(db, search.category),
    search.brand === undefined ? undefined : brandBySlug(db, search.brand),
    search.collection === undefined ? undefined : collectionBySlug(db, search.collection),
  ]);
  const filters: Filters = {
    ...prices,
    ...(categories && { categories: new Set(categories) }),
    // An unknown brand has no products, as an unknown category has none.
    ...(brand !== undefined && { brand: brand ?? NO_RECORD }),
    size: search.size,
    colour: search.colour,
    inStock: search.in_stock,
  };
  const within = search.collection === undefined ? undefined : (collection?.id ?? NO_RECORD);
  const currency = store?.currency ?? config.baseCurrency;
  const needsPrices =
    isFilteredByVariants(filters) || isByPrice(sort) || currency !== config.baseCurrency;
  const most = needsPrices
    ? MAX_MATCHES
    : Math.max(FACET_SAMPLE, Math.min(offset + limit, MAX_MATCHES));
  const wanted = { query: meant?.query, within, sort, most };
  const found = await candidatesOf(platform, wanted, filters);
  const { page, matches, listed, total, terms } = await (found.isPartial && !needsPrices
    ? pageOfMany(platform, found, { store, offset, limit })
    : pageOfAll(platform, found, { store, offset, limit, filters, sort }));
  const [products, facets] = await Promise.all([
    showPage(platform, page, store, terms),
    presentFacets(db, matches, filters, amount => formatMoney(amount, currency)),
  ]);
  return {
    products,
    facets: { ...facets, is_partial: found.isPartial },
    total,
    corrected_to: meant?.corrected ?? null,
    collection: collection === undefined ? null : { slug: collection.slug, name: collection.name },
    currency,
    next: offset + limit < listed ? encodeCursor([offset + limit]) : null,
    previous: offset > 0 ? encodeCursor([Math.max(offset - limit, 0)]) : null,
  };
}

type Window = { store: SellingStore | undefined; offset: number; limit: number };

/** `matches` are those of the facets, `listed` is how many results can be paged through. */
type FoundPage = {
  page: Match[];
  matches: Match[];
  listed: number;
  total: number;
  /** Prices and stock of all that were read. */
  terms: KnownTerms;
};

const isFilteredByVariants = ({ priceMin, priceMax, size, colour, inStock }: Filters): boolean =>
  [priceMin, priceMax, size, colour].some(one => one !== undefined) || inStock === true;

const isByPrice = (sort: Sort): boolean => sort === 'price' || sort === '-price';

/** Reads prices and stock of all candidates, so that filters and order are exact. */
async function pageOfAll(
  platform: Platform,
  found: Found,
  { store, offset, limit, filters, sort }: Window & { filters: Filters; sort: Sort },
): Promise<FoundPage> {
  const { matches, terms } = await loadMatches(platform, found.candidates, store);
  const passed = sorted(passing(matches, filters), sort);
  return {
    terms,
    page: passed.slice(offset, offset + limit),
    matches,
    listed: passed.length,
    total: found.isPartial ? Math.max(found.total, passed.length) : passed.length,
  };
}

/**
 * In the order of the database; prices and stock are read for the page and the facets only. For
 * stores in the base currency, in which every product has a price.
 */
async function pageOfMany(
  platform: Platform,
  { candidates, total }: Found,
  { store, offset, limit }: Window,
): Promise<FoundPage> {
  const sample = candidates.slice(0, FACET_SAMPLE);
  const shown = candidates.slice(offset, offset + limit);
  const { matches: read, terms } = await loadMatches(
    platform,
    [...new Set([...sample, ...shown])],
    store,
  );
  const among = (some: readonly Candidate[]): Match[] => {
    const ids = new Set(some.map(({ id }) => id));
    return read.filter(({ id }) => ids.has(id));
  };
  const listed = Math.min(total, MAX_MATCHES);
  return { page: among(shown), matches: among(sample), listed, total, terms };
}

/** Candidates that are read first, per suggestion: some have no price at the store. */
const SPARE = 4;

/** The best matches of what a shopper is typing, without facets. */
export async function bestProducts(
  platform: Platform,
  { q, store, limit }: { q: string; store: SellingStore | undefined; limit: number },
) {
  const { query, corrected } = await understand(platform, q);
  const isInBase =
    (store?.currency ?? platform.config.baseCurrency) === platform.config.baseCurrency;
  const most = isInBase ? limit * SPARE : MAX_MATCHES;
  const { candidates } = await candidatesOf(
    platform,
    { query, within: undefined, sort: 'relevance', most },
    {},
  );
  const best = candidates.toSorted((a, b) => b.rank - a.rank || (a.name_key < b.name_key ? -1 : 1));
  const { matches } = await loadMatches(platform, best.slice(0, limit * SPARE), store);
  const rest = best.slice(limit * SPARE);
  if (matches.length < limit && rest.length > 0) {
    matches.push(...(await loadMatches(platform, rest, store)).matches);
  }
  const first = sorted(matches, 'relevance').slice(0, limit);
  return {
    products: await showPage(platform, first, store),
    corrected_to: corrected,
  };
}

/** A search without words, such as "!!!", finds nothing. */
async function understand(platform: Platform, q: string) {
  return atomically(platform.db, async tx => {
    const { text, synonyms } = await readSearch(tx, q);
    const places = placesOf(text, synonyms);
    if (places.length === 0) return { query: '', corrected: null };
    return queryOf(places, await readTerms(tx, allWords(places)));
  });
}

type Found = { candidates: Candidate[]; total: number; isPartial: boolean };

type Wanted = {
  query: string | undefined;
  /** The id of a collection. */
  within: string | undefined;
  sort: Sort;
  /** How many of the first are enough if not all can be read. */
  most: number;
};

/**
 * All matches of the words in the collection, so that each facet counts without its own filter. If
 * there are too many, category and brand limit them in the database.
 */
async function candidatesOf(
  { db }: Platform,
  { query, within, sort, most }: Wanted,
  filters: Filters,
): Promise<Found> {
  if (query === '') return { candidates: [], total: 0, isPartial: false };
  const all: Scope = { query: query ?? null, categories: null, brand: null, collection: within };
  const matches = await (query === undefined || within !== undefined
    ? countMatches(db, all, MAX_MATCHES + 1)
    : countWords(db, query, MAX_COUNTED));
  if (matches <= MAX_MATCHES) {
    const candidates =
      query === undefined
        ? await firstMatches(db, all, 'name', MAX_MATCHES)
        : await rankedMatches(db, query, within);
    return { candidates, total: candidates.length, isPartial: false };
  }
  const isNarrow = filters.categories || filters.brand !== undefined || within !== undefined;
  if (query !== undefined && !isNarrow) {
    // Reading products by name until enough match is less work than sorting all matches.
    const isByName = sort === 'relevance' || sort === 'name';
    const candidates =
      isByName && matches === MAX_COUNTED
        ? await firstByName(db, query, most)
        : await firstMatches(db, all, sort, most);
    return { candidates, total: matches, isPartial: true };
  }
  const scope = {
    ...all,
    categories: filters.categories === undefined ? null : [...filters.categories],
    brand: filters.brand ?? null,
  };
  const [candidates, total] = await Promise.all([
    firstMatches(db, scope, sort, most),
    countMatches(db, scope, MAX_COUNTED),
  ]);
  return { candidates, total, isPartial: true };
}

async function showPage(
  platform: Platform,
  page: readonly Match[],
  store: SellingStore | undefined,
  known?: KnownTerms,
) {
  const products = await productsByIds(
    platform.db,
    page.map(({ id }) => id),
  );
  const shown = await showProducts(platform, products, store, known);
  return shown.filter(product => product !== undefined);
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

function offsetOf(cursor: string | undefined): number {
  const [offset = 0] = decodeCursor(cursor, 1) ?? [];
  if (Number.isInteger(offset) && Number(offset) >= 0 && Number(offset) <= MAX_MATCHES) {
    return Number(offset);
  }
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}
