import { atomically } from '../../database/tx.js';
import { addJobs } from '../../jobs/add-jobs.js';
import type { Platform } from '../../platform.js';
import { currentSpan, endSpanAfter, withSpan } from '../../tracing/span.js';
import {
  type DomainEvent,
  eventsAfterPositions,
  eventsByPosition,
  isOriginal,
  type Position,
} from '../events/repository.js';
import { type Consumer, type Priority, priorityOf, retryJob } from './consumer.js';
import { advancePositions, type Unread, unreadPositions } from './position-repository.js';

const MAX_EVENTS = 500;
/** After an outage many streams may have a backlog; a batch takes some of each of these. */
const MAX_STREAMS = 20;

/** While requests arrive, a batch is followed by a pause, so that the next one is larger. */
const PACING: Record<Priority, { name: string; msPerEvent: number; longestMs: number }> = {
  normal: { name: 'events:dispatch', msPerEvent: 3, longestMs: 100 },
  low: { name: 'events:dispatch-low', msPerEvent: 5, longestMs: 250 },
};

/**
 * Hands the next unread events to the consumers of a priority and moves their positions; false when
 * there were none. At-least-once: an interrupted batch is redelivered.
 */
export async function dispatchBatch(
  platform: Platform,
  priority: Priority,
  consumers: readonly Consumer[],
): Promise<boolean> {
  const { db, pacing, tracing } = platform;
  const chosen = consumers.filter(consumer => priorityOf(consumer) === priority);
  const names = chosen.map(({ name }) => name);
  const unread = await unreadPositions(db, names, MAX_STREAMS);
  if (unread.length === 0) return false;
  const events = await eventsAfterPositions(db, lowestOf(unread), MAX_EVENTS);
  const deliveries = deliveriesFor(chosen, events.filter(isOriginal), unread);
  const { name, msPerEvent, longestMs } = PACING[priority];
  const round = async (): Promise<void> => {
    await deliverAll(platform, deliveries);
    await advancePositions(db, names, events);
  };
  const span =
    deliveries.length === 0
      ? undefined
      : tracing?.start(`job ${name}`, 'consumer', { 'tillhouse.job': name });
  await pacing.run(
    () => (span === undefined ? round() : withSpan(span, () => endSpanAfter(span, round))),
    { atLeastMs: msPerEvent * events.length, atMostMs: longestMs },
  );
  return true;
}

/** The lowest position of any consumer in each stream. */
function lowestOf(unread: readonly Unread[]): Position[] {
  const lowest = new Map<string, number>();
  for (const { streamId, seq } of unread) {
    lowest.set(streamId, Math.min(seq, lowest.get(streamId) ?? seq));
  }
  return [...lowest].map(([streamId, seq]) => ({ streamId, seq }));
}

type Delivery = { consumer: Consumer; events: DomainEvent[] };

/** Which consumer gets which events: of its names, after its own position in the stream. */
function deliveriesFor(
  consumers: readonly Consumer[],
  events: readonly DomainEvent[],
  unread: readonly Unread[],
): Delivery[] {
  const positions = new Map<string, Map<string, number>>();
  for (const { consumer, streamId, seq } of unread) {
    const streams = positions.get(consumer);
    if (streams === undefined) positions.set(consumer, new Map([[streamId, seq]]));
    else streams.set(streamId, seq);
  }
  return consumers
    .map(consumer => {
      const streams = positions.get(consumer.name);
      const isNew = ({ event, streamId, seq }: DomainEvent): boolean =>
        consumer.events.includes(event) && seq > (streams?.get(streamId) ?? Infinity);
      return { consumer, events: events.filter(isNew) };
    })
    .filter(delivery => delivery.events.length > 0);
}

async function deliverAll(platform: Platform, deliveries: readonly Delivery[]): Promise<void> {
  for (const { consumer, events } of deliveries) {
    await inChildSpan(consumer.name, () => deliverTogether(platform, consumer, events));
  }
}

/** A consumer that fails gets its events one by one in jobs, so that a bad event is parked alone. */
async function deliverTogether(
  platform: Platform,
  consumer: Consumer,
  events: DomainEvent[],
): Promise<void> {
  try {
    await consumer.handle(platform, events);
  } catch (error) {
    platform.log.warn(
      { err: error, consumer: consumer.name },
      'handling events failed; will retry them one by one',
    );
    await atomically(platform.db, tx =>
      addJobs(
        tx,
        events.map(({ streamId, seq }) => retryJob(consumer, { streamId, seq })),
      ),
    );
  }
}

function inChildSpan(name: string, work: () => Promise<void>): Promise<void> {
  const span = currentSpan()?.child(`job ${name}`, 'consumer', { 'tillhouse.job': name });
  return span === undefined ? work() : withSpan(span, () => endSpanAfter(span, work));
}

/** The events that a retry job names; jobs of the release before call them `facts`. */
const positionsIn = (payload: Record<string, unknown>): Position[] =>
  (payload.events ?? payload.facts) as Position[];

/** Runs the retry job of one consumer. */
export async function retryEvents(
  platform: Platform,
  consumer: Consumer,
  payload: Record<string, unknown>,
): Promise<void> {
  const positions = positionsIn(payload);
  const events = await eventsByPosition(platform.db, positions);
  if (positions.length === 1) await consumer.handle(platform, events);
  else await deliverTogether(platform, consumer, events);
}

/** Older releases dispatched by jobs of this name; one with a priority above 0 is for low priority. */
export const LEGACY_DISPATCH = 'events:hear';

export async function runLegacyDispatch(
  platform: Platform,
  consumers: readonly Consumer[],
  payload: Record<string, unknown>,
): Promise<void> {
  const priority: Priority = Number(payload.priority ?? 0) > 0 ? 'low' : 'normal';
  const chosen = consumers.filter(consumer => priorityOf(consumer) === priority);
  const events = await eventsByPosition(platform.db, positionsIn(payload));
  await deliverAll(
    platform,
    chosen
      .map(consumer => ({
        consumer,
        events: events.filter(({ event }) => consumer.events.includes(event)),
      }))
      .filter(delivery => delivery.events.length > 0),
  );
}
