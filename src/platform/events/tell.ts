import { atomically } from '../database/tx.js';
import { addJobs } from '../jobs/queue.js';
import type { Platform } from '../platform.js';
import { currentSpan, endSpanAfter, withSpan } from '../tracing/span.js';
import {
  type DomainEvent,
  eventsByPosition,
  isOriginal,
  type Listener,
  noteHeard,
  type Position,
  unheardEvents,
} from './repository.js';
import { HEAR, HEAR_LATER, jobOf, type Subscriber } from './subscriber.js';

/** So many facts at a time. */
const MOST_FACTS = 500;

/** While requests come, facts are let gather, up to so long: one round for many sales. */
const MANNERS: Record<Listener, { name: string; msPerFact: number; longestMs: number }> = {
  soon: { name: HEAR, msPerFact: 3, longestMs: 100 },
  later: { name: HEAR_LATER, msPerFact: 5, longestMs: 250 },
};

/**
 * Reads on in the log and tells the subscribers of a listener what is there; false when there was
 * nothing. What it dies in the midst of is told again.
 */
export async function hearNext(
  platform: Platform,
  listener: Listener,
  subscribers: readonly Subscriber[],
): Promise<boolean> {
  const { db, pacing, tracing } = platform;
  const events = await unheardEvents(db, listener, MOST_FACTS);
  if (events.length === 0) return false;
  const { name, msPerFact, longestMs } = MANNERS[listener];
  const news = newsFor(listener, subscribers, events.filter(isOriginal));
  const round = async (): Promise<void> => {
    await tellAll(platform, news);
    await noteHeard(db, listener, events);
  };
  const span =
    news.length === 0
      ? undefined
      : tracing?.start(`job ${name}`, 'consumer', { 'tillhouse.job': name });
  await pacing.run(
    () => (span === undefined ? round() : withSpan(span, () => endSpanAfter(span, round))),
    { atLeastMs: msPerFact * events.length, atMostMs: longestMs },
  );
  return true;
}

type News = { subscriber: Subscriber; events: DomainEvent[] };

/** Who of a listener's subscribers hears what. */
const newsFor = (
  listener: Listener,
  subscribers: readonly Subscriber[],
  events: readonly DomainEvent[],
): News[] =>
  subscribers
    .filter(one => (one.canWait ? 'later' : 'soon') === listener)
    .map(subscriber => ({
      subscriber,
      events: events.filter(({ event }) => subscriber.events.includes(event)),
    }))
    .filter(news => news.events.length > 0);

async function tellAll(platform: Platform, news: readonly News[]): Promise<void> {
  for (const { subscriber, events } of news) {
    await asPart(subscriber.name, () => tryTogether(platform, subscriber, events));
  }
}

/**
 * One that fails gets its facts again one by one, in jobs of its own name, so that a single
 * poisonous fact is parked alone and holds nobody up.
 */
async function tryTogether(
  platform: Platform,
  subscriber: Subscriber,
  events: DomainEvent[],
): Promise<void> {
  try {
    await subscriber.handle(platform, events);
  } catch (error) {
    platform.log.warn({ err: error, job: subscriber.name }, 'facts are tried again one by one');
    await atomically(platform.db, tx =>
      addJobs(
        tx,
        events.map(({ streamId, seq }) => jobOf(subscriber, [{ streamId, seq }])),
      ),
    );
  }
}

/** In a trace, what one subscriber does can be told from what others do. */
function asPart(name: string, work: () => Promise<void>): Promise<void> {
  const span = currentSpan()?.child(`job ${name}`, 'consumer', { 'tillhouse.job': name });
  return span === undefined ? work() : withSpan(span, () => endSpanAfter(span, work));
}

/** Runs a subscriber on the facts of one job. */
export async function tellOne(
  platform: Platform,
  subscriber: Subscriber,
  payload: Record<string, unknown>,
): Promise<void> {
  const facts = payload.facts as Position[];
  const events = await eventsByPosition(platform.db, facts);
  if (facts.length === 1) await subscriber.handle(platform, events);
  else await tryTogether(platform, subscriber, events);
}

/** A job of an older release; it names a priority, above 0 for those who can wait. */
export async function tellTogether(
  platform: Platform,
  subscribers: readonly Subscriber[],
  payload: Record<string, unknown>,
): Promise<void> {
  const listener = Number(payload.priority ?? 0) > 0 ? 'later' : 'soon';
  const events = await eventsByPosition(platform.db, payload.facts as Position[]);
  await tellAll(platform, newsFor(listener, subscribers, events));
}
