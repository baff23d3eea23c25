import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.js';

const RECORDS = [
  'store',
  'site',
  'tax_jurisdiction',
  'product',
  'product_variant',
  'category',
  'brand',
  'product_type',
  'collection',
  'payment_method',
  'campaign',
  'promotion',
  'promo_code',
  'ab_test',
  'task',
  'delivery',
  'purchase_order',
  'zone',
  'par_level',
];

/** Everything another system may hear of. Logins and people are nobody's business. */
export const EVENTS: readonly string[] = [
  'transaction.created',
  'transaction.updated',
  'transaction.completed',
  'transaction.voided',
  'payment.saved',
  'refund.succeeded',
  'refund.failed',
  'refund.given_up',
  'return.created',
  'return.updated',
  'store_credit.saved',
  'fulfillment.created',
  'fulfillment.updated',
  'inventory.changed',
  'inventory_level.deleted',
  'shift.opened',
  'shift.closed',
  ...RECORDS.flatMap(record => [`${record}.saved`, `${record}.deleted`]),
];

/** Sent by hand, to whoever asked for it. */
export const TEST_EVENT = 'webhook.test';

/** `*` is everything, `transaction.*` everything about sales, anything else itself. */
export const covers = (pattern: string, event: string): boolean =>
  pattern === '*' ||
  pattern === event ||
  (pattern.endsWith('.*') && event.startsWith(pattern.slice(0, -1)));

/** Patterns that no event ever fits; a typing error must not look like silence. */
export const pointless = (patterns: readonly string[]): string[] =>
  patterns.filter(pattern => !EVENTS.some(event => covers(pattern, event)));

/** A fact of the whole chain goes to every endpoint, one of a store to those that listen to it. */
export const hears = (
  endpoint: { events: readonly string[]; store_ids: readonly string[] | null },
  fact: { event: string; storeId: string | null },
): boolean =>
  endpoint.events.some(pattern => covers(pattern, fact.event)) &&
  (endpoint.store_ids === null ||
    fact.storeId === null ||
    endpoint.store_ids.includes(fact.storeId));

const PAUSES_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/**
 * How long to wait after so many failed attempts, a fifth more or less so that not all come back
 * at once. Undefined after the eighth, about a day after the first.
 */
export function retryAfterMs(attempts: number, chance = Math.random()): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (0.8 + 0.4 * chance));
}

const LONGEST_PAUSE_AFTER = 4;

/** How long an endpoint gets nothing at all after so many failures in a row: 30 minutes at most. */
export const pauseMs = (failures: number, chance = Math.random()): number =>
  retryAfterMs(Math.min(failures, LONGEST_PAUSE_AFTER), chance) ?? 0;

/** No answer, or one that says "not now": the next delivery would fare no better. */
export const isTheirTrouble = (status: number | undefined): boolean =>
  status === undefined || status === 408 || status === 429 || status >= 500;

const MIN_FAILURES = 20;

/** Not a single success in many attempts over a whole day; a bad hour ends nobody. */
export const isHopeless = (
  streak: { failures_in_row: number; failing_since: Date },
  now: Date,
): boolean =>
  streak.failures_in_row >= MIN_FAILURES &&
  now.getTime() - streak.failing_since.getTime() >= DAY_MS;

/** Names that lead into somebody's own network wherever they are asked for. */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp)$/;

/** What is wrong with an address, as far as it can be seen without asking anybody. */
export function addressProblem(text: string, httpsOnly: boolean): string | undefined {
  if (!URL.canParse(text)) return 'Must be a web address such as https://example.com/hooks.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && (httpsOnly || url.protocol !== 'http:')) {
    return 'Must begin with https://.';
  }
  if (url.username !== '' || url.password !== '') return 'Must not contain a user or password.';
  const host = url.hostname.replace(/\.$/, '').toLowerCase();
  if (INSIDE.test(host) || (!host.includes('.') && !host.includes(':'))) {
    return 'Must lead to a public address.';
  }
  return undefined;
}
