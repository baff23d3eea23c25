import { type Cache, CacheUnavailable, type TextCache } from './types.js';

/** Loads under way in this process, by lease: a delete ends the lease, so nobody joins a load
 * that began before it, not even when the delete came from another node. */
const loads = new Map<string, Promise<unknown>>();

/**
 * Reads through: simultaneous misses of one key run `load` once in this process. A cache that is
 * down never fails the read (its connection logs the outage once). The answer is the JSON form of
 * what was loaded, the same on a miss as on a hit, and the caller's own copy.
 */
export async function readThrough<T>(
  cache: Cache,
  key: string,
  ttlSeconds: number,
  load: () => Promise<T>,
  options?: Options,
): Promise<T> {
  const toText = async () => JSON.stringify(await load());
  const text = await readTextThrough(cache, key, ttlSeconds, toText, options);
  return text === undefined ? (undefined as T) : (JSON.parse(text) as T);
}

export type Options = {
  /**
   * For who holds a connection and loads with it: the load that others share may be waiting for a
   * free one, and with enough such waiters there never is one.
   */
  ownLoad?: boolean;
};

/**
 * `readThrough` for text that is served as it is: a cached JSON answer costs no parsing and no
 * serialising. A load that gives `undefined` is not kept.
 */
export async function readTextThrough<T extends string | undefined>(
  cache: TextCache,
  key: string,
  ttlSeconds: number,
  load: () => Promise<T>,
  { ownLoad = false }: Options = {},
): Promise<T> {
  const opened = await cache.open(key);
  if ('text' in opened) return opened.text as T;
  const { lease } = opened;
  if (ownLoad) return loadAndKeep(cache, key, lease, ttlSeconds, load);
  const running = loads.get(lease) as Promise<T> | undefined;
  if (running) return running;
  const loading = loadAndKeep(cache, key, lease, ttlSeconds, load);
  loads.set(lease, loading);
  try {
    return await loading;
  } finally {
    loads.delete(lease);
  }
}

/**
 * Deletes after a change. A cache that is down does not fail the change: it was committed already,
 * and the delete is repeated when the cache is back.
 */
export async function invalidate(cache: TextCache, ...keys: string[]): Promise<void> {
  try {
    await cache.delete(...keys);
  } catch (error) {
    if (!(error instanceof CacheUnavailable)) throw error;
  }
}

async function loadAndKeep<T extends string | undefined>(
  cache: TextCache,
  key: string,
  lease: string,
  ttlSeconds: number,
  load: () => Promise<T>,
): Promise<T> {
  const text = await load();
  if (text === undefined) return text;
  try {
    await cache.keep(key, lease, text, ttlSeconds);
  } catch (error) {
    if (!(error instanceof CacheUnavailable)) throw error;
  }
  return text;
}
