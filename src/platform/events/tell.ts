import { atomically } from '../database/tx.js';
import { addJobs } from '../jobs/queue.js';
import { takeOverJobs } from '../jobs/repository.js';
import type { Platform } from '../platform.js';
import { currentSpan, ending, inside } from '../tracing/span.js';
import {
  type DomainEvent,
  eventsByPosition,
  isOriginal,
  noteHeard,
  type Position,
  unheardEvents,
} from './repository.js';
import { HEAR_LATER, hearLaterJob, jobOf, type Subscriber } from './subscriber.js';

/**
 * Runs a subscriber on the facts of one job. When a group fails, its facts are enqueued one by
 * one, so that a single poisonous fact is parked alone and holds nobody up.
 */
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

/** Tells facts to all who hear them at once; a job that dies here is heard again by all. */
export async function tellTogether(
  platform: Platform,
  subscribers: readonly Subscriber[],
  payload: Record<string, unknown>,
): Promise<void> {
  // A job of an older release names a priority, above 0 for those who can wait.
  const canWait = Number(payload.priority ?? 0) > 0;
  const events = await eventsByPosition(platform.db, payload.facts as Position[]);
  await tellAll(platform, whoWaits(subscribers, canWait), events);
}

/** So many facts at a time; under load they are let gather, up to so long. */
const MOST_FACTS = 500;
const MS_PER_FACT = 5;
const LONGEST_GATHERING_MS = 250;
/** Then the next job goes on, so that stopping a node never waits long. */
const LONGEST_RUN_MS = 2_000;
const MOST_TAKEN_OVER = 1_000;

/**
 * Reads on in the log until it has heard everything, for all who can wait. While requests come it
 * gives way to them, so that it hears more facts at a time: one round for many sales.
 */
export async function tellLater(
  platform: Platform,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const { db, traffic } = platform;
  const waiting = whoWaits(subscribers, true);
  const endsAt = performance.now() + LONGEST_RUN_MS;
  for (;;) {
    // Whatever they were added for is committed, so it is read here.
    await takeOverJobs(db, HEAR_LATER, MOST_TAKEN_OVER);
    const events = await unheardEvents(db, MOST_FACTS);
    if (events.length === 0) return;
    const gatherMs = Math.min(LONGEST_GATHERING_MS, MS_PER_FACT * events.length);
    await traffic.behind(async () => {
      await tellAll(platform, waiting, events.filter(isOriginal));
      await noteHeard(db, events);
    }, gatherMs);
    if (performance.now() > endsAt) break;
  }
  await atomically(db, tx => addJobs(tx, [hearLaterJob]));
}

const whoWaits = (subscribers: readonly Subscriber[], canWait: boolean): Subscriber[] =>
  subscribers.filter(one => (one.canWait ?? false) === canWait);

async function tellAll(
  platform: Platform,
  subscribers: readonly Subscriber[],
  events: readonly DomainEvent[],
): Promise<void> {
  for (const subscriber of subscribers) {
    const wanted = events.filter(({ event }) => subscriber.events.includes(event));
    if (wanted.length === 0) continue;
    await asPart(subscriber.name, () => tryTogether(platform, subscriber, wanted));
  }
}

/** One that fails gets its facts again one by one, in jobs of its own name; the others go on. */
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

/** In a trace, what one subscriber does in a shared job can be told from what others do. */
function asPart(name: string, work: () => Promise<void>): Promise<void> {
  const span = currentSpan()?.child(`job ${name}`, 'consumer', { 'tillhouse.job': name });
  return span === undefined ? work() : inside(span, () => ending(span, work));
}
