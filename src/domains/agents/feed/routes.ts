import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { listedStore } from '../../stores/index.js';
import { ACP_VERSION, ErrorAnswer, TAG } from '../acp/schemas.js';
import { agentOf } from '../authenticate-agent.js';
import { storeOf } from '../catalogue/read-goods.js';
import { createGoodsLines } from '../catalogue/stream-goods.js';
import { routeUnder } from '../checkout/session-routes.js';
import { policiesOf } from '../policies.js';
import { feedCountry, feedProduct } from './present.js';

const errors = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const route = routeUnder(TAG);

const FeedAnswer = Type.Object(
  {
    id: Type.String(),
    target_country: Type.Optional(Type.String()),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false, title: 'FeedMetadata' },
);
const Lines = {
  content: {
    'application/jsonl': {
      schema: Type.String({ description: `One Product per line, version ${ACP_VERSION}` }),
    },
  },
};

/**
 * The two files of a full replacement of a product feed. The API for feeds is one of the programs,
 * which shops call (`push-feeds.ts`).
 */
export function feedRoutes(app: App, platform: Platform): void {
  app.get(
    '/acp/feed/metadata.json',
    route('What the feed of the store is', { response: { 200: FeedAnswer, ...errors } }),
    async request => {
      const { store_id: storeId } = agentOf(request);
      await storeOf(platform, agentOf(request));
      const country = feedCountry((await listedStore(platform, storeId))?.country);
      return {
        id: storeId,
        ...(country !== undefined && { target_country: country }),
        updated_at: platform.clock.now().toISOString(),
      };
    },
  );

  const openLines = createGoodsLines(platform);
  app.get(
    '/acp/feed/products.jsonl',
    route('All products of the store, one per line', { response: { 200: Lines, ...errors } }),
    async (request, reply) => {
      const store = await storeOf(platform, agentOf(request));
      const seller = { name: store.name, policies: await policiesOf(platform, store.id) };
      const lines = openLines(store, goods => feedProduct(goods, seller));
      return reply.type('application/jsonl; charset=utf-8').send(lines as never);
    },
  );
}
