import { anybody } from '../../platform/http/access.js';
import type { TSchema } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { catalogueLink } from './catalogue-link.js';
import { type SellingTerms, sellingTerms } from './selling-terms.js';

type Document = {
  path: string;
  tag: string;
  summary: string;
  query?: TSchema;
  answer: TSchema;
  present(terms: SellingTerms, query: { version?: string }): object;
};

/** A discovery document: 404 while no program has a key, and kept by others for an hour. */
export function discoveryRoute(
  app: App,
  platform: Platform,
  { path, tag, summary, query, answer, present }: Document,
): void {
  app.get(
    path,
    {
      config: { access: anybody },
      schema: {
        tags: [tag],
        summary,
        ...(query && { querystring: query }),
        response: { 200: answer },
      },
    },
    async (request, reply) => {
      const terms = await sellingTerms(platform);
      reply.headers({
        'cache-control': 'public, max-age=3600',
        link: catalogueLink(platform),
      });
      return present(terms, request.query as { version?: string });
    },
  );
}
