import type { FastifyRequest } from 'fastify';
import { anybody, signedIn } from '../../platform/http/access.js';
import { forbidden } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { principalOf } from '../access/index.js';
import { readOwnReview, removeReview, shownProduct, writeReview } from './own-review.js';
import { presentPublished } from './present.js';
import { listReviews } from './repository.js';
import {
  OwnQuery,
  OwnReviewAnswer,
  ProductParams,
  PublishedQuery,
  PublishedReview,
  ReviewBody,
} from './schemas.js';

const tags = ['Web shop: reviews'];
const own = { config: { access: signedIn } };
const path = '/web-commerce/products/:slug/reviews/';

/** A till's login belongs to the till, not to a person who shops. */
function customerOf(request: FastifyRequest): string {
  const principal = principalOf(request);
  if (principal.kind === 'staff' && principal.till !== null) {
    throw forbidden('Sign in to the shop to write a review.', 'WEB_SESSION_REQUIRED');
  }
  return principal.userId;
}

export function shopRoutes(app: App, platform: Platform): void {
  app.get(
    path,
    {
      config: { access: anybody },
      schema: {
        tags,
        summary: 'Published reviews of a product, newest first',
        params: ProductParams,
        querystring: PublishedQuery,
        response: { 200: Type.Array(PublishedReview) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const { id: productId } = await shownProduct(platform.db, request.params.slug);
      const filter = { status: 'published' as const, productId };
      const rows = await listReviews(platform.db, filter, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentPublished);
    },
  );

  app.get(
    `${path}mine/`,
    {
      ...own,
      schema: {
        tags,
        summary: 'Your review of a product, and whether you may write one',
        params: ProductParams,
        querystring: OwnQuery,
        response: { 200: OwnReviewAnswer },
      },
    },
    request => readOwnReview(platform, customerOf(request), request.params.slug),
  );

  app.put(
    `${path}mine/`,
    {
      ...own,
      schema: {
        tags,
        summary: 'Write or change your review; staff publish or refuse it',
        params: ProductParams,
        body: ReviewBody,
        response: { 200: OwnReviewAnswer },
      },
    },
    request => writeReview(platform, customerOf(request), request.params.slug, request.body),
  );

  app.delete(
    `${path}mine/`,
    {
      ...own,
      schema: {
        tags,
        summary: 'Delete your review',
        params: ProductParams,
        response: { 200: OwnReviewAnswer },
      },
    },
    request => removeReview(platform, customerOf(request), request.params.slug),
  );
}
