import type { Platform } from '../../../platform/platform.js';
import { countMiss } from './misses-repository.js';
import type { ShopSearch } from './search-products.js';

const MAX_LENGTH = 100;

/**
 * The text of a search that found nothing, as the desk lists it; undefined for one that may be
 * personal: an address, or a number as long as that of a phone or a card.
 */
export function missText(q: string): string | undefined {
  const text = q.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const digits = text.replaceAll(/\D/g, '').length;
  return text === '' || text.length > MAX_LENGTH || text.includes('@') || digits > 6
    ? undefined
    : text;
}

/** Without filters the words alone found nothing. */
export const isMiss = (search: ShopSearch, total: number): boolean => {
  const { category, categories, brand, collection, size, colour } = search;
  const { price_min, price_max, in_stock } = search;
  const ofKind = [category, categories, brand, collection];
  const filters = [...ofKind, size, colour, price_min, price_max, in_stock];
  return search.q !== undefined && total === 0 && !filters.some(Boolean);
};

/** Counts a search that found nothing; a failure to count does not fail the search. */
export async function recordMiss(
  { db, clock, log }: Platform,
  q: string,
  storeId: string | null,
): Promise<void> {
  const text = missText(q);
  if (text === undefined) return;
  try {
    await countMiss(db, { text, storeId, now: clock.now() });
  } catch (error) {
    log.warn({ err: error }, 'counting a search without results failed');
  }
}
