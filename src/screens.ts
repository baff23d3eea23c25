import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cachedProductHeads, robots, sitemap } from './domains/storefront/index.js';
import { FRONT_PAGE, FRONT_POLICY } from './front-page.js';
import { probe } from './platform/http/access.js';
import { notFound } from './platform/http/failure.js';
import type { Platform } from './platform/platform.js';
import { projectRoot } from './platform/root.js';

const SCREENS = new Set(['register', 'desk', 'shop', 'display']);
const BUILT = join(projectRoot, 'dist', 'web');
const ASSETS = join(BUILT, 'assets');
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Links in mails that were already sent. The browser keeps the part after the #. */
const MOVED: Record<string, string> = { '/app/order': '/app/shop/order' };

/** The mark that the build puts where the nonce belongs. */
const NONCE_MARK = '__CSP_NONCE__';
const NONCE_BYTES = 18;

/** Tells a page of a production service that the sandbox may stand in for a card processor. */
const HEAD = '<head>';
const SANDBOX_HEAD = `${HEAD}<meta name="sandbox" />`;

/**
 * Scripts and styles load from this host only. The nonce allows the inline import map and the style
 * elements of the component library; only the service and the scripts of the page know it.
 */
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    ...OTHER_RULES,
  ].join('; ');

const OTHER_RULES = [
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** The policy of the service worker's file also governs what the worker fetches. */
const FILE_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** Neither pages nor the dozen files that each loads count toward the flood block. */
const page = { config: { access: probe }, schema: { hide: true } };

/** The front page and the built screens. */
export async function servePages(app: FastifyInstance, platform: Platform): Promise<void> {
  const { config } = platform;
  const head = config.production && config.allowSandbox ? SANDBOX_HEAD : HEAD;
  await app.register(files, {
    root: BUILT,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });

  app.get('/', page, async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': FRONT_POLICY, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(FRONT_PAGE),
  );
  for (const [from, to] of Object.entries(MOVED)) {
    app.get(from, page, async (_request, reply) => reply.redirect(to, 302));
  }
  serveShopPages(app, platform, head);
  app.get('/app/', page, async (_request, reply) => reply.redirect('/', 302));
  app.get<{ Params: { '*': string } }>('/app/assets/*', page, (request, reply) =>
    sendFile(reply, `assets/${request.params['*']}`),
  );
  const screen = async (name: string, rest: string, reply: FastifyReply): Promise<FastifyReply> => {
    if (!SCREENS.has(name)) throw notFound('Page', 'NOT_FOUND');
    // The screen routes its own paths; only names with an extension are files.
    const isPage = extname(rest) === '' || rest === 'index.html';
    return isPage ? sendPage(reply, name, head) : sendFile(reply, `${name}/${rest}`);
  };
  app.get<{ Params: { screen: string } }>('/app/:screen/', page, (request, reply) =>
    screen(request.params.screen, '', reply),
  );
  app.get<{ Params: { screen: string; '*': string } }>('/app/:screen/*', page, (request, reply) =>
    screen(request.params.screen, request.params['*'], reply),
  );
}

/** What search engines and link previews read. */
function serveShopPages(app: FastifyInstance, platform: Platform, head: string): void {
  const productHead = cachedProductHeads(platform);
  app.get('/robots.txt', page, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(platform)),
  );
  app.get<{ Querystring: { page?: string } }>('/sitemap.xml', page, async (request, reply) => {
    const { page: number } = request.query;
    const isNumber = number === undefined || /^[1-9]\d{0,4}$/.test(number);
    const wanted = number === undefined ? undefined : Number(number);
    const xml = isNumber ? await sitemap(platform, wanted) : undefined;
    if (xml === undefined) throw notFound('Page', 'NOT_FOUND');
    return reply.type('application/xml; charset=utf-8').send(xml);
  });
  app.get<{ Params: { slug: string } }>('/app/shop/p/:slug', page, async (request, reply) => {
    const found = await productHead(request.params.slug);
    if (found?.kind === 'moved') return reply.redirect(pageOf(found.slug, request.url), 301);
    if (found === undefined) reply.code(404);
    return sendPage(reply, 'shop', head, found?.html);
  });
  app.get<{ Params: { slug: string } }>('/app/shop/product/:slug', page, async (request, reply) =>
    reply.redirect(pageOf(request.params.slug, request.url), 301),
  );
}

/** The address of a product, with the query of the request. */
function pageOf(slug: string, url: string): string {
  const at = url.indexOf('?');
  return `/app/shop/p/${encodeURIComponent(slug)}${at < 0 ? '' : url.slice(at)}`;
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  const file = normalize(join(BUILT, path));
  if (!file.startsWith(BUILT + sep) || !isFile(file)) return sendMissing(reply);
  const cacheControl = file.startsWith(ASSETS) ? IMMUTABLE : 'no-cache';
  return reply
    .headers({ 'content-security-policy': FILE_POLICY, 'cache-control': cacheControl })
    .sendFile(path);
}

/** Without an ETag: a 304 would bring the nonce of a new answer to the page of an old one. */
async function sendPage(
  reply: FastifyReply,
  screen: string,
  head: string,
  own?: string,
): Promise<FastifyReply> {
  const file = join(BUILT, screen, 'index.html');
  if (!isFile(file)) return sendMissing(reply);
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const html = await readFile(file, 'utf8');
  return reply
    .headers({ 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(withOwnHead(html.replaceAll(NONCE_MARK, nonce).replace(HEAD, head), own));
}

/** The page's own title and data instead of the title that all pages share. */
const withOwnHead = (html: string, own: string | undefined): string =>
  own === undefined ? html : html.replace(/<title>.*?<\/title>/s, () => own);

function sendMissing(reply: FastifyReply): FastifyReply {
  if (isFile(join(BUILT, 'register', 'index.html'))) throw notFound('Page', 'NOT_FOUND');
  // A service that runs from source may have no built screens.
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The screens are not built. Run "npm run build" and load this page again.\n');
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    // The name is too long or contains NUL.
    return false;
  }
}
