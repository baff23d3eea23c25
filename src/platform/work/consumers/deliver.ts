import { isDatabaseUnavailable } from '../../database/connect.js';
import { atomically } from '../../database/tx.js';
import { addJobs } from '../../jobs/add-jobs.js';
import type { Platform } from '../../platform.js';
import { currentSpan, endSpanAfter, withSpan } from '../../tracing/span.js';
import type { DomainEvent } from '../events/repository.js';
import { type Consumer, retryJob } from './consumer.js';

const MAX_IN_A_ROW = 5;

export type Delivery = { consumer: Consumer; events: DomainEvent[] };

/** One consumer after the other. */
export async function deliverAll(
  platform: Platform,
  deliveries: readonly Delivery[],
): Promise<void> {
  for (const { consumer, events } of deliveries) {
    await inChildSpan(consumer.name, () => deliverTogether(platform, consumer, events));
  }
}

/**
 * A consumer that fails gets its events one by one. Those that fail alone become jobs, which are
 * retried and then parked; all others are done.
 */
export async function deliverTogether(
  platform: Platform,
  consumer: Consumer,
  events: DomainEvent[],
): Promise<void> {
  let failed = events;
  try {
    await consumer.handle(platform, events);
    return;
  } catch (error) {
    platform.log.warn(
      { err: error, consumer: consumer.name, events: events.length },
      'handling events failed; will retry them one by one',
    );
    const isWorthIt = events.length > 1 && !isDatabaseUnavailable(error);
    if (isWorthIt) failed = await deliverOneByOne(platform, consumer, events);
  }
  if (failed.length === 0) return;
  await atomically(platform.db, tx =>
    addJobs(
      tx,
      failed.map(({ streamId, seq }) => retryJob(consumer, { streamId, seq })),
    ),
  );
}

/** Returns the events that failed. Stops after a few in a row: then the consumer is broken. */
async function deliverOneByOne(
  platform: Platform,
  consumer: Consumer,
  events: readonly DomainEvent[],
): Promise<DomainEvent[]> {
  const failed: DomainEvent[] = [];
  let inARow = 0;
  for (const [index, event] of events.entries()) {
    try {
      await consumer.handle(platform, [event]);
      inARow = 0;
    } catch {
      failed.push(event);
      inARow += 1;
      if (inARow === MAX_IN_A_ROW) return [...failed, ...events.slice(index + 1)];
    }
  }
  return failed;
}

function inChildSpan(name: string, work: () => Promise<void>): Promise<void> {
  const span = currentSpan()?.child(`job ${name}`, 'consumer', { 'tillhouse.job': name });
  return span === undefined ? work() : withSpan(span, () => endSpanAfter(span, work));
}
