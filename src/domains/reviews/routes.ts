import type { FastifyRequest } from 'fastify';
import { atomically } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office, staffOf } from '../access/index.js';
import { productByRef } from '../catalog/index.js';
import { decideReview, findReview } from './decide-review.js';
import { presentReview } from './present.js';
import { listReviews } from './repository.js';
import type { Decision } from './rules.js';
import { PublishBody, ReviewAnswer, ReviewParams, ReviewQuery } from './schemas.js';

const tags = ['Reviews'];
/** Reviews are about products of the whole chain. */
const config = { access: office('catalog.chain') };

export function routes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  const decide = (request: FastifyRequest, id: string, decision: Decision, seen?: Date) =>
    atomically(platform.db, async tx => {
      const by = { by: staffOf(request).userId, at: platform.clock.now(), seen };
      return presentReview(await decideReview(tx, id, decision, by));
    });
  const answers = { params: ReviewParams, response: { 200: ReviewAnswer } };

  app.post(
    '/reviews/:id/publish/',
    {
      config,
      schema: { tags, summary: 'Show a review in the shop', body: PublishBody, ...answers },
    },
    request => decide(request, request.params.id, 'publish', new Date(request.body.updated_at)),
  );

  app.post(
    '/reviews/:id/refuse/',
    { config, schema: { tags, summary: 'Keep a review out of the shop', ...answers } },
    request => decide(request, request.params.id, 'refuse'),
  );
}

function readRoutes(app: App, { db }: Platform): void {
  app.get(
    '/reviews/',
    {
      config,
      schema: {
        tags,
        summary: 'Reviews of products, newest first',
        querystring: ReviewQuery,
        response: { 200: Type.Array(ReviewAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, status, product } = request.query;
      const found = product === undefined ? undefined : await productByRef(db, product);
      if (product !== undefined && found === undefined) {
        throw invalidField('product', 'There is no such product.');
      }
      const filter = { status, productId: found?.id };
      const rows = await listReviews(db, filter, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentReview);
    },
  );

  app.get(
    '/reviews/:id/',
    {
      config,
      schema: { tags, summary: 'A review', params: ReviewParams, response: { 200: ReviewAnswer } },
    },
    async request => presentReview(await findReview(db, request.params.id)),
  );
}
