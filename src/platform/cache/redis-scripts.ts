import { redisScript } from '../redis-connection.js';

const PREFIX = 'tillhouse:';
export const valueKey = (key: string) => `${PREFIX}value:${key}`;
export const leaseKey = (key: string) => `${PREFIX}lease:${key}`;
export const countKey = (key: string) => `${PREFIX}count:${key}`;
export const failuresKey = (key: string) => `${PREFIX}failures:${key}`;
export const blockKey = (key: string) => `${PREFIX}block:${key}`;
/** The keys with a block by kind, each with the time at which its block ends. */
export const blocksKey = (kind: string) => `${PREFIX}blocks:${kind}`;

/** Every Redis key that can belong to a cache key. */
export const allKeys = (key: string) =>
  [valueKey, leaseKey, countKey, failuresKey, blockKey].map(name => name(key));

/** KEYS: value, lease. ARGV: new lease, its TTL in ms. Misses share a lease until it expires. */
export const openScript = redisScript(`
  local text = redis.call('GET', KEYS[1])
  if text then return {1, text} end
  local lease = redis.call('GET', KEYS[2]) or ARGV[1]
  redis.call('SET', KEYS[2], lease, 'PX', ARGV[2])
  return {0, lease}`);

// In these two SET comes before DEL: after its first write a script may exceed the memory limit,
// and a full Redis must reject the SET instead.

/** KEYS: value, lease. ARGV: the caller's lease, text, TTL in ms. */
export const keepScript = redisScript(`
  if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  redis.call('DEL', KEYS[2])
  return 1`);

/** KEYS: value, lease. ARGV: text, TTL in ms. */
export const setScript = redisScript(`
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  redis.call('DEL', KEYS[2])
  return 1`);

/** KEYS: counter. ARGV: window in ms. */
export const hitScript = redisScript(`
  local count = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return {count, left}`);

/**
 * KEYS: failures, block, blocks of the kind. ARGV: max, window in ms, block in ms, cache key, mark.
 * The list holds the last failures, oldest first, each with its time in microseconds of Redis'
 * clock, so the clocks of the nodes do not matter, and its mark. `string.format` keeps all digits:
 * Lua would print 1.7e+15.
 * Returns how long the key is blocked, as a negative number if this failure starts the block.
 */
export const blockScript = redisScript(`
  local left = redis.call('PTTL', KEYS[2])
  if left > 0 then return left end
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
  local max, window, block = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local count = redis.call('RPUSH', KEYS[1], string.format('%.0f:', now) .. ARGV[5])
  if count > max then redis.call('LPOP', KEYS[1]) end
  redis.call('PEXPIRE', KEYS[1], window)
  local oldest = tonumber(string.match(redis.call('LINDEX', KEYS[1], 0), '^%d+'))
  if count < max or now - oldest >= window * 1000 then return 0 end
  redis.call('PEXPIRE', KEYS[1], math.min(window, block))
  local started = math.floor(now / 1000)
  redis.call('SET', KEYS[2], string.format('%.0f', started), 'PX', ARGV[3])
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', string.format('%.0f', started))
  redis.call('ZADD', KEYS[3], string.format('%.0f', started + block), ARGV[4])
  if redis.call('PTTL', KEYS[3]) < block then redis.call('PEXPIRE', KEYS[3], block) end
  return -block`);

/** KEYS: failures, block, blocks of the kind. ARGV: mark, max, cache key. */
export const forgetScript = redisScript(`
  for _, failure in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
    if string.match(failure, '^%d+:(.*)$') == ARGV[1] then redis.call('LREM', KEYS[1], 0, failure) end
  end
  if redis.call('LLEN', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('DEL', KEYS[2])
  redis.call('ZREM', KEYS[3], ARGV[3])
  return 1`);
