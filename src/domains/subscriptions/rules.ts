import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import { steps } from '../../platform/work/queues/back-off.js';
import { events } from '../event-map.js';

/** The events that other systems may subscribe to. Logins and people are not among them. */
export const EVENTS: readonly string[] = events
  .filter(({ webhook }) => webhook)
  .map(({ event }) => event);

/** Sent to one endpoint on request. */
export const TEST_EVENT = 'webhook.test';

/** `*` covers every event, `transaction.*` every event about sales, a name only itself. */
export const covers = (pattern: string, event: string): boolean =>
  pattern === '*' ||
  pattern === event ||
  (pattern.endsWith('.*') && event.startsWith(pattern.slice(0, -1)));

/** Patterns that match no event, such as a misspelled name. */
export const unmatched = (patterns: readonly string[]): string[] =>
  patterns.filter(pattern => !EVENTS.some(event => covers(pattern, event)));

/** An event without a store goes to every endpoint, any other to the endpoints of its store. */
export const isSubscribed = (
  endpoint: { events: readonly string[]; store_ids: readonly string[] | null },
  event: { event: string; storeId: string | null },
): boolean =>
  endpoint.events.some(pattern => covers(pattern, event.event)) &&
  (endpoint.store_ids === null ||
    event.storeId === null ||
    endpoint.store_ids.includes(event.storeId));

/** Eight attempts over about a day. */
export const deliveryBackOff = steps(
  [
    10 * SECOND_MS,
    MINUTE_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    6 * HOUR_MS,
    12 * HOUR_MS,
  ],
  0.2,
);

const LONGEST_PAUSE_AFTER = 4;

/** Pause of all deliveries to an endpoint after consecutive failures; 30 minutes at most. */
export const endpointPauseMs = (failures: number, chance?: number): number =>
  deliveryBackOff(Math.min(failures, LONGEST_PAUSE_AFTER), chance) ?? 0;

/** No answer or a temporary refusal: the next delivery would fail as well. */
export const isUnavailable = (status: number | undefined): boolean =>
  status === undefined || status === 408 || status === 429 || status >= 500;

const MIN_FAILURES = 20;

/** No success in 20 attempts over a whole day; a bad hour does not disable an endpoint. */
export const isDead = (
  streak: { failures_in_row: number; failing_since: Date },
  now: Date,
): boolean =>
  streak.failures_in_row >= MIN_FAILURES &&
  now.getTime() - streak.failing_since.getTime() >= DAY_MS;
