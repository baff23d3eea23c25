import type { Log } from '../log.js';
import type { Listener } from './types.js';

type Subscriber = { listener: Listener; missed: (() => void) | undefined };

export type Hub = {
  add(channel: string, listener: Listener, missed?: () => void): () => void;
  has(channel: string): boolean;
  channels(): string[];
  /** Calls the listeners of a channel; text that a listener publishes is delivered afterwards. */
  deliver(channel: string, text: string): void;
  missed(channels: string[]): void;
  clear(): void;
};

/** The listeners of this node. A listener that throws does not affect the others. */
export function createHub(log: Pick<Log, 'error'>): Hub {
  const subscribers = new Map<string, Set<Subscriber>>();
  const waiting: { channel: string; text: string }[] = [];
  let delivering = false;

  function guarded(channel: string, call: () => unknown) {
    const failed = (err: unknown) => log.error({ err, channel }, 'bus listener failed');
    try {
      const result = call();
      // The type admits async listeners; a rejection must not end the process.
      if (result instanceof Promise) result.catch(failed);
    } catch (err) {
      failed(err);
    }
  }

  function each(channel: string, call: (subscriber: Subscriber) => unknown) {
    for (const subscriber of [...(subscribers.get(channel) ?? [])]) {
      guarded(channel, () => call(subscriber));
    }
  }

  return {
    add(channel, listener, missed) {
      const subscriber = { listener, missed };
      const peers = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, peers.add(subscriber));
      return () => {
        peers.delete(subscriber);
        if (peers.size === 0 && subscribers.get(channel) === peers) subscribers.delete(channel);
      };
    },
    has: channel => subscribers.has(channel),
    channels: () => [...subscribers.keys()],
    deliver(channel, text) {
      waiting.push({ channel, text });
      if (delivering) return;
      delivering = true;
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { channel, text } = next;
        each(channel, ({ listener }) => listener(JSON.parse(text)));
      }
      delivering = false;
    },
    missed(channels) {
      for (const channel of channels) each(channel, subscriber => subscriber.missed?.());
    },
    clear: () => subscribers.clear(),
  };
}

export function toText(message: unknown): string {
  const text = JSON.stringify(message);
  if (text === undefined) throw new TypeError('only JSON values can be published');
  return text;
}
