import { invalidField } from '../../../platform/http/failure.js';
import { localDay } from '../../../platform/local-day.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, storeScope } from '../../access/index.js';
import { allStores, type ListedStore, listedStore } from '../../stores/index.js';
import type { Day } from '../rollup/rules.js';

/** The requested store, or all stores the caller may access. */
export async function storesOf(
  platform: Platform,
  caller: Staff,
  ref: string | undefined,
): Promise<readonly ListedStore[]> {
  const scope = storeScope(caller);
  const isVisible = (store: ListedStore) => scope === undefined || scope.includes(store.id);
  if (ref === undefined) return (await allStores(platform)).filter(isVisible);
  const store = await listedStore(platform, ref);
  if (store === undefined || !isVisible(store)) {
    throw invalidField('store', 'There is no such store.');
  }
  return [store];
}

/** The time zone that defines today: that of the stores if they share one, otherwise UTC. */
export function zoneOf(stores: readonly ListedStore[]): string {
  const zones = new Set(stores.map(store => store.time_zone));
  return zones.size === 1 ? ([...zones][0] ?? 'UTC') : 'UTC';
}

/**
 * The date that a report ends with, and its time zone: today in the zone of `zoneOf`, or the later
 * date of a store whose day has already begun, so that its sales of today are not cut off.
 */
export function todayOf(
  stores: readonly ListedStore[],
  now: Date,
): { timeZone: string; today: Day } {
  const zones = [zoneOf(stores), ...stores.map(store => store.time_zone)];
  const days = zones.map(timeZone => ({ timeZone, today: localDay(now, timeZone) }));
  return days.reduce((latest, day) => (day.today > latest.today ? day : latest));
}

/**
 * The most common currency of the stores; on a tie, that of the oldest store. A report is in one
 * currency, because amounts in dollars and euros cannot be added, and it lists the others.
 */
export function mainCurrency(stores: readonly ListedStore[]): string | undefined {
  const uses = new Map<string, number>();
  const oldestFirst = [...stores].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { currency } of oldestFirst) uses.set(currency, (uses.get(currency) ?? 0) + 1);
  return [...uses].sort(([, a], [, b]) => b - a)[0]?.[0];
}
