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
  /** Above 0 for what may wait while others, such as stock, are served first. */
  priority?: number;
  /** One job after the other, in the order of the facts; a failed one is tried again later. */
  inOrder?: boolean;
  /** Gets one or more facts in order. If it throws for several, each is tried again alone. */
  handle(platform: Platform, events: DomainEvent[]): Promise<void>;
};

export const jobOf = (subscriber: Subscriber, facts: readonly Position[]): JobRequest => ({
  name: subscriber.name,
  payload: { facts },
  priority: subscriber.priority,
  queue: subscriber.inOrder ? subscriber.name : undefined,
});

/** The job that tells several subscribers of the same facts; only trouble gets a job of its own. */
export const HEAR = 'events:hear';

/** Facts to all subscribers of one priority that want any of them, in as few jobs as there can be. */
export const hearJob = (priority: number, facts: readonly Position[]): JobRequest => ({
  name: HEAR,
  payload: { facts, priority },
  priority,
});

/** Whether it may hear facts together with others, as opposed to in a queue of its own. */
export const hearsWithOthers = (subscriber: Subscriber, priority: number): boolean =>
  !subscriber.inOrder && (subscriber.priority ?? 0) === priority;
