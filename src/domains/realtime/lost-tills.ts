import { SECOND_MS } from '../../platform/clock.js';
import type { Platform } from '../../platform/platform.js';
import {
  clearBasket,
  DISPLAYS_CHANNEL,
  type DisplaysMessage,
  type Place,
} from '../hardware/index.js';

/** A broken socket is usually open again within this time. */
const GRACE_MS = 10 * SECOND_MS;

/** A till has opened a socket, perhaps on another node than the one it lost. */
const TILLS_CHANNEL = 'tills';
type TillsMessage = { opened: Place };

const keyOf = ({ storeId, terminalId }: Place): string => `${storeId}:${terminalId}`;

/**
 * Tills whose last socket on this node has closed. A customer display has a connection of its own, so
 * without this it would show the basket that such a till had last.
 */
export class LostTills {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** Open sockets of each till; one that is used in two tabs has several. */
  private readonly sockets = new Map<string, number>();

  constructor(private readonly platform: Platform) {}

  async start(): Promise<(() => unknown)[]> {
    const { bus } = this.platform;
    return [
      await bus.subscribe(TILLS_CHANNEL, message => this.forget((message as TillsMessage).opened)),
      // A till that sends baskets is there, with or without a socket.
      await bus.subscribe(DISPLAYS_CHANNEL, message => {
        const shown = message as DisplaysMessage;
        if ('shown' in shown) this.forget(shown.place);
      }),
      () => this.stop(),
    ];
  }

  opened(place: Place): void {
    this.forget(place);
    const key = keyOf(place);
    this.sockets.set(key, (this.sockets.get(key) ?? 0) + 1);
    this.platform.bus
      .publish(TILLS_CHANNEL, { opened: place } satisfies TillsMessage)
      .catch((error: unknown) => {
        this.platform.log.warn({ err: error }, 'announcing the socket of a till failed');
      });
  }

  closed(place: Place): void {
    const key = keyOf(place);
    const left = (this.sockets.get(key) ?? 0) - 1;
    if (left > 0) {
      this.sockets.set(key, left);
      return;
    }
    this.sockets.delete(key);
    this.forget(place);
    this.timers.set(key, setTimeout(() => void this.clear(place), GRACE_MS).unref());
  }

  private async clear(place: Place): Promise<void> {
    this.forget(place);
    try {
      await clearBasket(this.platform, place);
    } catch (error) {
      this.platform.log.warn({ err: error }, 'clearing the customer display of a till failed');
    }
  }

  private forget(place: Place): void {
    clearTimeout(this.timers.get(keyOf(place)));
    this.timers.delete(keyOf(place));
  }

  private stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
