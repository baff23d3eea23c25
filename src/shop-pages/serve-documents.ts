import { readFile } from 'node:fs/promises';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { createFeed, robots, sitemap } from '../domains/storefront/index.js';
import { visitor } from '../platform/http/access.js';
import { notFound } from '../platform/http/failure.js';
import type { Platform } from '../platform/platform.js';

const FEED_CACHE_SECONDS = 600;

/** What search engines and shopping services read. */
export function serveDocuments(
  app: FastifyInstance,
  platform: Platform,
  page: RouteShorthandOptions,
): void {
  const openFeed = createFeed(platform);
  app.get('/robots.txt', page, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(platform)),
  );
  // Read anew each time: Apple changes the file, and a registration must find the newest.
  app.get('/.well-known/apple-developer-merchantid-domain-association', page, async (_, reply) => {
    const { applePayDomainFile: file } = platform.config;
    const content = file && (await readFile(file).catch(() => undefined));
    if (!content) throw notFound('File', 'NOT_FOUND');
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(content);
  });
  app.get<{ Querystring: { page?: string } }>('/sitemap.xml', page, async (request, reply) => {
    const { page: number } = request.query;
    const isNumber = number === undefined || /^[1-9]\d{0,4}$/.test(number);
    const wanted = number === undefined ? undefined : Number(number);
    const xml = isNumber ? await sitemap(platform, wanted) : undefined;
    if (xml === undefined) throw notFound('Page', 'NOT_FOUND');
    return reply.type('application/xml; charset=utf-8').send(xml);
  });
  app.get<{ Querystring: { store?: unknown } }>(
    '/feed.xml',
    // Counted toward the flood block: a feed reads the whole catalogue.
    { config: { access: visitor }, schema: { hide: true } },
    async (request, reply) => {
      const { store } = request.query;
      if (store !== undefined && typeof store !== 'string') throw notFound('Store');
      const feed = await openFeed(store);
      return reply
        .header('cache-control', `public, max-age=${FEED_CACHE_SECONDS}`)
        .type('application/xml; charset=utf-8')
        .send(feed);
    },
  );
}
