import { isDatabaseAway } from '../database/connect.js';
import { atomically } from '../database/tx.js';
import { addJobs, type JobRequest } from '../jobs/queue.js';
import type { Platform } from '../platform.js';
import { outside } from '../tracing/span.js';
import { committed } from './outbox.js';
import { type DomainEvent, isOriginal, lockSequencing, numberFacts } from './repository.js';
import { hearJob, hearLaterJob, jobOf, type Subscriber } from './subscriber.js';

const BATCH = 500;
/** Facts travel to subscribers in jobs of at most this many. */
const FACTS_PER_JOB = 50;
/** Finds what a node left behind that died between its commit and its hint. */
const POLL_MS = 1_000;
/**
 * Rounds begin at least so far apart, except after a rest, and further after one that took many
 * facts: under load one commit and one set of jobs serve them all. A screen does not notice.
 */
const ROUND_MS = 20;
const LONGEST_ROUND_MS = 60;
const MS_PER_FACT = 2;
const roundMs = (facts: number): number =>
  Math.min(LONGEST_ROUND_MS, ROUND_MS + MS_PER_FACT * facts);

export const FACTS_CHANNEL = 'events';

/** What goes over the bus: everything a socket or another node needs to know of numbered facts. */
export type FactsMessage = { events: (Omit<DomainEvent, 'occurredAt'> & { occurredAt: string })[] };

export type Sequencer = { drain(): Promise<void>; stop(): Promise<void> };

/**
 * Gives committed facts their numbers, enqueues the jobs of their subscribers in the same
 * transaction (so exactly once), and tells the bus. Any number of nodes may run one.
 */
export function startSequencer(platform: Platform, subscribers: readonly Subscriber[]): Sequencer {
  const { db, bus, log } = platform;
  let stopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;

  const sequenceOnce = async (): Promise<number> => {
    const events = await atomically(db, async tx => {
      await lockSequencing(tx);
      const numbered = await numberFacts(tx, BATCH);
      await addJobs(tx, jobsFor(numbered, subscribers));
      return numbered;
    });
    if (events.length > 0) {
      const message: FactsMessage = {
        events: events.map(event => ({ ...event, occurredAt: event.occurredAt.toISOString() })),
      };
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
      const level = isDatabaseAway(error) ? 'warn' : 'error';
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
  const hinted = (): void => void outside(wake);
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

/**
 * Subscribers hear the facts together: a sale has ten of them, and a job each would cost the
 * database more than the sale did. Those who can wait are only told that there is news.
 */
function jobsFor(numbered: DomainEvent[], subscribers: readonly Subscriber[]): JobRequest[] {
  if (numbered.length === 0) return [];
  const events = numbered.filter(isOriginal);
  const urgent = subscribers.filter(one => !one.canWait && hearsAny(one, events));
  const wanted = events.filter(event => urgent.some(one => hearsAny(one, [event])));
  const [first, ...others] = urgent;
  const jobs = subscribers.some(one => one.canWait) ? [hearLaterJob] : [];
  for (let i = 0; first !== undefined && i < wanted.length; i += FACTS_PER_JOB) {
    const some = wanted.slice(i, i + FACTS_PER_JOB);
    const facts = some.map(({ streamId, seq }) => ({ streamId, seq }));
    jobs.push(others.length === 0 ? jobOf(first, facts) : hearJob(facts));
  }
  return jobs;
}

const hearsAny = (subscriber: Subscriber, events: readonly DomainEvent[]): boolean =>
  events.some(({ event }) => subscriber.events.includes(event));
