import { Query } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf } from '../../access/index.js';
import { readChainDay } from './read-chain-day.js';
import { readStoreDay } from './read-store-day.js';
import { ChainDayAnswer, StoreDayAnswer, StoreDayQuery } from './schemas.js';

export function storeDayRoutes(app: App, platform: Platform): void {
  app.get(
    '/analytics/store-day/',
    {
      config: { access: staff('store.read') },
      schema: {
        tags: ['Analytics'],
        summary: "One day of a store by the store's own clock: gross, refunds and net",
        querystring: StoreDayQuery,
        response: { 200: StoreDayAnswer },
      },
    },
    request => readStoreDay(platform, staffOf(request), request.query),
  );

  app.get(
    '/analytics/chain-day/',
    {
      config: { access: staff('store.read') },
      schema: {
        tags: ['Analytics'],
        summary: 'Today of each store you may see, by its own clock',
        querystring: Query({}),
        response: { 200: ChainDayAnswer },
      },
    },
    request => readChainDay(platform, staffOf(request)),
  );
}
