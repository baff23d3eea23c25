import { isIPv4, isIPv6 } from 'node:net';
import {
  type BlockRule,
  type Cache,
  CacheUnavailable,
  createProcessCache,
} from '../cache/index.js';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.js';
import type { Log } from '../log.js';
import {
  type AddressBlock,
  type AddressRules,
  type BlockStarted,
  createAddressBlocks,
} from './address-blocks.js';

export type Verdict = { blocked: false } | { blocked: true; retryAfterSeconds: number };

export type Limits = {
  /** Counts one request of a client; the request that reaches the limit is itself blocked. */
  flood(client: string): Promise<Verdict>;
  /** Whether the client is blocked for failures; counts nothing. */
  failureVerdict(client: string): Promise<Verdict>;
  /**
   * Counts one failure of a client against an account; the failure that reaches the limit reports
   * the block. A failure against no account is never cleared.
   */
  fail(client: string, account?: string): Promise<Verdict>;
  /** Forgets the failures of a client against this account, and a block that needed them. */
  clearFailures(client: string, account: string): Promise<void>;
  /** Allows `max` hits per `windowMs` for a key. Call it before the work, to bound parallel tries. */
  throttle(name: string, key: string, max: number, windowMs: number): Promise<Verdict>;
  clearThrottle(name: string, key: string): Promise<void>;
  /** Counts one failure of the named kind; the one that reaches the limit starts the block. */
  countTowardBlock(name: string, key: string, rule: BlockRule): Promise<void>;
  /** Whether failures of this kind block the key; counts nothing. */
  blockVerdict(name: string, key: string): Promise<Verdict>;
  /** The addresses that are blocked now. */
  addressBlocks(): Promise<AddressBlock[]>;
  /** Ends the block with this id and forgets what it counted; false if it has ended. */
  endAddressBlock(id: string): Promise<boolean>;
};

export const DEFAULT_LIMITS: AddressRules = {
  flood: { max: 30, windowMs: SECOND_MS, blockMs: HOUR_MS },
  failure: { max: 10, windowMs: 10 * MINUTE_MS, blockMs: 10 * MINUTE_MS },
};

/** Flood and failure blocks. While the cache is unavailable each node counts for itself. */
export function createLimits(
  cache: Cache,
  log: Pick<Log, 'info' | 'warn'>,
  options: Partial<AddressRules> & { onBlock?: (block: BlockStarted) => void } = {},
): Limits {
  const { onBlock, ...ownRules } = options;
  const rules = { ...DEFAULT_LIMITS, ...ownRules };
  const local = createProcessCache();
  let isLocal = false;

  async function counted<T>(count: (cache: Cache) => Promise<T>): Promise<T> {
    try {
      const result = await count(cache);
      if (isLocal) log.info({}, 'rate limits are shared between nodes again');
      isLocal = false;
      return result;
    } catch (error) {
      if (!(error instanceof CacheUnavailable)) throw error;
      if (!isLocal)
        log.warn(
          { reason: error.message },
          'rate limits are counted per node: the shared cache is unavailable',
        );
      isLocal = true;
      return count(local);
    }
  }

  async function clear(key: string) {
    await local.delete(key);
    await counted(cache => cache.delete(key));
  }

  const blocks = createAddressBlocks({ rules, counted, local, onBlock });
  const failureKey = (client: string) => `failure:${client}`;
  const blockKey = (name: string, key: string) => `block:${name}:${key}`;
  const throttleKey = (name: string, key: string) => `throttle:${name}:${key}`;

  return {
    flood: async client => verdictFor(await blocks.count('flood', client)),
    failureVerdict: async client =>
      verdictFor(await counted(cache => cache.blockedForMs(failureKey(client)))),
    fail: async (client, account) => verdictFor(await blocks.count('failure', client, account)),
    async clearFailures(client, account) {
      const forget = (cache: Cache) =>
        cache.forgetFailures(failureKey(client), account, rules.failure.max);
      await forget(local);
      await counted(forget);
    },
    async throttle(name, key, max, windowMs) {
      const hit = await counted(cache => cache.hit(throttleKey(name, key), windowMs));
      return verdictFor(hit.count > max ? hit.resetInMs : 0);
    },
    clearThrottle: (name, key) => clear(throttleKey(name, key)),
    async countTowardBlock(name, key, rule) {
      await counted(cache => cache.countTowardBlock(blockKey(name, key), rule));
    },
    blockVerdict: async (name, key) =>
      verdictFor(await counted(cache => cache.blockedForMs(blockKey(name, key)))),
    addressBlocks: blocks.listAll,
    endAddressBlock: blocks.end,
  };
}

function verdictFor(blockedForMs: number): Verdict {
  if (blockedForMs <= 0) return { blocked: false };
  return { blocked: true, retryAfterSeconds: Math.ceil(blockedForMs / SECOND_MS) };
}

/**
 * Key for a client address: IPv4 as is, IPv4-mapped IPv6 as IPv4, IPv6 by /64, because a household
 * or a rented server owns a whole /64 and could change its address at every request.
 */
export function clientKey(address: string): string {
  if (isIPv4(address)) return address;
  const groups = ipv6Groups(address);
  if (!groups) return 'unknown';
  const mapped = mappedIpv4(groups);
  if (mapped) return mapped;
  const network = groups.slice(0, 4).map(group => group.toString(16));
  return `${network.join(':')}::/64`;
}

export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return address.startsWith('127.');
  const groups = ipv6Groups(address);
  if (!groups) return false;
  const mapped = mappedIpv4(groups);
  if (mapped) return mapped.startsWith('127.');
  return groups.every((group, index) => group === (index === 7 ? 1 : 0));
}

/** The IPv4 part of `::ffff:a.b.c.d` in any notation. */
function mappedIpv4(groups: number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}

/** The eight groups of an IPv6 address. A zone (`%eth0`) names the local interface and is dropped. */
function ipv6Groups(address: string): number[] | undefined {
  if (!isIPv6(address)) return undefined;
  const [bare = ''] = address.split('%');
  const [head = '', tail] = bare.split('::');
  const left = groupsOf(head);
  if (tail === undefined) return left;
  const right = groupsOf(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap(group => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
