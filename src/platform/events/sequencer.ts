import { isDatabaseAway } from '../database/connect.js';
import { atomically } from '../database/tx.js';
import { addJobs } from '../jobs/queue.js';
import type { Platform } from '../platform.js';
import { outside } from '../tracing/span.js';
import { committed } from './outbox.js';
import { CHAIN_STREAM, type DomainEvent, lockSequencing, numberFacts } from './repository.js';
import { jobOf, type Subscriber } from './subscriber.js';

const BATCH = 500;
/** Facts of one subscriber travel in jobs of at most this many. */
const FACTS_PER_JOB = 50;
/** Finds what a node left behind that died between its commit and its hint. */
const POLL_MS = 1_000;

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

  const loop = async (): Promise<void> => {
    do {
      wanted = false;
      while (!stopped && (await sequenceOnce()) === BATCH);
    } while (wanted && !stopped);
  };

  const wake = (): Promise<void> => {
    wanted = true;
    running ??= loop()
      .catch(error => {
        const level = isDatabaseAway(error) ? 'warn' : 'error';
        log[level]({ err: error }, 'sequencing failed; it is tried again');
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  // Numbering is for the facts of all, not part of the request whose commit gave the hint.
  const hinted = (): void => void outside(wake);
  committed.on('facts', hinted);
  const timer = setInterval(hinted, POLL_MS);
  return {
    drain: async () => {
      await running;
      await wake();
    },
    stop: async () => {
      stopped = true;
      committed.off('facts', hinted);
      clearInterval(timer);
      await running;
    },
  };
}

/** A fact of the whole chain is one fact to a subscriber, on however many screens it is shown. */
const isOriginal = ({ storeId, streamId }: DomainEvent): boolean =>
  storeId !== null || streamId === CHAIN_STREAM;

function jobsFor(numbered: DomainEvent[], subscribers: readonly Subscriber[]) {
  const events = numbered.filter(isOriginal);
  return subscribers.flatMap(subscriber => {
    const mine = events.filter(event => subscriber.events.includes(event.event));
    const jobs = [];
    for (let i = 0; i < mine.length; i += FACTS_PER_JOB) {
      const facts = mine
        .slice(i, i + FACTS_PER_JOB)
        .map(({ streamId, seq }) => ({ streamId, seq }));
      jobs.push(jobOf(subscriber, facts));
    }
    return jobs;
  });
}
