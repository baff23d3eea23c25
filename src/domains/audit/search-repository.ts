import { type Reader, statement } from '../../platform/database/tx.js';
import { type EntryFilter, entriesSql, givenTo, type Wanted } from './repository.js';

/** Entries that one page of a search looks through. */
export const MAX_SEARCHED = 20_000;

/** The oldest entry that a page of a search looks through; undefined if it looks through the rest. */
export async function lastSearched(
  reader: Reader,
  filter: EntryFilter,
  beforeId: string | undefined,
  atMost: number,
): Promise<string | undefined> {
  const { q: _, ...all } = filter;
  const values: unknown[] = [];
  const wanted: Wanted = { filter: all, beforeId, fromId: undefined, limit: atMost };
  const [last] = await statement<{ id: string }>(
    reader,
    `select id from (${entriesSql(wanted, 'id', givenTo(values))}) as e order by id desc offset ${atMost - 1}`,
    values,
  );
  return last?.id;
}
