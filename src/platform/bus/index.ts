import type { Log } from '../log.js';
import type { RedisSentinel } from '../redis-connection.js';
import { createMemoryBus } from './memory.js';
import { createRedisBus } from './redis.js';
import type { Bus } from './types.js';

export type { Bus } from './types.js';

export type BusOptions = {
  /** Unset: a single node; messages stay in its process. */
  redisUrl?: string;
  redisSentinels?: readonly RedisSentinel[];
  log: Pick<Log, 'info' | 'warn' | 'error'>;
};

export function createBus({ redisUrl, redisSentinels, log }: BusOptions): Bus {
  return redisUrl ? createRedisBus({ redisUrl, redisSentinels, log }) : createMemoryBus({ log });
}
