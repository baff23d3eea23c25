/** The cache cannot be asked now. Reads go on without it, limits count in the process. */
export class CacheUnavailable extends Error {
  override name = 'CacheUnavailable';
}

/** `max` strikes within any `windowMs` earn a block of `blockMs`. */
export type BlockRule = { max: number; windowMs: number; blockMs: number };

export type Hit = { count: number; resetInMs: number };

/** What the cache holds, or the lease under which a value loaded from now on may be kept. */
export type Lookup = { text: string } | { lease: string };

/**
 * What memory and Redis each provide. Values are text, so that nobody can change a cached object
 * in place and a finished JSON answer is served without being parsed and written again.
 * Every method throws `CacheUnavailable` when the cache cannot be asked, except `open`.
 */
export interface TextCache {
  getText(key: string): Promise<string | undefined>;
  setText(key: string, text: string, ttlSeconds: number): Promise<void>;
  /**
   * Forgets everything kept under these keys: values, counters, strikes and blocks. A delete that
   * does not reach Redis is repeated when Redis is back, and until then this node does not serve
   * the old value.
   */
  delete(...keys: string[]): Promise<void>;
  /**
   * Adds one to a counter that dies `windowMs` after its first hit; returns the new count and when
   * the window ends. Atomic across nodes.
   */
  hit(key: string, windowMs: number): Promise<Hit>;
  /** Notes a strike unless blocked already; returns how long the key is blocked now, 0 if free. */
  countTowardBlock(key: string, rule: BlockRule): Promise<number>;
  /** How long the key is blocked by strikes, 0 if free. */
  blockedForMs(key: string): Promise<number>;
  /** For `readThrough`. Never throws for an absent cache: its lease then keeps nothing. */
  open(key: string): Promise<Lookup>;
  /** Keeps the text only if the key was neither deleted nor set since its lease was opened. */
  keep(key: string, lease: string, text: string, ttlSeconds: number): Promise<void>;
  /** Throws when not reachable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Cache extends TextCache {
  /** JSON values: dates come back as strings, `undefined` fields do not come back. */
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown, ttlSeconds: number): Promise<void>;
}

/** A load that takes longer than this is answered, but not kept. */
export const LEASE_MS = 60_000;

export function ttlMs(ttlSeconds: number): number {
  const ms = Math.ceil(ttlSeconds * 1_000);
  if (!(ms > 0)) throw new RangeError('a cached value needs a time to live above zero');
  return ms;
}
