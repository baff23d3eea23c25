/** The cache is unreachable. Reads go on without it, and limits count in the process. */
export class CacheUnavailable extends Error {
  override name = 'CacheUnavailable';
}

/** `max` failures within any `windowMs` block the key for `blockMs`. */
export type BlockRule = { max: number; windowMs: number; blockMs: number };

/** A block that has not ended. `key` is the one it was counted under. */
export type ActiveBlock = { key: string; startedMsAgo: number; endsInMs: number };

/** A longer list helps nobody at the desk. */
export const MAX_LISTED_BLOCKS = 500;

/** The kind of a key: its text up to the first colon. Blocks are listed by kind. */
export const kindOf = (key: string): string => key.split(':', 1)[0] ?? key;

export type Hit = { count: number; resetInMs: number };

/** The cached text, or the lease under which a value loaded from now on may be stored. */
export type Lookup = { text: string } | { lease: string };

/**
 * Implemented by the memory and the Redis cache. Values are text, so that a cached object cannot be
 * changed in place and a finished JSON answer is served without parsing and serialising it again.
 * Every method except `open` throws `CacheUnavailable` when the cache is unreachable.
 */
export interface TextCache {
  getText(key: string): Promise<string | undefined>;
  setText(key: string, text: string, ttlSeconds: number): Promise<void>;
  /**
   * Deletes everything stored under these keys: values, counters and blocks. A delete that does not
   * reach Redis is repeated when Redis is back; until then this node does not serve the old value.
   */
  delete(...keys: string[]): Promise<void>;
  /**
   * Increments a counter that expires `windowMs` after its first hit; returns the new count and the
   * time until it expires. Atomic across nodes.
   */
  hit(key: string, windowMs: number): Promise<Hit>;
  /**
   * Counts a failure unless the key is blocked; returns how long the key is blocked, 0 if it is not.
   * Calls `onStart` for the failure that starts a block: once, whatever node counted it. At most
   * `max` failures are kept, each with its mark.
   */
  countTowardBlock(
    key: string,
    rule: BlockRule,
    options?: { mark?: string; onStart?: () => void },
  ): Promise<number>;
  /**
   * Forgets the failures with this mark and no others. A block ends with them if fewer than `max`
   * are left.
   */
  forgetFailures(key: string, mark: string, max: number): Promise<void>;
  /** How long the key is blocked, 0 if it is not. */
  blockedForMs(key: string): Promise<number>;
  /** The blocks of all keys of this kind that have not ended, the last to end first. */
  activeBlocks(kind: string): Promise<ActiveBlock[]>;
  /** Ends a block and forgets its failures; false if there was none. */
  endBlock(key: string): Promise<boolean>;
  /** For `readThrough`. Without a reachable cache it returns a lease that stores nothing. */
  open(key: string): Promise<Lookup>;
  /** Stores the text only if the key was neither deleted nor set since its lease was opened. */
  keep(key: string, lease: string, text: string, ttlSeconds: number): Promise<void>;
  /** Throws when not reachable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Cache extends TextCache {
  /** JSON values: dates come back as strings, `undefined` fields are lost. */
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown, ttlSeconds: number): Promise<void>;
}

/** The result of a load that takes longer than this is returned, but not cached. */
export const LEASE_MS = 60_000;

export function ttlMs(ttlSeconds: number): number {
  const ms = Math.ceil(ttlSeconds * 1_000);
  if (!(ms > 0)) throw new RangeError('a cached value needs a time to live above zero');
  return ms;
}
