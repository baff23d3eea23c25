import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.js';
import { ApiError, readError, Unreachable } from './errors.js';
import { keepInMemory, type TokenKeeper, type Tokens } from './tokens.js';

export type { paths } from './api.js';
export { ApiError, type FieldErrors, Unreachable } from './errors.js';
export {
  isLiveEvent,
  type Live,
  type LiveEvent,
  type LiveEventName,
  type LiveOptions,
  type LiveState,
  openLive,
} from './live.js';
export { keepIn, keepInMemory, type TokenKeeper, type Tokens } from './tokens.js';

export type ClientOptions = {
  /** Where the service is; a page served by it leaves this out. */
  baseUrl?: string;
  tokens?: TokenKeeper;
  /** The token of a guest's cart, for calls below `/web-commerce/`. */
  cartToken?: () => string | undefined;
  /** The login is over and could not be refreshed. */
  onSignedOut?: () => void;
  /** After every call: whether the service could be reached. */
  onReach?: (reached: boolean) => void;
  timeoutMs?: number;
  /** The token that the service gave this device at its first login; floods of others spare it. */
  device?: DeviceKeeper;
  /** The language in which the service writes to the person who logs in. */
  language?: () => string;
  /** `omit` keeps a screen with a login of its own out of the shopper's cookie. */
  credentials?: 'omit' | 'same-origin' | 'include';
  fetch?: typeof fetch;
};

export type DeviceKeeper = { get(): string | undefined; set(token: string): void };

/** The routes of the service as typed calls, and the login they are made with. */
export type Tillhouse = Client<paths> & { tokens: TokenKeeper };

const TIMEOUT_MS = 30_000;

/**
 * `answer(api.GET('/stores/'))` gives what the route answers or throws an `ApiError`; without a
 * connection it throws `Unreachable`.
 */
export function createTillhouse(options: ClientOptions = {}): Tillhouse {
  const tokens = options.tokens ?? keepInMemory();
  const send = sender(options);
  const refresh = createRefresh(options, tokens, send);
  const fetchWithLogin = async (request: Request): Promise<Response> => {
    const used = tokens.get();
    const again = used?.refresh === undefined ? undefined : request.clone();
    const response = await send(authorised(request, used, options));
    if (response.ok) return response;
    const isLoginOver = response.status === 401 && used !== undefined;
    if (isLoginOver && again !== undefined && (await refresh(used))) {
      const second = await send(authorised(again, tokens.get(), options));
      if (second.ok) return second;
      throw await readError(second);
    }
    if (isLoginOver) {
      if (tokens.get()?.access === used.access) tokens.set(undefined);
      options.onSignedOut?.();
    }
    throw await readError(response);
  };
  const client = createFetchClient<paths>({
    baseUrl: options.baseUrl ?? pageOrigin(),
    credentials: options.credentials ?? 'same-origin',
    fetch: fetchWithLogin,
  });
  return Object.assign(client, { tokens });
}

/**
 * What a route answered. Refusals were thrown on the way. An answer that breaks off in the middle is
 * no answer: the service may have done what was asked.
 */
export async function answer<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  try {
    return (await call).data as Data;
  } catch (error) {
    if (error instanceof ApiError || error instanceof Unreachable || isAborted(error)) throw error;
    throw new Unreachable('The answer of the service broke off.', { cause: error });
  }
}

const isAborted = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AbortError';

export type Page<Item> = { items: Item[]; next: string | undefined };

/** One page of a list, and the cursor of the following one, which stands in the `Link` header. */
export async function page<Item>(
  call: Promise<{ data?: Item[]; response: Response }>,
): Promise<Page<Item>> {
  const { data, response } = await call;
  return { items: data ?? [], next: nextCursor(response.headers.get('link')) };
}

export function nextCursor(link: string | null): string | undefined {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  if (next === undefined) return undefined;
  return new URL(next, 'http://service').searchParams.get('cursor') ?? undefined;
}

/** All items of a list, page by page, up to a limit that keeps a mistake small. */
export async function all<Item>(
  load: (cursor: string | undefined) => Promise<{ data?: Item[]; response: Response }>,
  maxPages = 50,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let round = 0; round < maxPages; round += 1) {
    const found = await page(load(cursor));
    items.push(...found.items);
    cursor = found.next;
    if (cursor === undefined) break;
  }
  return items;
}

/** Spread into the options of a POST that must happen at most once: `{ body, ...once(key) }`. */
export const once = (key: string): { headers: { 'Idempotency-Key': string } } => ({
  headers: { 'Idempotency-Key': key },
});

/** A key for `once`: made before the first try and kept until an answer came. */
export function newKey(): string {
  // Not `randomUUID`: browsers keep that from pages that came over plain http from another machine.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

const pageOrigin = (): string => {
  const { location } = globalThis as { location?: { origin?: string } };
  return location?.origin ?? 'http://127.0.0.1:8080';
};

function authorised(
  request: Request,
  tokens: Tokens | undefined,
  { cartToken }: ClientOptions,
): Request {
  if (tokens !== undefined && !request.headers.has('authorization')) {
    request.headers.set('authorization', `Bearer ${tokens.access}`);
  }
  const cart = cartToken?.();
  if (cart !== undefined) request.headers.set('x-cart-session-token', cart);
  return request;
}

type Send = (request: Request) => Promise<Response>;

function sender(options: ClientOptions): Send {
  const call = options.fetch ?? globalThis.fetch.bind(globalThis);
  return async request => {
    const signal = AbortSignal.any([
      request.signal,
      AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    ]);
    if (options.language) request.headers.set('accept-language', options.language());
    const device = options.device?.get();
    if (device !== undefined) request.headers.set('x-device-token', device);
    try {
      const response = await call(request, { signal });
      options.onReach?.(true);
      const given = response.headers.get('x-device-token');
      if (given !== null) options.device?.set(given);
      return response;
    } catch (error) {
      if (request.signal.aborted) throw error;
      options.onReach?.(false);
      throw new Unreachable('The service does not answer.', { cause: error });
    }
  };
}

type Locks = { request<Result>(name: string, run: () => Promise<Result>): Promise<Result> };

/** Tabs share one login, so they take turns; pages over plain http and Node may have no locks. */
function oneTabAtATime<Result>(run: () => Promise<Result>): Promise<Result> {
  const { locks } = (globalThis as { navigator?: { locks?: Locks } }).navigator ?? {};
  return locks === undefined ? run() : locks.request('tillhouse-refresh', run);
}

/** Refresh tokens are good for one use: calls that fail together wait for one refresh. */
function createRefresh(options: ClientOptions, tokens: TokenKeeper, send: Send) {
  let running: Promise<boolean> | undefined;
  const refresh = async (used: Tokens): Promise<boolean> => {
    const current = tokens.get();
    // Another call or tab has already traded it.
    if (current !== undefined && current.access !== used.access) return true;
    if (current?.refresh === undefined) return false;
    const response = await send(
      new Request(new URL('/auth/refresh/', options.baseUrl ?? pageOrigin()), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh: current.refresh }),
      }),
    );
    // A limit or a fault says nothing about the login: it stays for the next try.
    if (response.status === 429 || response.status >= 500) throw await readError(response);
    if (!response.ok) return false;
    const { access, refresh: next } = (await response.json()) as Required<Tokens>;
    tokens.set({ access, refresh: next });
    return true;
  };
  return (used: Tokens): Promise<boolean> => {
    running ??= oneTabAtATime(() => refresh(used)).finally(() => {
      running = undefined;
    });
    return running;
  };
}
