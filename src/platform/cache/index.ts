import type { Log } from '../log.js';
import type { RedisSentinel } from '../redis-connection.js';
import { createMemoryCache, type MemoryCacheOptions } from './memory.js';
import { createRedisCache } from './redis.js';
import type { Cache, TextCache } from './types.js';

export { parseOnce } from './parse-once.js';
export { invalidate, readTextThrough, readThrough } from './read-through.js';
export { type BlockRule, type Cache, CacheUnavailable } from './types.js';

export type CacheOptions = {
  /** Unset: the cache lives in this process. */
  redisUrl?: string;
  redisSentinels?: readonly RedisSentinel[];
  log: Pick<Log, 'info' | 'warn'>;
};

export function createCache({ redisUrl, redisSentinels, log }: CacheOptions): Cache {
  return withJson(
    redisUrl ? createRedisCache({ redisUrl, redisSentinels, log }) : createMemoryCache(),
  );
}

export function createProcessCache(options?: MemoryCacheOptions): Cache {
  return withJson(createMemoryCache(options));
}

function withJson(text: TextCache): Cache {
  return {
    ...text,
    async get<T>(key: string) {
      const found = await text.getText(key);
      return found === undefined ? undefined : (JSON.parse(found) as T);
    },
    async set(key, value, ttlSeconds) {
      const written = JSON.stringify(value);
      if (written === undefined) throw new TypeError('only JSON values can be cached');
      await text.setText(key, written, ttlSeconds);
    },
  };
}
