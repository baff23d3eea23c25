import { joinedTx } from '../database/tx-scope.js';
import { type Cache, CacheUnavailable, type TextCache } from './types.js';

/** Loads in flight in this process, by lease. A delete on any node ends the lease, so no reader
 * joins a load that began before the delete. */
const loads = new Map<string, Promise<unknown>>();

/**
 * Reads through the cache: simultaneous misses of one key run `load` once in this process. An
 * unreachable cache never fails the read (its connection logs the outage once). The result is a JSON
 * copy of the loaded value, the same on a miss as on a hit.
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
   * Set when already holding a connection: a shared load may wait for a free connection, so waiting
   * for it could deadlock the pool.
   */
  ownLoad?: boolean;
};

/**
 * `readThrough` for text that is served unchanged: a cached JSON answer costs no parsing and no
 * serialising. `undefined` is not cached.
 */
export async function readTextThrough<T extends string | undefined>(
  cache: TextCache,
  key: string,
  ttlSeconds: number,
  load: () => Promise<T>,
  { ownLoad = false }: Options = {},
): Promise<T> {
  // Within a transaction a load sees changes that may never be committed.
  if (joinedTx() !== undefined) return load();
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
 * Deletes after a committed change. An unreachable cache does not fail the change; the delete is
 * repeated when the cache is back.
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
