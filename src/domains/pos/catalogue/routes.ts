import type { FastifyRequest } from 'fastify';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { till, tillStaffOf } from '../../access/index.js';
import { type Encoding, packedCatalogue, presentVersion } from './packed-catalogue.js';
import { CatalogueAnswer, CatalogueQuery } from './schemas.js';

export function catalogueRoutes(app: App, platform: Platform): void {
  app.get(
    '/pos/catalog/',
    {
      config: { access: till('catalog.read') },
      schema: {
        tags: ['POS'],
        summary: 'Everything that this till sells, or what changed since its version',
        querystring: CatalogueQuery,
        response: { 200: CatalogueAnswer, 304: Type.Null() },
      },
    },
    async (request, reply) => {
      const { storeId } = tillStaffOf(request).till;
      const { since } = request.query;
      const present = await presentVersion(platform);
      const encoding = encodingOf(request);
      reply.headers({ vary: 'accept-encoding', 'cache-control': 'private, no-cache' });
      const tag = (version: string): string => `"${storeId}-${version}-${since ?? 'all'}"`;
      if (request.headers['if-none-match']?.includes(tag(present))) {
        return reply
          .header('etag', tag(present))
          .code(304)
          .send('' as never);
      }
      const { version, body } = await packedCatalogue(platform, storeId, since, encoding, present);
      reply.header('etag', tag(version)).type('application/json; charset=utf-8');
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.send(body as never);
    },
  );
}

function encodingOf({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
