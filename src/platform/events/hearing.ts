import { isDatabaseUnavailable } from '../database/connect.js';
import type { LeaderLock } from '../database/leader-lock.js';
import type { Platform } from '../platform.js';
import { withoutSpan } from '../tracing/span.js';
import { LISTENERS, type Listener } from './repository.js';
import { NEWS_CHANNEL } from './sequencer.js';
import type { Subscriber } from './subscriber.js';
import { hearNext } from './tell.js';

/** Finds what nobody gave a hint of. */
const POLL_MS = 1_000;

export type Hearing = {
  /** Hears what is there by now. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** Tells subscribers what the log says, as soon as it is numbered. Of all nodes one at a time does. */
export async function startHearing(
  platform: Platform,
  subscribers: readonly Subscriber[],
  leader: LeaderLock,
): Promise<Hearing> {
  const ears = LISTENERS.map(listener => createEar(platform, listener, subscribers, leader));
  // Whoever gave the hint is not asking for this work, it is for all.
  const wake = (): void =>
    withoutSpan(() => {
      for (const ear of ears) ear.wake();
    });
  const unsubscribe = await platform.bus.subscribe(NEWS_CHANNEL, wake, wake);
  const timer = setInterval(wake, POLL_MS);
  wake();
  return {
    drain: async () => {
      wake();
      await Promise.all(ears.map(ear => ear.rest()));
    },
    stop: async () => {
      clearInterval(timer);
      await unsubscribe();
      await Promise.all(ears.map(ear => ear.stop()));
    },
  };
}

function createEar(
  platform: Platform,
  listener: Listener,
  subscribers: readonly Subscriber[],
  leader: LeaderLock,
) {
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;

  const listen = async (): Promise<void> => {
    try {
      while (wanted && !stopped) {
        wanted = false;
        if ((await leader.isHeld()) && (await hearNext(platform, listener, subscribers))) {
          wanted = true;
        }
      }
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      platform.log[level]({ err: error, listener }, 'facts were not heard; it is tried again');
    } finally {
      // In the same breath as the last look at `wanted`: a hint in between would be nobody's.
      running = undefined;
    }
  };

  return {
    wake: (): void => {
      wanted = true;
      running ??= listen();
    },
    rest: async (): Promise<void> => running,
    stop: async (): Promise<void> => {
      stopped = true;
      await running;
    },
  };
}
