import type { Reader } from '../../platform/database/tx.js';
import { type EntryFilter, type ListedEntry, listEntries } from './repository.js';
import { lastSearched, MAX_SEARCHED } from './search-repository.js';

export type Found = {
  entries: ListedEntry[];
  /** The last entry that was looked at, if older ones may follow. */
  last: string | undefined;
};

/**
 * A page of entries. A search looks through a limited number of them, so its page may have fewer
 * entries than asked for, or none, and older ones follow.
 */
export async function findEntries(
  reader: Reader,
  filter: EntryFilter,
  beforeId: string | undefined,
  limit: number,
  maxSearched: number = MAX_SEARCHED,
): Promise<Found> {
  const isSearch = filter.q !== undefined;
  // Read first: an entry that is written between the two statements moves no end of a page.
  const fromId = isSearch ? await lastSearched(reader, filter, beforeId, maxSearched) : undefined;
  const found = await listEntries(reader, { filter, beforeId, fromId, limit: limit + 1 });
  const entries = found.slice(0, limit);
  return { entries, last: found.length > limit ? entries.at(-1)?.id : fromId };
}
