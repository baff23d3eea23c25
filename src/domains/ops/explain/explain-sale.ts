import type { Reader } from '../../../platform/database/tx.js';
import { jobsMentioning } from '../../../platform/jobs/graphile/payload-repository.js';
import type { Consumer } from '../../../platform/work/consumers/consumer.js';
import { CHAIN_STREAM } from '../../../platform/work/events/repository.js';
import { MONEY_PARTS } from './money-repository.js';
import { type Entry, findSale, readParts, SALE_PARTS, type StoredSale } from './sale-repository.js';
import {
  deliveriesOf,
  eventsOfSale,
  idsOfSale,
  positionsIn,
  type SaleEvent,
  WORK_PARTS,
} from './work-repository.js';

export type SaleTrace = {
  sale: StoredSale;
  /** Ids under which log lines and other systems may know the sale. */
  ids: string[];
  /** Oldest first. */
  entries: Entry[];
};

/** All that the database knows about one sale, in the order of time; undefined if there is none. */
export async function explainSale(
  reader: Reader,
  consumers: readonly Consumer[],
  given: string,
): Promise<SaleTrace | undefined> {
  const sale = await findSale(reader, given);
  if (sale === undefined) return undefined;
  const ids = await idsOfSale(reader, sale);
  const events = await eventsOfSale(reader, sale, ids);
  const entries = [
    ...(await readParts(reader, sale, [...SALE_PARTS, ...MONEY_PARTS, ...WORK_PARTS])),
    ...(await eventEntries(reader, consumers, events)),
    ...(await jobEntries(reader, ids, events)),
    ...(await deliveryEntries(reader, events)),
  ];
  return { sale, ids, entries: entries.sort((a, b) => a.at.getTime() - b.at.getTime()) };
}

/** Each event with its number and the consumers that have not read that far. */
async function eventEntries(
  reader: Reader,
  consumers: readonly Consumer[],
  events: readonly SaleEvent[],
): Promise<Entry[]> {
  const positions = await positionsIn(reader, [...new Set(events.map(one => one.stream_id))]);
  const isWaiting = (consumer: string, { stream_id, seq }: SaleEvent): boolean =>
    (positions.find(at => at.consumer === consumer && at.stream_id === stream_id)?.seq ?? 0) < seq;
  return events.map(event => {
    const waiting = consumers
      .filter(({ name, events: names }) => names.includes(event.event) && isWaiting(name, event))
      .map(({ name }) => name);
    const status = event.status === null ? '' : ` (${event.status})`;
    const stream = event.stream_id === CHAIN_STREAM ? 'chain' : 'store';
    const lag = waiting.length === 0 ? '' : `, not yet read by ${waiting.join(', ')}`;
    return {
      at: event.occurred_at,
      kind: 'event',
      text: `${event.event}${status}, number ${event.seq} of the ${stream}${lag}`,
      needsWork: waiting.length > 0,
    };
  });
}

/** Jobs about the sale itself, and retries of its events, which name them by stream and number. */
async function jobEntries(
  reader: Reader,
  ids: readonly string[],
  events: readonly SaleEvent[],
): Promise<Entry[]> {
  const streams = [...new Set(events.map(event => event.stream_id))];
  const jobs = await jobsMentioning(reader, [...ids, ...streams]);
  const isOfEvent = (payload: string): boolean => {
    const { events: retried = [] } = JSON.parse(payload) as {
      events?: { streamId: string; seq: number }[];
    };
    return retried.some(({ streamId, seq }) =>
      events.some(event => event.stream_id === streamId && event.seq === seq),
    );
  };
  return jobs
    .filter(({ payload }) => ids.some(id => payload.includes(id)) || isOfEvent(payload))
    .map(job => ({
      at: job.created_at,
      kind: 'job',
      text: `${job.name}, ${job.attempts} of ${job.max_attempts} attempts${
        job.last_error === null ? '' : `: ${job.last_error}`
      }`,
      needsWork: true,
    }));
}

async function deliveryEntries(reader: Reader, events: readonly SaleEvent[]): Promise<Entry[]> {
  const deliveries = await deliveriesOf(
    reader,
    events.map(({ id }) => id),
  );
  return deliveries.map(delivery => ({ kind: 'webhook out', ...delivery }));
}
