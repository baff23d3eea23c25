import type { Platform } from '../../platform.js';
import { endSpanAfter, withSpan } from '../../tracing/span.js';
import {
  type DomainEvent,
  eventsAfterPositions,
  eventsByPosition,
  isOriginal,
  type Position,
} from '../events/repository.js';
import { type Consumer, type Priority, priorityOf } from './consumer.js';
import { type Delivery, deliverAll, deliverTogether } from './deliver.js';
import { advancePositions, type Unread, unreadPositions } from './position-repository.js';
import type { ReadAhead } from './read-ahead.js';

const MAX_EVENTS = 500;
/** After an outage many streams may have a backlog; a batch takes some of each of these. */
const MAX_STREAMS = 20;

/**
 * While requests arrive, a pause of this many rounds follows each batch, so that the next is
 * larger.
 */
const ROUNDS: Record<Priority, { name: string; rounds: number }> = {
  normal: { name: 'events:dispatch', rounds: 1 },
  low: { name: 'events:dispatch-low', rounds: 2.5 },
};

/**
 * Hands the next unread events to the consumers of a priority and moves their positions; false when
 * there were none. At-least-once: an interrupted batch is redelivered. With `ahead`, the positions of
 * consumers that got nothing are written later.
 */
export async function dispatchBatch(
  platform: Platform,
  priority: Priority,
  consumers: readonly Consumer[],
  ahead?: ReadAhead,
): Promise<boolean> {
  const { db, pacing, tracing } = platform;
  const chosen = consumers.filter(consumer => priorityOf(consumer) === priority);
  const names = chosen.map(({ name }) => name);
  const known = await unreadPositions(db, names, MAX_STREAMS);
  const unread = ahead?.stillUnread(known) ?? known;
  if (unread.length === 0) {
    // The limit of streams was reached, and none had events for these consumers; others may have
    // some.
    const isCrowded = new Set(known.map(({ streamId }) => streamId)).size === MAX_STREAMS;
    await ahead?.write(db, isCrowded ? 'now' : 'due');
    return isCrowded;
  }
  const events = await eventsAfterPositions(db, lowestOf(unread), MAX_EVENTS);
  const deliveries = deliveriesFor(chosen, events.filter(isOriginal), unread);
  const { name, rounds } = ROUNDS[priority];
  const pauseMs = rounds * platform.config.eventRoundMs;
  const round = async (): Promise<void> => {
    await deliverAll(platform, deliveries);
    const served = ahead ? deliveries.map(({ consumer }) => consumer.name) : names;
    if (served.length > 0) await advancePositions(db, served, events);
    ahead?.note(
      names.filter(name => !served.includes(name)),
      events,
    );
    await ahead?.write(db);
  };
  const span =
    deliveries.length === 0
      ? undefined
      : tracing?.start(`job ${name}`, 'consumer', { 'tillhouse.job': name });
  await pacing.run(
    () => (span === undefined ? round() : withSpan(span, () => endSpanAfter(span, round))),
    { atLeastMs: pauseMs, atMostMs: pauseMs },
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

/** Gives each consumer the events with its names after its own position in the stream. */
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

/** The events that a retry job names; jobs of the previous release call them `facts`. */
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
