import type { Log } from '../log.js';
import { createHub, toText } from './hub.js';
import type { Bus } from './types.js';

/** The bus of a single node: listeners run inside `publish`. */
export function createMemoryBus({ log }: { log: Pick<Log, 'error'> }): Bus {
  const hub = createHub(log);
  return {
    publish: async (channel, message) => hub.deliver(channel, toText(message)),
    async subscribe(channel, listener, missed) {
      const remove = hub.add(channel, listener, missed);
      return async () => remove();
    },
    ping: async () => undefined,
    close: async () => hub.clear(),
  };
}
