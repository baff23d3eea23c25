import { isDatabaseUnavailable } from '../../database/connect.js';
import { atomically } from '../../database/tx.js';
import type { Platform } from '../../platform.js';
import { withoutSpan } from '../../tracing/span.js';
import { committed } from './outbox.js';
import { type DomainEvent, lockSequencing, type Numbered, numberEvents } from './repository.js';

/** Commits per statement. */
const BATCH = 500;
/** Finds events of a node that died between its commit and its hint. */
const POLL_MS = 1_000;
/**
 * Rounds start at least 20 ms apart, and up to 60 ms apart after a round with many events, so that
 * under load one commit numbers many events.
 */
const ROUND_MS = 20;
const LONGEST_ROUND_MS = 60;
const MS_PER_EVENT = 2;
const roundMs = (events: number): number =>
  Math.min(LONGEST_ROUND_MS, ROUND_MS + MS_PER_EVENT * events);

export const EVENTS_CHANNEL = 'events';
/** Carries no data: the log has new events. */
export const NEW_EVENTS_CHANNEL = 'events:new';

/** Numbered events on the bus, with everything that a socket or another node needs. */
export type EventsMessage = {
  events: (Omit<DomainEvent, 'occurredAt'> & { occurredAt: string })[];
};

export type Sequencer = { drain(): Promise<void>; stop(): Promise<void> };

/**
 * Moves committed events into the log, where consumers read them, and publishes them on the bus.
 * Any number of nodes may run one.
 */
export function startSequencer({ db, bus, log }: Platform): Sequencer {
  let isStopped = false;
  let isWoken = false;
  let running: Promise<void> | undefined;

  const sequenceOnce = async (): Promise<Numbered> => {
    const numbered = await atomically(db, async tx => {
      await lockSequencing(tx);
      return numberEvents(tx, BATCH);
    });
    const { events } = numbered;
    if (events.length > 0) {
      const message: EventsMessage = {
        events: events.map(event => ({ ...event, occurredAt: event.occurredAt.toISOString() })),
      };
      await bus.publish(NEW_EVENTS_CHANNEL, null);
      await bus.publish(EVENTS_CHANNEL, message);
    }
    return numbered;
  };

  const pace = createPace();
  let lastRoundMs = ROUND_MS;
  const loop = async (): Promise<void> => {
    try {
      do {
        await pace.next(lastRoundMs);
        isWoken = false;
        let numbered: Numbered;
        do numbered = await sequenceOnce();
        while (!isStopped && numbered.commits === BATCH);
        lastRoundMs = roundMs(numbered.events.length);
      } while (isWoken && !isStopped);
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      log[level]({ err: error }, 'numbering events failed; will retry');
    } finally {
      // In the same tick as the last check of `isWoken`, so that no wake-up is missed.
      running = undefined;
    }
  };

  const wake = (): Promise<void> => {
    isWoken = true;
    running ??= loop();
    return running;
  };

  // Numbering serves all events, so its spans stay out of the trace of the hinting request.
  const hinted = (): void => void withoutSpan(wake);
  committed.on('events', hinted);
  const timer = setInterval(hinted, POLL_MS);
  return {
    drain: async () => {
      pace.hurry();
      await running;
      pace.hurry();
      await wake();
    },
    stop: async () => {
      isStopped = true;
      pace.hurry();
      committed.off('events', hinted);
      clearInterval(timer);
      await running;
    },
  };
}

/** Keeps rounds apart; `hurry` starts the waiting round, or the next one, at once. */
function createPace(): { next(apartMs: number): Promise<void>; hurry(): void } {
  let lastAt = Number.NEGATIVE_INFINITY;
  let isHurried = false;
  let go: () => void = () => undefined;
  return {
    next: async apartMs => {
      const waitMs = lastAt + apartMs - performance.now();
      if (waitMs > 0 && !isHurried) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, waitMs);
          go = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isHurried = false;
      lastAt = performance.now();
    },
    hurry: () => {
      isHurried = true;
      go();
    },
  };
}
