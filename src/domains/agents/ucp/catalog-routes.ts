import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { agentOf } from '../authenticate-agent.js';
import { routeUnder } from '../checkout/session-routes.js';
import { CatalogAnswer, LookupBody, ProductBody, SearchBody } from './catalog-schemas.js';
import { spokenOf } from './negotiate.js';
import { lookUpCatalog, readCatalogProduct, searchCatalog } from './read-catalog.js';
import { ErrorAnswer, TAG } from './schemas.js';

const response = { 200: CatalogAnswer, '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const route = routeUnder(TAG);

const askingOf = (request: FastifyRequest) => ({
  agent: agentOf(request),
  version: spokenOf(request).version,
});

/** The catalogue: prices, stock and currency of the store of the program. */
export function catalogRoutes(app: App, platform: Platform): void {
  app.post(
    '/ucp/v1/catalog/search/',
    route('Search the products of the store by words and filters', { body: SearchBody, response }),
    request => searchCatalog(platform, askingOf(request), request.body),
  );
  app.post(
    '/ucp/v1/catalog/lookup/',
    route('Products by number and articles by SKU', { body: LookupBody, response }),
    request => lookUpCatalog(platform, askingOf(request), request.body),
  );
  app.post(
    '/ucp/v1/catalog/product/',
    route('A product with its articles, narrowed by options', { body: ProductBody, response }),
    request => readCatalogProduct(platform, askingOf(request), request.body),
  );
}
