import { Readable } from 'node:stream';
import { MINUTE_MS } from '../../../platform/clock.js';
import { Failure, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { type Product, productsByIds } from '../../catalog/index.js';
import { allStores, listedStore, type SellingStore, storeForSelling } from '../../stores/index.js';
import { showProducts } from '../catalogue/show-products.js';
import { type CategoryInTree, categoriesAbove } from '../search/repository.js';
import { chooseStore } from './arrival-rules.js';
import { FEED_END, type FeedShop, feedHead, feedItems } from './feed-rules.js';
import { brandNames, idsOnSaleAfter } from './repository.js';

const BATCH = 500;
/** Each feed reads the whole catalogue, so a node writes few at the same time. */
const MOST_AT_ONCE = 2;
const RETRY_SECONDS = 60;
/** A reader that takes longer is cut off. */
const LONGEST_MS = 15 * MINUTE_MS;

export type OpenFeed = (storeRef: string | undefined) => Promise<Readable>;

/**
 * Articles on sale in a store for Google Merchant, as XML. It is written while it is read: a batch
 * of products at a time, over the connections of reports.
 */
export function createFeed(platform: Platform): OpenFeed {
  let open = 0;
  return async storeRef => {
    const store = await storeOfFeed(platform, storeRef);
    if (open >= MOST_AT_ONCE) {
      throw new Failure('unavailable', 'FEED_BUSY', 'Other programs are reading the feed.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    open += 1;
    const feed = Readable.from(write({ ...platform, db: platform.replica }, store), {
      objectMode: false,
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    feed.once('close', () => {
      open -= 1;
    });
    return feed;
  };
}

type FeedStore = FeedShop & { selling: SellingStore };

async function storeOfFeed(platform: Platform, ref: string | undefined): Promise<FeedStore> {
  const { publicUrl, baseCurrency } = platform.config;
  const active = (await allStores(platform)).filter(store => store.is_active);
  const found =
    ref === undefined
      ? chooseStore(active, { tags: [] }, baseCurrency)
      : await listedStore(platform, ref);
  const selling = found?.is_active ? await storeForSelling(platform, found.id) : undefined;
  if (found === undefined || selling === undefined) throw notFound('Store');
  return { publicUrl, storeCode: found.code, storeName: found.name, selling };
}

async function* write(platform: Platform, store: FeedStore): AsyncGenerator<string> {
  yield feedHead(store);
  let after = 0;
  for (;;) {
    const ids = await idsOnSaleAfter(platform.db, after, BATCH);
    if (ids.length === 0) break;
    yield await itemsOf(platform, store, await productsByIds(platform.db, ids));
    after = ids.at(-1) ?? after;
  }
  yield FEED_END;
}

async function itemsOf(
  platform: Platform,
  store: FeedStore,
  products: readonly Product[],
): Promise<string> {
  const idsOf = (column: 'brand_id' | 'category_id') => [
    ...new Set(products.flatMap(product => product[column] ?? [])),
  ];
  const [shown, brands, categories] = await Promise.all([
    showProducts(platform, products, store.selling),
    brandNames(platform.db, idsOf('brand_id')),
    categoriesAbove(platform.db, idsOf('category_id')),
  ]);
  const byId = new Map(categories.map(category => [category.id, category]));
  return products
    .map((product, index) => {
      const visible = shown[index];
      if (visible === undefined) return '';
      const barcodes = product.variants.flatMap(({ id, barcode }) =>
        barcode === null ? [] : [[id, barcode] as const],
      );
      return feedItems(store, visible, {
        brand: brands.get(product.brand_id ?? ''),
        categories: namesFromTop(byId, product.category_id),
        barcodes: new Map(barcodes),
        contents: new Map(product.variants.flatMap(contentOf)),
      });
    })
    .join('');
}

const contentOf = ({
  id,
  content_amount: amount,
  content_unit: unit,
}: Product['variants'][number]) =>
  amount === null || unit === null ? [] : [[id, { amount, unit }] as const];

/** Ends even if a category stands above itself. */
function namesFromTop(byId: ReadonlyMap<string, CategoryInTree>, id: string | null): string[] {
  const passed = new Set<CategoryInTree>();
  let next = byId.get(id ?? '');
  while (next !== undefined && !passed.has(next)) {
    passed.add(next);
    next = byId.get(next.parent_id ?? '');
  }
  return [...passed].reverse().map(({ name }) => name);
}
