import type { JobRequest } from '../jobs/queue.js';
import type { Platform } from '../platform.js';
import type { DomainEvent, Position } from './repository.js';

/**
 * Work that follows from facts. It runs as a job after the commit, at least once: effects that
 * must happen once are guarded by a key of their own (a unique row, a conditional update).
 */
export type Subscriber = {
  /** Name of its job, such as `inventory:commit-sale`. */
  name: string;
  events: readonly string[];
  /**
   * What may come a little later than the answers to requests: it hears the facts of a stream in
   * their order, many at a time. One that fails gets its facts again one by one.
   */
  canWait?: boolean;
  /** Gets one or more facts in order. If it throws for several, each is tried again alone. */
  handle(platform: Platform, events: DomainEvent[]): Promise<void>;
};

const LOW_PRIORITY = 10;

export const jobOf = (subscriber: Subscriber, facts: readonly Position[]): JobRequest => ({
  name: subscriber.name,
  payload: { facts },
  priority: subscriber.canWait ? LOW_PRIORITY : 0,
});

/** The job that tells several subscribers of the same facts; only trouble gets a job of its own. */
export const HEAR = 'events:hear';

export const hearJob = (facts: readonly Position[]): JobRequest => ({
  name: HEAR,
  payload: { facts },
});

/** The job that reads on in the log, for all who can wait: one at a time in the whole installation. */
export const HEAR_LATER = 'events:hear-later';

export const hearLaterJob: JobRequest = {
  name: HEAR_LATER,
  queue: HEAR_LATER,
  priority: LOW_PRIORITY,
};
