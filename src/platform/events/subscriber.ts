import type { JobRequest } from '../jobs/queue.js';
import type { Platform } from '../platform.js';
import type { DomainEvent, Position } from './repository.js';

/**
 * Work that follows from facts. It runs after the commit, at least once: effects that must happen
 * once are guarded by a key of their own (a unique row, a conditional update).
 */
export type Subscriber = {
  /** Its name, such as `inventory:commit-sale`, also that of its jobs when it failed. */
  name: string;
  events: readonly string[];
  /**
   * What may come a little later than the answers to requests, so that many facts are heard at a
   * time while there are many.
   */
  canWait?: boolean;
  /** Gets one or more facts, each stream in its order. If it throws, each is tried again by a job of its own. */
  handle(platform: Platform, events: DomainEvent[]): Promise<void>;
};

const LOW_PRIORITY = 10;

export const jobOf = (subscriber: Subscriber, facts: readonly Position[]): JobRequest => ({
  name: subscriber.name,
  payload: { facts },
  priority: subscriber.canWait ? LOW_PRIORITY : 0,
});

/** What hearing is called in a trace. An older release had jobs of these names, and told facts by them. */
export const HEAR = 'events:hear';
export const HEAR_LATER = 'events:hear-later';
