import { invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { type Staff, storeScope } from '../../access/index.js';
import { allStores, type ListedStore, listedStore } from '../../stores/index.js';

/** The stores of a report: the one asked for, or all the caller may see. */
export async function storesOf(
  platform: Platform,
  caller: Staff,
  ref: string | undefined,
): Promise<readonly ListedStore[]> {
  const scope = storeScope(caller);
  const mayBeSeen = (store: ListedStore) => scope === undefined || scope.includes(store.id);
  if (ref === undefined) return (await allStores(platform)).filter(mayBeSeen);
  const store = await listedStore(platform, ref);
  if (store === undefined || !mayBeSeen(store)) {
    throw invalidField('store', 'There is no such store.');
  }
  return [store];
}

/** Whose clock says what today is: that of the stores if they share one, else UTC. */
export function zoneOf(stores: readonly ListedStore[]): string {
  const zones = new Set(stores.map(store => store.time_zone));
  return zones.size === 1 ? ([...zones][0] ?? 'UTC') : 'UTC';
}

/**
 * The currency that most stores use, that of the oldest where there are as many: dollars and euros
 * have no sum, so a report is in one of them and names the others.
 */
export function mainCurrency(stores: readonly ListedStore[]): string | undefined {
  const uses = new Map<string, number>();
  const oldestFirst = [...stores].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { currency } of oldestFirst) uses.set(currency, (uses.get(currency) ?? 0) + 1);
  return [...uses].sort(([, a], [, b]) => b - a)[0]?.[0];
}
