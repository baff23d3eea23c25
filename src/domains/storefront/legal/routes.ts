import type { FastifyRequest } from 'fastify';
import { visitor } from '../../../platform/http/access.js';
import { notFound } from '../../../platform/http/failure.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, office, staff, staffOf } from '../../access/index.js';
import { type ListedStore, listedStore } from '../../stores/index.js';
import { CACHE_SECONDS } from '../catalogue/rules.js';
import { unknownStore } from '../sessions/open-store.js';
import { readLegalText, readLegalTexts } from './read-legal-texts.js';
import { saveLegalTexts } from './save-legal-texts.js';
import {
  LegalParams,
  LegalTextsAnswer,
  LegalTextsBody,
  ShopLegalAnswer,
  ShopLegalParams,
  ShopLegalQuery,
} from './schemas.js';

const path = '/legal-texts/:store/';
const tags = ['Legal texts'];

/** Imprint, terms, privacy and returns policy of a store, for its managers. */
export function legalDeskRoutes(app: App, platform: Platform): void {
  const visible = async (request: FastifyRequest, ref: string): Promise<ListedStore> => {
    const store = await listedStore(platform, ref);
    if (store === undefined || !maySee(staffOf(request), store.id)) throw notFound('Store');
    return store;
  };
  const present = async (store: ListedStore) => ({
    store: store.id,
    texts: await readLegalTexts(platform, store),
  });

  app.get(
    path,
    {
      config: { access: staff('store.read') },
      schema: {
        tags,
        summary: 'Imprint, terms, privacy and returns policy of a store',
        params: LegalParams,
        response: { 200: LegalTextsAnswer },
      },
    },
    async request => present(await visible(request, request.params.store)),
  );

  app.put(
    path,
    {
      config: { access: office('store.settings') },
      schema: {
        tags,
        summary: 'Replace the legal texts of a store',
        params: LegalParams,
        body: LegalTextsBody,
        response: { 200: LegalTextsAnswer },
      },
    },
    async request => {
      const store = await visible(request, request.params.store);
      await saveLegalTexts(platform, store, request.body.texts);
      return present(store);
    },
  );
}

export function legalShopRoutes(app: App, platform: Platform): void {
  app.get(
    '/web-commerce/legal/:kind/',
    {
      config: { access: visitor },
      schema: {
        tags: ['Web shop: catalogue'],
        summary: 'A legal text of a store, in its own language unless another is asked for',
        params: ShopLegalParams,
        querystring: ShopLegalQuery,
        response: { 200: ShopLegalAnswer },
      },
    },
    async (request, reply) => {
      const store = await listedStore(platform, request.query.store_id);
      if (!store?.is_active) throw unknownStore();
      reply.header('cache-control', `public, max-age=${CACHE_SECONDS}`);
      const language = request.query.language ?? store.language;
      return readLegalText(platform, store, request.params.kind, language);
    },
  );
}
