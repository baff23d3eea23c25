import type { FastifyRequest } from 'fastify';
import { atomically } from '../../../platform/database/tx.js';
import { visitor } from '../../../platform/http/access.js';
import { notFound } from '../../../platform/http/failure.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { appliesToChain, maySee, office, staff, staffOf } from '../../access/index.js';
import { listedStore } from '../../stores/index.js';
import { readPriced, sendPriced } from '../catalogue/read-priced.js';
import { OTHER_CACHES_SECONDS } from '../catalogue/rules.js';
import { openStore } from '../sessions/open-store.js';
import { readHome } from './read-home.js';
import { readOwnTheme, readShopTheme } from './read-theme.js';
import { saveTheme } from './save-theme.js';
import {
  HomeAnswer,
  HomeQuery,
  ShopThemeAnswer,
  ShopThemeQuery,
  ThemeAnswer,
  ThemeBody,
  ThemeParams,
} from './schemas.js';

const path = '/shop-themes/:store/';
const tags = ['Shop themes'];
/** Codes of stores have no small letters. */
const CHAIN = 'chain';

/** Name, logo, colours, font and home page of the shop, of a store or of the chain. */
export function themeDeskRoutes(app: App, platform: Platform): void {
  const { db } = platform;

  /** The id of the store; null for the chain. */
  const targetOf = async (request: FastifyRequest, ref: string): Promise<string | null> => {
    if (ref === CHAIN) return null;
    const store = await listedStore(platform, ref);
    if (store === undefined || !maySee(staffOf(request), store.id)) throw notFound('Store');
    return store.id;
  };

  app.get(
    path,
    {
      config: { access: staff('store.read') },
      schema: {
        tags,
        summary: 'Look and home page of the shop',
        description: 'For a store, or for the chain (`chain`). Null: the setting of the chain.',
        params: ThemeParams,
        response: { 200: ThemeAnswer },
      },
    },
    async request => readOwnTheme(db, await targetOf(request, request.params.store)),
  );

  app.put(
    path,
    {
      config: { access: office('store.settings') },
      schema: {
        tags,
        summary: 'Replace the look and the home page of the shop',
        description: 'The theme of the chain needs every store.',
        params: ThemeParams,
        body: ThemeBody,
        response: { 200: ThemeAnswer },
      },
    },
    async request => {
      const storeId = await targetOf(request, request.params.store);
      if (storeId === null && staffOf(request).stores !== 'all') throw appliesToChain();
      return atomically(db, async tx => {
        await saveTheme(tx, { storeId }, request.body);
        return readOwnTheme(tx, storeId);
      });
    },
  );
}

export function themeShopRoutes(app: App, platform: Platform): void {
  const open = { config: { access: visitor } };
  app.get(
    '/web-commerce/theme/',
    {
      ...open,
      schema: {
        tags: ['Web shop: catalogue'],
        summary: 'Name, logo and styles of the shop of a store',
        querystring: ShopThemeQuery,
        response: { 200: ShopThemeAnswer },
      },
    },
    async (request, reply) => {
      const store = await openStore(platform, request.query.store_id);
      reply.header('cache-control', `public, max-age=${OTHER_CACHES_SECONDS}`);
      return readShopTheme(platform, store.id);
    },
  );

  app.get(
    '/web-commerce/home/',
    {
      ...open,
      schema: {
        tags: ['Web shop: catalogue'],
        summary: 'Hero and sections of the home page of a store',
        querystring: HomeQuery,
        response: { 200: HomeAnswer },
      },
    },
    async (request, reply) => {
      const store = await openStore(platform, request.query.store_id);
      const listed = await listedStore(platform, store.id);
      const language = request.query.language ?? listed?.language ?? 'en';
      const key = `shop:home:${store.id}:${language}`;
      const json = await readPriced(platform, key, async () =>
        JSON.stringify(await readHome(platform, store, language)),
      );
      sendPriced(reply, json);
      return reply;
    },
  );
}
