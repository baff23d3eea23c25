import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from './config.js';
import { isSandboxOffered } from './domains/payments/index.js';
import { FRONT_POLICY, frontPage } from './front-page.js';
import { probe } from './platform/http/access.js';
import { notFound } from './platform/http/failure.js';
import type { Platform } from './platform/platform.js';
import { projectRoot } from './platform/root.js';
import { cardFramePolicy, NONCE_MARK, newNonce, pagePolicy } from './shop-pages/policy.js';
import { serveDocuments } from './shop-pages/serve-documents.js';
import { serveShopPages } from './shop-pages/serve-pages.js';

const SCREENS = new Set(['register', 'desk', 'shop', 'display']);
const BUILT = join(projectRoot, 'dist', 'web');
const ASSETS = join(BUILT, 'assets');
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Links in mails that were already sent. The browser keeps the part after the #. */
const MOVED: Record<string, string> = { '/app/order': '/app/shop/order' };

/** Tells a page of a production service that the sandbox may stand in for a card processor. */
const HEAD = '<head>';
const SANDBOX_HEAD = `${HEAD}<meta name="sandbox" />`;

/** The policy of the service worker's file also governs what the worker fetches. */
const FILE_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** Neither pages nor the dozen files that each loads count toward the flood block. */
const page = { config: { access: probe }, schema: { hide: true } };

/** Links to all screens; an operator may send visitors to the web shop instead. */
function serveFront(app: FastifyInstance, config: Config): void {
  if (config.frontPage === 'shop') {
    app.get('/', page, async ({ url }, reply) =>
      // With the tracking tags of a link.
      reply.redirect(`/app/shop/${url.replace(/^[^?]*/, '')}`, 302),
    );
    return;
  }
  const links = frontPage(config);
  app.get('/', page, async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': FRONT_POLICY, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(links),
  );
}

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

  serveFront(app, config);
  for (const [from, to] of Object.entries(MOVED)) {
    app.get(from, page, async (_request, reply) => reply.redirect(to, 302));
  }
  serveDocuments(app, platform, page);
  serveShopPages(app, platform, {
    route: page,
    readPage: async () => (await readPage('shop'))?.replace(HEAD, head),
    sendFile: (reply, path) => sendFile(reply, `shop/${path}`),
    sendMissing,
  });
  app.get('/app/card-frame/', page, async (_request, reply) => {
    if (!isSandboxOffered(platform)) throw notFound('Page', 'NOT_FOUND');
    return sendPage(
      reply.header('x-frame-options', 'SAMEORIGIN'),
      'card-frame',
      HEAD,
      cardFramePolicy,
    );
  });
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
  policyOf = pagePolicy,
): Promise<FastifyReply> {
  const html = await readPage(screen);
  if (html === undefined) return sendMissing(reply);
  const nonce = newNonce();
  return reply
    .headers({ 'content-security-policy': policyOf(nonce), 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(NONCE_MARK, nonce).replace(HEAD, head));
}

async function readPage(screen: string): Promise<string | undefined> {
  const file = join(BUILT, screen, 'index.html');
  return isFile(file) ? readFile(file, 'utf8') : undefined;
}

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
