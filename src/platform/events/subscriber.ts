import type { JobRequest } from '../jobs/queue.js';
import type { Platform } from '../platform.js';
import type { EventDefinition, RecordedBy } from './define-event.js';
import type { DomainEvent, Position } from './repository.js';

/**
 * Work that follows from events. It runs after the commit, at least once: an effect that must
 * happen once has a guard of its own (a unique row, a conditional update).
 */
export type Subscriber = {
  /** Its name, such as `inventory:commit-sale`, also that of its jobs when it failed. */
  name: string;
  events: readonly string[];
  /** Set where a delay of up to 250 ms is fine; under load such events are handled in larger batches. */
  canWait?: boolean;
  /** Gets one or more events, each stream in order. If it throws, each event is retried by its own job. */
  handle(platform: Platform, events: DomainEvent[]): Promise<void>;
};

/** A subscriber whose events are typed by the definitions that it lists. */
export const subscriber = <const Definitions extends readonly EventDefinition[]>({
  events,
  ...rest
}: Omit<Subscriber, 'events' | 'handle'> & {
  events: Definitions;
  handle(platform: Platform, events: RecordedBy<Definitions[number]>[]): Promise<void>;
}): Subscriber => ({
  ...rest,
  events: events.map(({ event }) => event),
  // The dispatcher passes only events of the names above.
  handle: (platform, batch) => rest.handle(platform, batch as RecordedBy<Definitions[number]>[]),
});

const LOW_PRIORITY = 10;

export const jobOf = (subscriber: Subscriber, events: readonly Position[]): JobRequest => ({
  name: subscriber.name,
  // Jobs of older releases carry this key, too.
  payload: { facts: events },
  priority: subscriber.canWait ? LOW_PRIORITY : 0,
});

/** Names of the dispatch rounds in traces. Older releases enqueued jobs of these names. */
export const HEAR = 'events:hear';
export const HEAR_LATER = 'events:hear-later';
