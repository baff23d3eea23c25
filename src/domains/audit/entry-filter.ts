import { addMs, DAY_MS, momentOf } from '../../platform/clock.js';
import type { Reader } from '../../platform/database/tx.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { isUuid } from '../../platform/ids.js';
import { type Staff, storeScope } from '../access/index.js';
import { userByEmployeeRef } from '../people/index.js';
import { findStore } from '../stores/index.js';
import { recordsIn } from './records-in.js';
import type { EntryFilter } from './repository.js';
import type { EntryQuery } from './schemas.js';

type Filters = Omit<Static<typeof EntryQuery>, 'limit' | 'cursor'>;

/** The filter of a request, with its references resolved; an unknown one is refused by name. */
export async function entryFilterOf(
  reader: Reader,
  caller: Staff,
  filters: Filters,
): Promise<EntryFilter> {
  const stores = storeScope(caller);
  const [from, to] = [startOf(filters.from), endOf(filters.to)];
  if (from && to && to <= from) throw invalidField('to', 'Must not be before from.');
  return {
    scope: stores && { stores, callerId: caller.userId },
    ...(await recordOf(reader, filters.record)),
    actorId: await actorOf(reader, filters.actor),
    action: filters.action,
    storeId: await storeOf(reader, caller, filters.store),
    // The filter compares ids, which cannot express a time before 1970.
    from: from && from.getTime() < 0 ? new Date(0) : from,
    to,
    q: filters.q?.trim() || undefined,
  };
}

/** A record by its type and id, such as `price-lists/0199…`; a type alone ends in a slash. */
async function recordOf(
  reader: Reader,
  record: string | undefined,
): Promise<Pick<EntryFilter, 'recordType' | 'records'>> {
  if (record === undefined) return {};
  const slash = record.indexOf('/');
  if (slash === -1) return { records: [{ type: null, id: record, name: null }] };
  const [type, id] = [record.slice(0, slash), record.slice(slash + 1)];
  return id === '' ? { recordType: type } : { records: await recordsIn(reader, type, id) };
}

async function actorOf(reader: Reader, ref: string | undefined): Promise<string | undefined> {
  if (ref === undefined || isUuid(ref)) return ref;
  const user = await userByEmployeeRef(reader, ref);
  if (user === undefined) throw invalidField('actor', 'There is no such employee.');
  return user.id;
}

async function storeOf(
  reader: Reader,
  caller: Staff,
  ref: string | undefined,
): Promise<string | undefined> {
  if (ref === undefined) return undefined;
  const store = await findStore(reader, ref);
  const scope = storeScope(caller);
  if (store === undefined || (scope && !scope.includes(store.id))) {
    throw invalidField('store', 'There is no such store.');
  }
  return store.id;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

const startOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : isDay(text) ? new Date(`${text}T00:00:00Z`) : momentOf(text);

/** The end of a day is the start of the next, which is not included. */
const endOf = (text: string | undefined): Date | undefined => {
  const start = startOf(text);
  return start && text && isDay(text) ? addMs(start, DAY_MS) : start;
};
