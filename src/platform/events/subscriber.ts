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
