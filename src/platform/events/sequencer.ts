import { isDatabaseUnavailable } from '../database/connect.js';
import { atomically } from '../database/tx.js';
import type { Platform } from '../platform.js';
import { withoutSpan } from '../tracing/span.js';
import { committed } from './outbox.js';
import { type DomainEvent, lockSequencing, numberFacts } from './repository.js';

const BATCH = 500;
/** Finds what a node left behind that died between its commit and its hint. */
const POLL_MS = 1_000;
/**
 * Rounds begin at least so far apart, except after a rest, and further after one that took many
 * facts: under load one commit serves them all. A screen does not notice.
 */
const ROUND_MS = 20;
const LONGEST_ROUND_MS = 60;
const MS_PER_FACT = 2;
const roundMs = (facts: number): number =>
  Math.min(LONGEST_ROUND_MS, ROUND_MS + MS_PER_FACT * facts);

export const FACTS_CHANNEL = 'events';
/** Says no more than that there are new facts, for those who read them in the log. */
export const NEWS_CHANNEL = 'events:news';

/** What goes over the bus: everything a socket or another node needs to know of numbered facts. */
export type FactsMessage = { events: (Omit<DomainEvent, 'occurredAt'> & { occurredAt: string })[] };

export type Sequencer = { drain(): Promise<void>; stop(): Promise<void> };

/**
 * Gives committed facts their numbers in the log, where subscribers read them, and tells the bus.
 * Any number of nodes may run one.
 */
export function startSequencer({ db, bus, log }: Platform): Sequencer {
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;

  const sequenceOnce = async (): Promise<number> => {
    const events = await atomically(db, async tx => {
      await lockSequencing(tx);
      return numberFacts(tx, BATCH);
    });
    if (events.length > 0) {
      const message: FactsMessage = {
        events: events.map(event => ({ ...event, occurredAt: event.occurredAt.toISOString() })),
      };
      await bus.publish(NEWS_CHANNEL, null);
      await bus.publish(FACTS_CHANNEL, message);
    }
    return events.length;
  };

  const pace = createPace();
  let lastRoundMs = ROUND_MS;
  const loop = async (): Promise<void> => {
    try {
      do {
        await pace.next(lastRoundMs);
        wanted = false;
        let facts = BATCH;
        while (!stopped && facts === BATCH) facts = await sequenceOnce();
        lastRoundMs = roundMs(facts);
      } while (wanted && !stopped);
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      log[level]({ err: error }, 'sequencing failed; it is tried again');
    } finally {
      // In the same breath as the last look at `wanted`: a hint in between would be nobody's.
      running = undefined;
    }
  };

  const wake = (): Promise<void> => {
    wanted = true;
    running ??= loop();
    return running;
  };

  // Numbering is for the facts of all, not part of the request whose commit gave the hint.
  const hinted = (): void => void withoutSpan(wake);
  committed.on('facts', hinted);
  const timer = setInterval(hinted, POLL_MS);
  return {
    drain: async () => {
      pace.hurry();
      await running;
      pace.hurry();
      await wake();
    },
    stop: async () => {
      stopped = true;
      pace.hurry();
      committed.off('facts', hinted);
      clearInterval(timer);
      await running;
    },
  };
}

/** Keeps turns apart; `hurry` lets the present or the next one go at once. */
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
