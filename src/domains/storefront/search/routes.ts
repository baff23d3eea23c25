import { visitor } from '../../../platform/http/access.js';
import { linkNext } from '../../../platform/http/paginate.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import type { SellingStore } from '../../stores/index.js';
import { sendPriced } from '../catalogue/read-priced.js';
import { openStore } from '../sessions/open-store.js';
import { isMiss, recordMiss } from './record-miss.js';
import { SearchAnswer, SearchQuery, SuggestAnswer, SuggestQuery } from './schemas.js';
import { type ShopSearch, searchProducts } from './search-products.js';
import { suggest } from './suggest.js';

const tags = ['Web shop: search'];
const open = { config: { access: visitor } };
const PAGE = 24;

export function searchRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/search/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Find products by words, with facets and their counts',
        querystring: SearchQuery,
        response: { 200: SearchAnswer },
      },
    },
    async (request, reply) => {
      const { store_id, q, cursor, in_stock, sort = 'relevance', limit = PAGE } = request.query;
      const { category, brand, collection, size, colour, price_min, price_max } = request.query;
      const store = await storeOf(platform, store_id);
      const words = q?.trim() || undefined;
      const filters = given({
        category,
        brand,
        collection,
        size,
        colour,
        price_min,
        price_max,
      });
      const search: ShopSearch = {
        ...filters,
        ...(in_stock && { in_stock }),
        store,
        q: words,
        sort,
        cursor,
        limit,
      };
      const found = await searchProducts(platform, search);
      if (words !== undefined && isMiss(search, found.total)) {
        await recordMiss(platform, words, store?.id ?? null);
      }
      if (found.next !== undefined) linkNext(request, reply, found.next);
      sendPriced(reply, found.json);
      return reply;
    },
  );

  app.get(
    '/web-commerce/suggest/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Products, categories and brands for what a shopper is typing',
        querystring: SuggestQuery,
        response: { 200: SuggestAnswer },
      },
    },
    async (request, reply) => {
      const store = await storeOf(platform, request.query.store_id);
      sendPriced(reply, await suggest(platform, request.query.q.trim(), store));
      return reply;
    },
  );
}

/** An empty parameter counts as absent. */
const storeOf = async (
  platform: Platform,
  storeId: string | undefined,
): Promise<SellingStore | undefined> => (storeId ? openStore(platform, storeId) : undefined);

const given = <T extends Record<string, string | undefined>>(filters: T): Partial<T> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Partial<T>;
