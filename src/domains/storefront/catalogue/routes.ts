import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitor } from '../../../platform/http/access.js';
import { DEFAULT_LIMIT } from '../../../platform/http/paginate.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import type { SellingStore } from '../../stores/index.js';
import { openStore } from '../sessions/open-store.js';
import { listShopCategories } from './list-shop-categories.js';
import { listShopProducts } from './list-shop-products.js';
import { listShopStores } from './list-shop-stores.js';
import { sendPriced } from './read-priced.js';
import { readShopProduct } from './read-shop-product.js';
import { CACHE_SECONDS } from './rules.js';
import {
  CategoriesQuery,
  ProductParams,
  ProductQuery,
  ProductsQuery,
  ShopCategory,
  ShopProduct,
  ShopStore,
  StockByStore,
  StoresQuery,
} from './schemas.js';
import { stockByStore } from './stock-by-store.js';

const tags = ['Web shop: catalogue'];
const open = { config: { access: visitor } };

export function catalogueRoutes(app: App, platform: Platform): void {
  productRoutes(app, platform);
  storesRoute(app, platform);

  app.get(
    '/web-commerce/stores/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Active stores, by name',
        querystring: StoresQuery,
        response: { 200: Type.Array(ShopStore) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`);
      return listShopStores(platform);
    },
  );

  app.get(
    '/web-commerce/categories/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Categories with products on sale, in menu order',
        querystring: CategoriesQuery,
        response: { 200: Type.Array(ShopCategory) },
      },
    },
    async (request, reply) => {
      const store = await storeOf(platform, request.query.store_id);
      sendJson(reply, await listShopCategories(platform, store));
      return reply;
    },
  );
}

function productRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/products/',
    {
      ...open,
      schema: {
        tags,
        summary: 'Products on sale, by name',
        querystring: ProductsQuery,
        response: { 200: Type.Array(ShopProduct) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, q, category, after } = request.query;
      const { json, next } = await listShopProducts(platform, {
        store: await storeOf(platform, request.query.store_id),
        q: q?.trim() || undefined,
        category: category || undefined,
        cursor,
        after: after || undefined,
        limit,
      });
      if (next !== null) linkNext(request, reply, next);
      sendPriced(reply, json);
      return reply;
    },
  );

  app.get(
    '/web-commerce/products/:slug/',
    {
      ...open,
      schema: {
        tags,
        summary: 'One product',
        params: ProductParams,
        querystring: ProductQuery,
        response: { 200: ShopProduct },
      },
    },
    async (request, reply) => {
      const store = await storeOf(platform, request.query.store_id);
      sendPriced(reply, await readShopProduct(platform, request.params.slug, store));
      return reply;
    },
  );
}

function storesRoute(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/products/:slug/stores/',
    {
      ...open,
      schema: {
        tags,
        summary: 'What each store has of a product, and when it can be picked up there',
        params: ProductParams,
        querystring: StoresQuery,
        response: { 200: Type.Array(StockByStore) },
      },
    },
    async (request, reply) => {
      sendJson(reply, await stockByStore(platform, request.params.slug));
      return reply;
    },
  );
}

/** An empty parameter counts as absent. */
const storeOf = async (
  platform: Platform,
  storeId: string | undefined,
): Promise<SellingStore | undefined> => (storeId ? openStore(platform, storeId) : undefined);

function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const next = new URL(request.url, 'http://host');
  next.searchParams.set('cursor', cursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}

function sendJson(reply: FastifyReply, json: string): void {
  reply
    .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
    .type('application/json; charset=utf-8')
    .send(json);
}
