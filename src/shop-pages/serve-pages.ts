import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { cardFieldHosts } from '../domains/payments/index.js';
import {
  type BuiltPage,
  buildPage,
  cartFormRoutes,
  createPageCache,
  createReadArrival,
  type Moved,
  maySearch,
  type PageRequest,
  pathOf,
  planPage,
  rememberArrival,
} from '../domains/storefront/index.js';
import { Failure } from '../platform/http/failure.js';
import { LANGUAGES } from '../platform/language.js';
import type { Platform } from '../platform/platform.js';
import {
  addressOfForm,
  addressWith,
  pageOf,
  queryIn,
  rawPath,
  SHOP,
  UnfitTerms,
  unfitTerms,
} from './addresses.js';
import { type Composed, composePage } from './compose-page.js';
import { newNonce, shopPolicy } from './policy.js';
import { createDraw } from './renderer.js';
import { sendPage } from './send-page.js';

type Parts = {
  route: RouteShorthandOptions;
  /** The page that the build made; undefined if the screens are not built. */
  readPage(): Promise<string | undefined>;
  sendFile(reply: FastifyReply, path: string): FastifyReply;
  sendMissing(reply: FastifyReply): FastifyReply;
};

type Stored = Moved | ({ kind: 'page'; status: number; isComplete: boolean } & Composed);

/** Placeholder of the nonce in a cached page; only this process knows it. */
const MARK = `nonce-${randomBytes(18).toString('hex')}`;

/** The pages below /app/shop/: drawn by the service, then taken over by their scripts. */
export function serveShopPages(app: FastifyInstance, platform: Platform, parts: Parts): void {
  const readArrival = createReadArrival(platform);
  const cached = createPageCache<Stored>(platform, page => page.kind !== 'page' || page.isComplete);
  const draw = createDraw(platform.log);

  const make = async (wanted: PageRequest, request: FastifyRequest): Promise<Stored> => {
    if (!(await maySearch(platform, wanted.plan, request.ip))) throw new TooManySearches();
    const built = await buildOrLeave(platform, wanted, request);
    if (built.kind !== 'page') return built;
    // Built from the plan, because other spellings of the address get the same cached page.
    const path = `${SHOP}${pathOf(wanted.plan) ?? ''}`;
    const search = searchOf(wanted, request.query as Record<string, unknown>);
    const drawn = built.isDrawn
      ? await draw({ path, search, state: built.state, nonce: MARK })
      : undefined;
    const isComplete = !built.isDrawn || drawn !== undefined;
    return { kind: 'page', status: built.status, isComplete, ...composePage(built, drawn, MARK) };
  };

  const show = (wanted: PageRequest, request: FastifyRequest): Promise<Stored> =>
    cached(keyOf(wanted, request), () => make(wanted, request));

  /** Over the limit of searches the browser draws the page and asks the API, which has limits. */
  const showOrLeave = async (wanted: PageRequest, request: FastifyRequest): Promise<Stored> => {
    try {
      return await show(wanted, request);
    } catch (error) {
      if (!(error instanceof TooManySearches)) throw error;
      return show({ ...wanted, plan: { kind: 'private' } }, request);
    }
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply, rest: string) => {
    const query = request.query as Record<string, unknown>;
    const plan = planPage(rest, query);
    const spelling = pathOf(plan);
    if (
      plan.kind !== 'missing' &&
      spelling !== undefined &&
      rawPath(request.url) !== `${SHOP}${spelling}`
    ) {
      return reply.redirect(`${SHOP}${spelling}${queryIn(request.url)}`, 301);
    }
    const sent = plan.kind === 'catalogue' ? addressOfForm(request.url) : undefined;
    if (sent !== undefined) return reply.redirect(sent, 302);
    const arrival = await readArrival(request);
    const asked = LANGUAGES.find(language => language === query.lang);
    const wanted = { plan, arrival, asked };
    // The address of a link is a secret: no cache may hold a page with it.
    const isPersonal = plan.kind === 'cart' || plan.kind === 'cart-link';
    const page = await (isPersonal ? make(wanted, request) : showOrLeave(wanted, request)).catch(
      (error: unknown) => {
        if (error instanceof UnfitTerms) return error;
        throw error;
      },
    );
    if (page instanceof UnfitTerms) return reply.redirect(page.addressWithout(request.url), 302);
    if (page.kind !== 'page') return reply.redirect(addressOfMoved(page, request.url), 301);
    const shell = await parts.readPage();
    if (shell === undefined) return parts.sendMissing(reply);
    rememberArrival(request, reply, arrival, platform.config.publicUrl);
    const nonce = newNonce();
    reply.code(page.status).headers({
      'content-security-policy': shopPolicy(nonce, cardFieldHosts(platform)),
      'cache-control': isPersonal ? 'no-store' : 'no-cache',
      // Forms of the page need their origin; other sites learn nothing.
      'referrer-policy': 'same-origin',
      vary: 'accept-encoding, accept-language, cookie',
    });
    return sendPage(request, reply, page.into(shell, nonce), isPersonal);
  };

  app.get('/app/shop/', parts.route, (request, reply) => answer(request, reply, ''));
  app.get<{ Params: { '*': string } }>('/app/shop/*', parts.route, (request, reply) => {
    const rest = request.params['*'];
    const isFile = extname(rest) !== '' && rest !== 'index.html' && !rest.startsWith('p/');
    return isFile
      ? parts.sendFile(reply, rest)
      : answer(request, reply, rest === 'index.html' ? '' : rest);
  });
  app.get<{ Params: { slug: string } }>(
    '/app/shop/product/:slug',
    parts.route,
    async (request, reply) => reply.redirect(pageOf(request.params.slug, request.url), 301),
  );
  cartFormRoutes(app, platform);
}

const addressOfMoved = (page: Moved, url: string): string =>
  page.kind === 'moved' ? pageOf(page.slug, url) : addressWith(page.terms, url);

/** Thrown past the cache, because other visitors may still search. */
class TooManySearches extends Error {}

const keyOf = ({ plan, arrival, asked }: PageRequest, { query }: FastifyRequest): string =>
  JSON.stringify([
    plan,
    arrival.store?.id,
    arrival.language,
    arrival.locale,
    asked,
    plan.kind === 'product' ? shortText((query as Record<string, unknown>).sku) : '',
  ]);

/** Only what the page depends on: a cached page must not carry the tracking tags of one visitor. */
function searchOf({ plan }: PageRequest, query: Record<string, unknown>): string {
  const own = OWN_TERMS[plan.kind] ?? ['sku'];
  const wanted =
    plan.kind === 'catalogue'
      ? plan.terms
      : Object.fromEntries(own.map(name => [name, shortText(query[name], longestOf(name))]));
  const given = Object.entries(wanted).filter(([, text]) => text !== '');
  return new URLSearchParams(given).toString();
}

const longestOf = (name: string): number =>
  name === 'token' ? MAX_TOKEN_LENGTH : MAX_VALUE_LENGTH;

/** Pages that are never kept may depend on more of their address. */
const OWN_TERMS: Partial<Record<PageRequest['plan']['kind'], readonly string[]>> = {
  cart: ['refused', 'reminder'],
  'cart-link': ['token', 'done'],
};

const MAX_VALUE_LENGTH = 100;
/** Limit for the token of a cart link, which contains a sealed mail address. */
const MAX_TOKEN_LENGTH = 500;

const shortText = (value: unknown, longest = MAX_VALUE_LENGTH): string =>
  typeof value === 'string' && value.length <= longest ? value : '';

async function buildOrLeave(
  platform: Platform,
  wanted: PageRequest,
  request: FastifyRequest,
): Promise<BuiltPage> {
  try {
    return await buildPage(platform, wanted, request);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
    const unfit = unfitTerms(wanted.plan, error);
    if (unfit !== undefined) throw unfit;
    return buildPage(platform, { ...wanted, plan: { kind: 'private' } }, request);
  }
}
