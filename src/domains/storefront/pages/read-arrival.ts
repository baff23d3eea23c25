import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, SECOND_MS } from '../../../platform/clock.js';
import { trustedProxies } from '../../../platform/http/trusted-proxy.js';
import type { Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { allStores, type ListedStore } from '../../stores/index.js';
import {
  chooseLanguage,
  chooseStore,
  type Hints,
  languageTags,
  localeOf,
} from './arrival-rules.js';

/** The store, language and number formats in which a page is shown. */
export type Arrival = { store: ListedStore | undefined; language: Language; locale: string };

/** The pages of the shop write these two cookies as well. */
const STORE_COOKIE = 'shop_store';
const LANGUAGE_COOKIE = 'shop_language';
const REMEMBERED_DAYS = 365;
/** Headers in which content delivery networks name the visitor's country. */
const COUNTRY_HEADERS = ['cf-ipcountry', 'cloudfront-viewer-country'];
const MAX_VALUE_LENGTH = 100;

/** Chooses store and language of a visitor, without asking first. */
export function createReadArrival(
  platform: Platform,
): (request: FastifyRequest) => Promise<Arrival> {
  const isProxy = trustedProxies(platform.config.trustProxy);
  return async request => {
    const stores = (await allStores(platform)).filter(store => store.is_active);
    const hints = hintsOf(request, isProxy(request.socket.remoteAddress));
    const store = chooseStore(stores, hints, platform.config.baseCurrency);
    const language = chooseLanguage(store, hints);
    return { store, language, locale: localeOf(language, hints.tags) };
  };
}

function hintsOf(request: FastifyRequest, isFromProxy: boolean): Hints {
  const query = request.query as Record<string, unknown>;
  const country = isFromProxy
    ? COUNTRY_HEADERS.map(name => request.headers[name]).find(value => value !== undefined)
    : undefined;
  return {
    askedStore: short(query.store),
    rememberedStore: short(request.cookies[STORE_COOKIE]),
    country: short(country),
    askedLanguage: short(query.lang),
    rememberedLanguage: short(request.cookies[LANGUAGE_COOKIE]),
    tags: languageTags(request.headers['accept-language']),
  };
}

const short = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_LENGTH ? value : undefined;

/** Remembers the store and the language of the address in cookies. */
export function rememberArrival(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, language }: Arrival,
  publicUrl: string,
): void {
  const query = request.query as Record<string, unknown>;
  const options = {
    path: '/app/shop',
    sameSite: 'lax' as const,
    secure: publicUrl.startsWith('https:'),
    maxAge: (REMEMBERED_DAYS * DAY_MS) / SECOND_MS,
  };
  if (query.store !== undefined && store !== undefined) {
    reply.setCookie(STORE_COOKIE, store.id, options);
  }
  if (query.lang !== undefined) reply.setCookie(LANGUAGE_COOKIE, language, options);
}
