import { atomically } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import { decodeCursor, idCursor } from '../../platform/http/paginate.js';
import { isUuid } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import {
  type FoundCustomer,
  listCustomers,
  type SearchKey,
  searchCustomers,
} from '../people/index.js';
import { countryOf } from './country-of.js';
import { phonesIn } from './phones-in.js';

/** Customers that fit the search, best first; without one the newest first. */
export async function findCustomers(
  platform: Platform,
  caller: Staff,
  query: { search?: string; cursor?: string },
  limit: number,
): Promise<FoundCustomer[]> {
  const text = query.search?.trim().replaceAll(/\s+/g, ' ');
  if (text === undefined) return listCustomers(platform.db, idCursor(query.cursor), limit);
  if (text === '') throw invalidField('search', 'Enter a phone number, address, name or card.');
  const after = searchKey(query.cursor);
  const phones = phonesIn(text, await countryOf(platform, caller, undefined));
  return atomically(platform.db, tx => searchCustomers(tx, { text, phones }, after, limit));
}

function searchKey(cursor: string | undefined): SearchKey | undefined {
  const key = decodeCursor(cursor, 3);
  if (key === undefined) return undefined;
  const [rank, distance, id] = key;
  const isKey =
    Number.isInteger(rank) && Number.isInteger(distance) && typeof id === 'string' && isUuid(id);
  if (isKey) return { rank: Number(rank), distance: Number(distance), id };
  throw invalidField('cursor', 'This cursor is not valid here.', 'INVALID_CURSOR');
}
