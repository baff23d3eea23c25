import { isDatabaseUnavailable } from '../../database/connect.js';
import type { LeaderLock } from '../../database/leader-lock.js';
import type { Platform } from '../../platform.js';
import { withoutSpan } from '../../tracing/span.js';
import { NEW_EVENTS_CHANNEL } from '../events/sequencer.js';
import { type Consumer, PRIORITIES, type Priority } from './consumer.js';
import { dispatchBatch } from './dispatch-batch.js';
import { registerConsumers } from './position-repository.js';
import { createReadAhead } from './read-ahead.js';

/** Finds events whose hint was lost. */
const POLL_MS = 1_000;

export type Dispatcher = {
  /** Dispatches everything that is in the log by now. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** Dispatches numbered events to consumers, on the node that holds the leader lock. */
export async function startDispatcher(
  platform: Platform,
  consumers: readonly Consumer[],
  leader: LeaderLock,
): Promise<Dispatcher> {
  await registerConsumers(
    platform.db,
    consumers.map(({ name }) => name),
  );
  const loops = PRIORITIES.map(priority => createLoop(platform, priority, consumers, leader));
  // The work belongs to no request, so it gets a trace of its own.
  const wake = (): void =>
    withoutSpan(() => {
      for (const loop of loops) loop.wake();
    });
  const unsubscribe = await platform.bus.subscribe(NEW_EVENTS_CHANNEL, wake, wake);
  const timer = setInterval(wake, POLL_MS);
  wake();
  return {
    drain: async () => {
      wake();
      await Promise.all(loops.map(loop => loop.idle()));
      for (const loop of loops) await loop.writePositions();
    },
    stop: async () => {
      clearInterval(timer);
      await unsubscribe();
      await Promise.all(loops.map(loop => loop.stop()));
    },
  };
}

function createLoop(
  platform: Platform,
  priority: Priority,
  consumers: readonly Consumer[],
  leader: LeaderLock,
) {
  const ahead = createReadAhead();
  let isStopped = false;
  let isWoken = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    try {
      while (isWoken && !isStopped) {
        isWoken = false;
        if (
          (await leader.isHeld()) &&
          (await dispatchBatch(platform, priority, consumers, ahead))
        ) {
          isWoken = true;
        }
      }
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      platform.log[level]({ err: error, priority }, 'event dispatch failed; will retry');
    } finally {
      // In the same tick as the last check of `isWoken`, so that no wake-up is missed.
      running = undefined;
    }
  };

  return {
    wake: (): void => {
      isWoken = true;
      running ??= run();
    },
    idle: async (): Promise<void> => running,
    writePositions: (): Promise<void> => ahead.write(platform.db, 'now'),
    stop: async (): Promise<void> => {
      isStopped = true;
      await running;
    },
  };
}
