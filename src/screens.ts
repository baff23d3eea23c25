import { statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { FRONT_PAGE } from './front-page.js';
import { anybody, probe } from './platform/http/access.js';
import { notFound } from './platform/http/failure.js';
import { projectRoot } from './platform/root.js';

const SCREENS = new Set(['register', 'desk', 'shop']);
const BUILT = join(projectRoot, 'dist', 'web');
const ASSETS = join(BUILT, 'assets');
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Links in mails that were already sent. The browser keeps the part after the #. */
const MOVED: Record<string, string> = { '/app/order': '/app/shop/order' };

/** The component library sets styles inline; scripts load from this host only. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
const FRONT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** One page loads a dozen hashed files, so they do not count toward the flood block. */
const asset = { config: { access: probe }, schema: { hide: true } };
const page = { config: { access: anybody }, schema: { hide: true } };

/** The front page and the built screens. */
export async function servePages(app: FastifyInstance): Promise<void> {
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
  app.get('/app/', page, async (_request, reply) => reply.redirect('/', 302));
  app.get<{ Params: { '*': string } }>('/app/assets/*', asset, (request, reply) =>
    sendFile(reply, `assets/${request.params['*']}`),
  );
  const screen = (name: string, rest: string, reply: FastifyReply): FastifyReply => {
    if (!SCREENS.has(name)) throw notFound('Page', 'NOT_FOUND');
    // The screen routes its own paths; only names with an extension are files.
    const file = extname(rest) === '' ? `${name}/index.html` : `${name}/${rest}`;
    return sendFile(reply, file);
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
  if (file.startsWith(BUILT + sep) && isFile(file)) {
    const cacheControl = file.startsWith(ASSETS) ? IMMUTABLE : 'no-cache';
    return reply
      .headers({ 'content-security-policy': PAGE_POLICY, 'cache-control': cacheControl })
      .sendFile(path);
  }
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
