import { createHash } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';
import type { Log } from './log.js';

const COMMAND_TIMEOUT_MS = 500;
/** A socket without a reply for this long is dead: reconnect. */
const SOCKET_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_MAX_MS = 2_000;
/** After a timeout, commands fail at once for this long instead of timing out one by one. */
const FAIL_FAST_MS = 1_000;
const REFUSAL_LOG_EVERY_MS = 10_000;

/** Redis is not connected, does not answer, or rejects the command. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable';
}

export type RedisConnection = {
  /** Runs one command now or fails at once; nothing is queued for later. */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T>;
  /** For events such as `message`; commands go through `run`. */
  redis: Redis;
  close(): Promise<void>;
};

export type RedisSentinel = { host: string; port: number };

export type RedisConnectionOptions = {
  url: string;
  /** Set: these Sentinels resolve the host of `url`, which is then the name of a primary. */
  sentinels?: readonly RedisSentinel[];
  /** Shown in the log and in Redis' CLIENT LIST. */
  name: string;
  log: Pick<Log, 'info' | 'warn'>;
  /** Called each time Redis answers again after an outage. */
  onRecovered?: () => void;
};

/** Reconnects by itself, fails fast during an outage and logs each outage once. */
export function connectRedis(options: RedisConnectionOptions): RedisConnection {
  const { name, log } = options;
  const redis = openClient(options);
  let isDown = false;
  let closing = false;
  let failFastUntil = 0;
  let refusalLoggedAt = Number.NEGATIVE_INFINITY;

  function lost(error: Error) {
    if (isDown || closing) return;
    isDown = true;
    log.warn({ connection: name, reason: error.message }, 'redis is unavailable');
  }

  function recovered() {
    if (!isDown || closing) return;
    isDown = false;
    failFastUntil = 0;
    log.info({ connection: name }, 'redis is back');
    options.onRecovered?.();
  }

  redis.on('error', lost);
  redis.on('close', () => lost(new Error('connection closed')));
  redis.on('ready', recovered);

  let connecting = true;
  const firstAttempt = attempted(redis).then(() => {
    connecting = false;
  });

  function failed(error: Error): RedisUnavailable {
    if (error.name === 'ReplyError') {
      // Redis answers with an error (out of memory, no permission): not an outage, but worth a line.
      const now = performance.now();
      if (now - refusalLoggedAt >= REFUSAL_LOG_EVERY_MS) {
        refusalLoggedAt = now;
        log.warn({ connection: name, reason: error.message }, 'redis rejected a command');
      }
    } else {
      failFastUntil = performance.now() + FAIL_FAST_MS;
      lost(error);
    }
    return new RedisUnavailable(error.message, { cause: error });
  }

  return {
    redis,
    async run(command) {
      // A service that has just started waits for its first connection instead of failing.
      if (connecting && !closing) await firstAttempt;
      if (closing || redis.status !== 'ready') throw new RedisUnavailable('not connected');
      if (performance.now() < failFastUntil) throw new RedisUnavailable('not answering');
      try {
        const reply = await command(redis);
        recovered();
        return reply;
      } catch (error) {
        throw failed(error as Error);
      }
    },
    async close() {
      if (closing) return;
      closing = true;
      if (redis.status === 'ready') await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
  };
}

/** Resolves after the first connection attempt, successful or not. */
function attempted(redis: Redis): Promise<void> {
  return new Promise(resolve => {
    for (const event of ['ready', 'error', 'close']) redis.once(event, () => resolve());
    setTimeout(resolve, COMMAND_TIMEOUT_MS).unref();
  });
}

function openClient({ url, sentinels = [], name }: RedisConnectionOptions): Redis {
  return new Redis(url, {
    ...(sentinels.length > 0 && watchedBy(sentinels, url)),
    connectionName: `tillhouse-${name}`,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    enableOfflineQueue: false,
    // With 0 a lost connection rejects commands in flight. Resending could count a hit twice.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // The client's own resubscription leaves its rejection unhandled; the bus does it instead.
    autoResubscribe: false,
    retryStrategy: attempt =>
      Math.min(50 * 2 ** (attempt - 1), RECONNECT_MAX_MS) + Math.floor(Math.random() * 100),
    // A primary demoted in a failover keeps its sockets; a new connection finds the new primary.
    reconnectOnError: error => error.message.startsWith('READONLY'),
  });
}

/** The Sentinels announce a new primary, and the connection to the previous one is closed. */
const watchedBy = (sentinels: readonly RedisSentinel[], url: string): RedisOptions => ({
  sentinels: [...sentinels],
  name: decodeURIComponent(new URL(url).hostname),
  failoverDetector: true,
  enableTLSForSentinelMode: url.startsWith('rediss:'),
  sentinelRetryStrategy: attempt => Math.min(50 * attempt, RECONNECT_MAX_MS),
});

export type RedisScript = (
  redis: Redis,
  keys: string[],
  args: (string | number)[],
) => Promise<unknown>;

/** A Lua script, sent by hash, and in full only if the server does not know it yet. */
export function redisScript(lua: string): RedisScript {
  const sha = createHash('sha1').update(lua).digest('hex');
  return async (redis, keys, args) => {
    try {
      return await redis.evalsha(sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(lua, keys.length, ...keys, ...args);
    }
  };
}
