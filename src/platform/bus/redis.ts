import { randomUUID } from 'node:crypto';
import type { Log } from '../log.js';
import { connectRedis, type RedisSentinel, RedisUnavailable } from '../redis-connection.js';
import { type Frame, readFrame, writeFrame } from './frame.js';
import { createHub, type Hub, toText } from './hub.js';
import type { Bus } from './types.js';

const PREFIX = 'tillhouse:bus:';
/** A subscriber sends nothing, so without a ping a dead socket goes unnoticed. */
const HEARTBEAT_MS = 5_000;

type Link = {
  url: string;
  sentinels?: readonly RedisSentinel[];
  node: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
};

type RedisBusOptions = {
  redisUrl: string;
  redisSentinels?: readonly RedisSentinel[];
  log: Link['log'];
};

/**
 * The bus that all nodes share. Listeners on the publishing node are called directly and ignore
 * the echo from Redis, so they get each message once whether Redis is available or not.
 */
export function createRedisBus({ redisUrl, redisSentinels, log }: RedisBusOptions): Bus {
  const hub = createHub(log);
  const link = { url: redisUrl, sentinels: redisSentinels, node: randomUUID(), log };
  const sender = createSender(link);
  const receiver = createReceiver(link, hub);

  return {
    async publish(channel, message) {
      const text = toText(message);
      hub.deliver(channel, text);
      await sender.send(channel, { kind: 'message', text });
    },
    async subscribe(channel, listener, missed) {
      const remove = hub.add(channel, listener, missed);
      // Sent for every listener, so that each is subscribed once its promise resolves.
      await receiver.send('subscribe', [channel]);
      return async () => {
        remove();
        if (!hub.has(channel)) await receiver.send('unsubscribe', [channel]);
      };
    },
    async ping() {
      await Promise.all([sender.ping(), receiver.ping()]);
    },
    async close() {
      hub.clear();
      await Promise.all([sender.close(), receiver.close()]);
    },
  };
}

function createSender({ url, sentinels, node, log }: Link) {
  /** Channels with a message that Redis did not take. */
  const unsent = new Set<string>();

  async function send(channel: string, frame: Omit<Frame, 'node'>) {
    try {
      const raw = writeFrame({ node, ...frame });
      await connection.run(redis => redis.publish(PREFIX + channel, raw));
    } catch (error) {
      if (!(error instanceof RedisUnavailable)) throw error;
      unsent.add(channel);
    }
  }

  function onRecovered() {
    const channels = [...unsent];
    unsent.clear();
    for (const channel of channels) void send(channel, { kind: 'missed', text: '' });
  }

  const connection = connectRedis({ url, sentinels, name: 'bus-publish', log, onRecovered });
  return {
    send,
    ping: () => connection.run(redis => redis.ping()),
    close: () => connection.close(),
  };
}

function createReceiver({ url, sentinels, node, log }: Link, hub: Hub) {
  /** If Redis is unavailable, `onRecovered` subscribes to all channels of the hub. */
  async function send(verb: 'subscribe' | 'unsubscribe', channels: string[]) {
    if (channels.length === 0) return;
    const names = channels.map(channel => PREFIX + channel);
    try {
      await connection.run(redis => redis[verb](...names));
    } catch (error) {
      if (!(error instanceof RedisUnavailable)) throw error;
    }
  }

  function onRecovered() {
    const channels = hub.channels();
    void send('subscribe', channels).then(() => hub.missed(channels));
  }

  function receive(name: string, raw: string) {
    const channel = name.slice(PREFIX.length);
    const frame = readFrame(raw);
    if (!frame) log.warn({ channel }, 'bus message has an unknown format');
    else if (frame.node === node) return;
    else if (frame.kind === 'missed') hub.missed([channel]);
    else hub.deliver(channel, frame.text);
  }

  const connection = connectRedis({ url, sentinels, name: 'bus-subscribe', log, onRecovered });
  connection.redis.on('message', receive);
  const ping = () => connection.run(redis => redis.ping());
  const heartbeat = setInterval(() => void ping().catch(() => undefined), HEARTBEAT_MS).unref();

  return {
    send,
    ping,
    close() {
      clearInterval(heartbeat);
      return connection.close();
    },
  };
}
