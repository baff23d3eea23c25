import { invalid, invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { SellingStore } from '../../stores/index.js';
import { fromIsoAmount } from '../amounts.js';
import type { Article } from '../catalogue/goods.js';
import { featuredOf, matching, narrowed, type Option } from '../catalogue/options.js';
import { type FoundGoods, findGoods, searchGoods, storeOf } from '../catalogue/read-goods.js';
import { policiesOf } from '../policies.js';
import type { Agent } from '../repository.js';
import {
  ageNotices,
  answered,
  featuredFirst,
  type Inputs,
  info,
  presentDetail,
  presentProduct,
  productNotFound,
  warning,
} from './catalog-present.js';
import {
  type CatalogFilters,
  type LookupInput,
  MOST_IDS,
  type ProductInput,
  type SearchInput,
} from './catalog-schemas.js';
import { CATALOG_LOOKUP, CATALOG_SEARCH, type UcpVersion } from './schemas.js';

const PAGE = 10;
const LARGEST_PAGE = 50;

/** The program that asks, and the version in which it is answered. */
type Asking = { agent: Agent; version: UcpVersion };

type Prices = { minMinor?: number; maxMinor?: number };
type Priced = { filters?: CatalogFilters; context?: { currency?: string } };

/** A price in another currency is not converted; the answer says that it was ignored. */
function pricesOf({ filters, context }: Priced, { currency }: SellingStore) {
  const { min, max } = filters?.price ?? {};
  const meant = context?.currency?.toUpperCase() || currency;
  const isAsked = min !== undefined || max !== undefined;
  if (!isAsked || meant !== currency) {
    const text = `Prices are in ${currency}; the price filter was ignored.`;
    const messages = isAsked ? [warning('price_filter_ignored', '$.filters.price', text)] : [];
    return { prices: {} as Prices, messages };
  }
  const prices: Prices = {
    ...(min !== undefined && { minMinor: fromIsoAmount(min, currency) }),
    ...(max !== undefined && { maxMinor: fromIsoAmount(max, currency) }),
  };
  return { prices, messages: [] };
}

const withinPrices =
  ({ minMinor = 0, maxMinor = Number.POSITIVE_INFINITY }: Prices) =>
  ({ priceMinor }: Article): boolean =>
    priceMinor >= minMinor && priceMinor <= maxMinor;

export async function searchCatalog(
  platform: Platform,
  { agent, version }: Asking,
  input: SearchInput,
) {
  const { query, filters, pagination } = input;
  const words = query?.trim() || undefined;
  const categories = filters?.categories;
  if (words === undefined && categories === undefined && filters?.price === undefined) {
    throw invalid('Send a query or a filter.');
  }
  const store = await storeOf(platform, agent);
  const { prices, messages } = pricesOf(input, store);
  const found = await searchGoods(platform, store, {
    ...prices,
    ...(words !== undefined && { words }),
    ...(categories !== undefined && { categories }),
    ...(pagination?.cursor && { cursor: pagination.cursor }),
    limit: Math.min(pagination?.limit ?? PAGE, LARGEST_PAGE),
  });
  return {
    ...answered(CATALOG_SEARCH, version),
    products: found.goods.map(goods =>
      presentProduct(goods, featuredFirst(goods.articles), version),
    ),
    pagination: {
      has_next_page: found.next !== undefined,
      ...(found.next !== undefined && { cursor: found.next }),
      total_count: found.total,
    },
    messages: [
      ...messages,
      ...(found.corrected === null ? [] : [info('query_corrected', found.corrected)]),
      ...ageNotices(found.goods, index => `$.products[${index}]`),
    ],
  };
}

export async function lookUpCatalog(
  platform: Platform,
  { agent, version }: Asking,
  input: LookupInput,
) {
  if (input.ids.length > MOST_IDS) {
    throw invalidField('ids', `Send at most ${MOST_IDS} ids.`, 'REQUEST_TOO_LARGE');
  }
  const store = await storeOf(platform, agent);
  const { prices, messages } = pricesOf(input, store);
  const found = await findGoods(platform, store, input.ids);
  const known = new Set(found.flatMap(({ by }) => by.map(({ id }) => id)));
  const listed = found
    .map(one => ({ goods: one.goods, inputs: inputsOf(one) }))
    .map(({ goods, inputs }) => ({
      goods,
      inputs,
      articles: goods.articles.filter(one => inputs.has(one.sku) && withinPrices(prices)(one)),
    }))
    .filter(({ articles }) => articles.length > 0);
  return {
    ...answered(CATALOG_LOOKUP, version),
    products: listed.map(({ goods, articles, inputs }) =>
      presentProduct(goods, articles, version, { inputs }),
    ),
    messages: [
      ...messages,
      ...[...new Set(input.ids)].filter(id => !known.has(id)).map(id => info('not_found', id)),
      ...ageNotices(
        listed.map(({ goods }) => goods),
        index => `$.products[${index}]`,
      ),
    ],
  };
}

/** An id of a product leads to its featured article. */
function inputsOf({ goods, by }: FoundGoods): Map<string, Inputs> {
  const inputs = new Map<string, Inputs>();
  for (const { id, sku } of by) {
    const target = sku ?? featuredOf(goods.articles)?.sku ?? '';
    const match = sku === undefined ? ('featured' as const) : ('exact' as const);
    inputs.set(target, [...(inputs.get(target) ?? []), { id, match }]);
  }
  return inputs;
}

export async function readCatalogProduct(
  platform: Platform,
  { agent, version }: Asking,
  input: ProductInput,
) {
  const { id, selected = [], preferences = [] } = input;
  if (new Set(selected.map(({ name }) => name)).size < selected.length) {
    throw invalidField('selected', 'Each option is named once.');
  }
  const store = await storeOf(platform, agent);
  const { prices, messages } = pricesOf(input, store);
  const found = await findGoods(platform, store, [id]);
  // An article wins over a product whose number is the same.
  const one = found.find(({ by }) => by.some(({ sku }) => sku !== undefined)) ?? found[0];
  const choice = one && chosen(one, selected, preferences);
  const listed = choice?.articles.filter(withinPrices(prices)) ?? [];
  if (one === undefined || choice === undefined || listed.length === 0) {
    return productNotFound(CATALOG_LOOKUP, id, version);
  }
  const seller = { name: store.name, policies: await policiesOf(platform, store.id) };
  return {
    ...answered(CATALOG_LOOKUP, version),
    product: presentDetail(one.goods, listed, choice.selected, seller, version),
    messages: [...messages, ...ageNotices([one.goods], () => '$.product')],
  };
}

/**
 * The effective selection, and the articles that match it, the featured one first. An id of an
 * article decides the whole selection.
 */
function chosen(
  { goods, by }: FoundGoods,
  selected: readonly Option[],
  preferences: readonly string[],
): { selected: readonly Option[]; articles: Article[] } {
  const { articles } = goods;
  const sku = by.find(way => way.sku !== undefined)?.sku;
  const named = articles.find(article => article.sku === sku);
  const kept = narrowed(articles, selected, preferences);
  const fitting = featuredFirst(matching(articles, kept));
  if (named === undefined && selected.length > 0) return { selected: kept, articles: fitting };
  const featured = named ?? featuredOf(articles);
  const options = featured?.options ?? [];
  const alike = matching(articles, options).filter(article => article !== featured);
  return { selected: options, articles: featured === undefined ? [] : [featured, ...alike] };
}
