import { signedIn, visitor } from '../../platform/http/access.js';
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
const own = { config: { access: signedIn('web') } };
const path = '/web-commerce/products/:slug/reviews/';

export function shopRoutes(app: App, platform: Platform): void {
  app.get(
    path,
    {
      config: { access: visitor },
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
    request => readOwnReview(platform, principalOf(request).userId, request.params.slug),
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
    request =>
      writeReview(platform, principalOf(request).userId, request.params.slug, request.body),
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
    request => removeReview(platform, principalOf(request).userId, request.params.slug),
  );
}
