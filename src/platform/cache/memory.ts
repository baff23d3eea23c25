import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  type ActiveBlock,
  type BlockRule,
  type Hit,
  kindOf,
  LEASE_MS,
  MAX_LISTED_BLOCKS,
  type TextCache,
  ttlMs,
} from './types.js';

const MAX_VALUES = 10_000;
const MAX_VALUE_CHARACTERS = 64 * 1024 * 1024;
/** Counters have a limit of their own, so that a flood of new clients cannot evict cached pages. */
const MAX_COUNTERS = 50_000;

export type MemoryCacheOptions = { now?: () => number; maxValues?: number; maxCounters?: number };

/** The cache of a single node. No method awaits anything, so each is atomic. */
export function createMemoryCache(options: MemoryCacheOptions = {}): TextCache {
  const now = options.now ?? (() => performance.now());
  const counters = createCounters(now, options.maxCounters ?? MAX_COUNTERS);
  const timed = { perf: { now }, ttlResolution: 0, max: options.maxValues ?? MAX_VALUES };
  const values = new LRUCache<string, string>({
    ...timed,
    maxSize: MAX_VALUE_CHARACTERS,
    sizeCalculation: (text, key) => text.length + key.length + 1,
  });
  const leases = new LRUCache<string, string>({ ...timed, ttl: LEASE_MS });

  return {
    getText: async key => values.get(key),
    async setText(key, text, ttlSeconds) {
      leases.delete(key);
      values.set(key, text, { ttl: ttlMs(ttlSeconds) });
    },
    async delete(...keys) {
      for (const key of keys) {
        leases.delete(key);
        values.delete(key);
        counters.delete(key);
      }
    },
    hit: async (key, windowMs) => counters.hit(key, windowMs),
    countTowardBlock: async (key, rule, options) => counters.countTowardBlock(key, rule, options),
    forgetFailures: async (key, mark, max) => counters.forgetFailures(key, mark, max),
    blockedForMs: async key => counters.blockedForMs(key),
    activeBlocks: async kind => counters.activeBlocks(kind),
    async endBlock(key) {
      const isBlocked = counters.blockedForMs(key) > 0;
      counters.delete(key);
      return isBlocked;
    },
    async open(key) {
      const text = values.get(key);
      if (text !== undefined) return { text };
      const lease = leases.get(key) ?? randomUUID();
      leases.set(key, lease);
      return { lease };
    },
    async keep(key, lease, text, ttlSeconds) {
      if (leases.get(key) !== lease) return;
      leases.delete(key);
      values.set(key, text, { ttl: ttlMs(ttlSeconds) });
    },
    ping: async () => undefined,
    async close() {
      leases.clear();
      values.clear();
      counters.clear();
    },
  };
}

type Failures = {
  counted: { at: number; mark: string }[];
  blockedAt: number;
  blockedUntil: number;
};

function createCounters(now: () => number, max: number) {
  // Bounded by size: `max` would allocate every slot up front.
  const bound = { maxSize: max, sizeCalculation: () => 1 };
  const hits = new LRUCache<string, { count: number; startedAt: number }>(bound);
  const failures = new LRUCache<string, Failures>(bound);

  return {
    hit(key: string, windowMs: number): Hit {
      const at = now();
      let window = hits.get(key);
      if (!window || at - window.startedAt >= windowMs) {
        window = { count: 0, startedAt: at };
        hits.set(key, window);
      }
      window.count += 1;
      return { count: window.count, resetInMs: windowMs - (at - window.startedAt) };
    },
    countTowardBlock(
      key: string,
      rule: BlockRule,
      { mark = '', onStart }: { mark?: string; onStart?: () => void } = {},
    ): number {
      const at = now();
      let entry = failures.get(key);
      if (!entry) {
        entry = { counted: [], blockedAt: 0, blockedUntil: 0 };
        failures.set(key, entry);
      }
      if (entry.blockedUntil > at) return entry.blockedUntil - at;
      if (entry.blockedUntil > 0) entry.counted = [];
      entry.blockedUntil = 0;
      entry.counted = entry.counted.filter(failure => at - failure.at < rule.windowMs);
      entry.counted.push({ at, mark });
      if (entry.counted.length < rule.max) return 0;
      entry.blockedAt = at;
      entry.blockedUntil = at + rule.blockMs;
      onStart?.();
      return rule.blockMs;
    },
    forgetFailures(key: string, mark: string, max: number): void {
      const entry = failures.get(key);
      if (entry === undefined) return;
      entry.counted = entry.counted.filter(failure => failure.mark !== mark);
      if (entry.counted.length < max) entry.blockedUntil = 0;
    },
    blockedForMs(key: string): number {
      return Math.max(0, (failures.get(key)?.blockedUntil ?? 0) - now());
    },
    activeBlocks(kind: string): ActiveBlock[] {
      const at = now();
      const active: ActiveBlock[] = [];
      for (const [key, { blockedAt, blockedUntil }] of failures.entries()) {
        if (blockedUntil <= at || kindOf(key) !== kind) continue;
        active.push({ key, startedMsAgo: at - blockedAt, endsInMs: blockedUntil - at });
      }
      return active.sort((a, b) => b.endsInMs - a.endsInMs).slice(0, MAX_LISTED_BLOCKS);
    },
    delete(key: string) {
      hits.delete(key);
      failures.delete(key);
    },
    clear() {
      hits.clear();
      failures.clear();
    },
  };
}
