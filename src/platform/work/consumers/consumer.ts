import type { JobRequest } from '../../jobs/add-jobs.js';
import type { Platform } from '../../platform.js';
import type { EventDefinition, RecordedBy } from '../events/define-event.js';
import type { DomainEvent, Position } from '../events/repository.js';

/** Low priority: a delay of 250 ms is fine, so that under load events are handled in larger batches. */
export const PRIORITIES = ['normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * Work that follows from events. It runs after the commit, at least once: an effect that must
 * happen once has a guard of its own (a unique row, a conditional update).
 */
export type Consumer = {
  /** Such as `transactions:commit-stock`. Its positions in the log and its retry jobs carry this name. */
  name: string;
  events: readonly string[];
  /** Normal unless given. */
  priority?: Priority;
  /** Gets one or more events, each stream in order. If it throws, each event is retried by its own job. */
  handle(platform: Platform, events: DomainEvent[]): Promise<void>;
};

/** A consumer whose events are typed by the definitions that it lists. */
export const defineConsumer = <const Definitions extends readonly EventDefinition[]>({
  events,
  ...rest
}: Omit<Consumer, 'events' | 'handle'> & {
  events: Definitions;
  handle(platform: Platform, events: RecordedBy<Definitions[number]>[]): Promise<void>;
}): Consumer => ({
  ...rest,
  events: events.map(({ event }) => event),
  // The dispatcher passes only events of the names above.
  handle: (platform, batch) => rest.handle(platform, batch as RecordedBy<Definitions[number]>[]),
});

export const priorityOf = ({ priority = 'normal' }: Consumer): Priority => priority;

/** graphile-worker runs lower numbers first. */
const JOB_PRIORITY: Record<Priority, number> = { normal: 0, low: 10 };

/** Retries one event for one consumer. */
export const retryJob = (consumer: Consumer, position: Position): JobRequest => ({
  name: consumer.name,
  payload: { events: [position] },
  priority: JOB_PRIORITY[priorityOf(consumer)],
});
