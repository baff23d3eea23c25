import { notFound } from '../../../platform/http/failure.js';
import { formatMoney, type Minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { productsByIds, variantsBySkus } from '../../catalog/index.js';
import {
  isMiss,
  recordMiss,
  type ShopSearch,
  type ShownProduct,
  searchProducts,
  showProducts,
} from '../../storefront/index.js';
import { type SellingStore, storeForSelling } from '../../stores/index.js';
import type { Agent } from '../repository.js';
import { type Goods, goodsOf } from './goods.js';

/** The store of a program, whose prices, stock and currency all its answers have. */
export async function storeOf(platform: Platform, agent: Agent): Promise<SellingStore> {
  const store = await storeForSelling(platform, agent.store_id);
  if (!store?.isActive) throw notFound('Store');
  return store;
}

export type GoodsSearch = {
  words?: string;
  /** Slugs; the goods of any of them. */
  categories?: readonly string[];
  minMinor?: Minor;
  maxMinor?: Minor;
  cursor?: string;
  limit: number;
};

export type GoodsPage = {
  goods: Goods[];
  total: number;
  next: string | undefined;
  /** The words that were searched for instead of misspelt ones. */
  corrected: string | null;
};

/** The search of the shop; what it does not find is listed at the desk. */
export async function searchGoods(
  platform: Platform,
  store: SellingStore,
  { words, categories, minMinor, maxMinor, cursor, limit }: GoodsSearch,
): Promise<GoodsPage> {
  const search: ShopSearch = {
    store,
    sort: 'relevance',
    limit,
    ...(words !== undefined && { q: words }),
    ...(categories !== undefined && { categories }),
    ...(minMinor !== undefined && { price_min: formatMoney(minMinor, store.currency) }),
    ...(maxMinor !== undefined && { price_max: formatMoney(maxMinor, store.currency) }),
    ...(cursor !== undefined && { cursor }),
  };
  const { json, total, next } = await searchProducts(platform, search);
  if (words !== undefined && isMiss(search, total)) await recordMiss(platform, words, store.id);
  const page = JSON.parse(json) as { products: ShownProduct[]; corrected_to: string | null };
  const goods = await goodsOf(platform, store, page.products);
  return { goods, total, next, corrected: page.corrected_to };
}

/** A product with the ids that led to it; `sku` is set if the id is that of an article. */
export type FoundGoods = { goods: Goods; by: { id: string; sku: string | undefined }[] };

const NUMBER = /^[1-9]\d{0,8}$/;

/** Products by number and articles by SKU; ids of goods that the store does not sell find nothing. */
export async function findGoods(
  platform: Platform,
  store: SellingStore,
  ids: readonly string[],
): Promise<FoundGoods[]> {
  const { db } = platform;
  const wanted = [...new Set(ids)];
  const ways = new Map<number, FoundGoods['by']>();
  const lead = (productId: number, way: FoundGoods['by'][number]): void => {
    ways.set(productId, [...(ways.get(productId) ?? []), way]);
  };
  for (const { sku, productId } of await variantsBySkus(db, wanted)) {
    lead(productId, { id: sku, sku });
  }
  for (const id of wanted.filter(text => NUMBER.test(text))) {
    lead(Number(id), { id, sku: undefined });
  }
  const products = await productsByIds(db, [...ways.keys()]);
  const shown = await showProducts(platform, products, store);
  const visible = shown.filter(product => product !== undefined);
  const goods = await goodsOf(platform, store, visible, products);
  return goods.flatMap(one => {
    const by = (ways.get(Number(one.id)) ?? []).filter(
      ({ sku }) => sku === undefined || one.articles.some(article => article.sku === sku),
    );
    return by.length === 0 ? [] : [{ goods: one, by }];
  });
}
