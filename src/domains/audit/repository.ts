import {
  type ChainedEntry,
  ENTRY_COLUMNS,
  type EntryRow,
  entryOf,
} from '../../platform/audit/repository.js';
import { type Reader, statement } from '../../platform/database/tx.js';

/** A record by its id, of one type or of any; parts of a record have a name. */
export type NamedRecord = { type: string | null; id: string; name: string | null };

export type EntryFilter = {
  /** Entries of these stores, and those of the caller; undefined: all. */
  scope: { stores: readonly string[]; callerId: string } | undefined;
  recordType?: string;
  /** Entries of these records; undefined: of all. */
  records?: readonly NamedRecord[];
  actorId?: string;
  action?: string;
  storeId?: string;
  from?: Date;
  to?: Date;
  /** Words that an entry contains. */
  q?: string;
};

/** Which entries of a filter. */
export type Wanted = {
  filter: EntryFilter;
  /** Entries before this one. */
  beforeId: string | undefined;
  /** The oldest one; undefined: any. */
  fromId: string | undefined;
  limit: number;
};

/** The name of the actor is looked up when an entry is shown: an entry holds ids only. */
export type ListedEntry = ChainedEntry & {
  actorName: string | null;
  actorNumber: string | null;
  recordName: string | null;
};

type Row = EntryRow & {
  actor_name: string | null;
  actor_number: string | null;
  record_name: string | null;
};

/** Adds a value to the statement and returns its placeholder. */
type Given = (value: unknown, type: string) => string;

export const givenTo =
  (values: unknown[]): Given =>
  (value, type) =>
    `$${values.push(value)}::${type}`;

/** What an entry says, as people search it: its path, who, from where, fields and values. */
const SAID = `concat_ws(' ',
  concat_ws('/', record_type, record_key, action), translate(record_type || ' ' || action, '-_.', '   '),
  (select concat_ws(' ', u.first_name, u.last_name, u.employee_number) from users u
   where u.id = actor_id and actor_kind = 'staff'),
  terminal_id, address, user_agent, request_id,
  (select string_agg(concat_ws(' ', c.key, translate(c.key, '-_.', '   '),
     c.value ->> 'before', c.value ->> 'after'), ' ') from jsonb_each(changes) as c))`;

const patternsOf = (q: string): string[] =>
  [...new Set(q.split(/\s+/))].map(word => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);

/** Only the conditions of the filter, so that PostgreSQL can use the index of each. */
function conditionsOf({ filter, beforeId, fromId }: Wanted, given: Given): string[] {
  const { scope, recordType, actorId, action, storeId, from, to, q } = filter;
  const own = scope && `store_id = any(${given(scope.stores, 'uuid[]')})`;
  return [
    scope && `(${own} or actor_id = ${given(scope.callerId, 'uuid')})`,
    recordType !== undefined && `record_type = ${given(recordType, 'text')}`,
    actorId !== undefined && `actor_id = ${given(actorId, 'uuid')}`,
    action !== undefined && `action = ${given(action, 'text')}`,
    storeId !== undefined && `store_id = ${given(storeId, 'uuid')}`,
    from &&
      `at >= ${given(from, 'timestamptz')} and id >= uuid_floor(${given(from, 'timestamptz')})`,
    to && `at < ${given(to, 'timestamptz')}`,
    beforeId !== undefined && `id < ${given(beforeId, 'uuid')}`,
    fromId !== undefined && `id >= ${given(fromId, 'uuid')}`,
    q !== undefined && `${SAID} ilike all(${given(patternsOf(q), 'text[]')})`,
  ].filter(condition => typeof condition === 'string');
}

/** The newest entries of each record first, so that many records cost one look-up each. */
export function entriesSql(wanted: Wanted, columns: string, given: Given): string {
  const conditions = conditionsOf(wanted, given);
  const limit = given(wanted.limit, 'integer');
  const newest = (more: readonly string[]): string => {
    const all = [...more, ...conditions];
    return `select ${columns} from audit_entries
      ${all.length > 0 ? `where ${all.join(' and ')}` : ''} order by id desc limit ${limit}`;
  };
  const { records } = wanted.filter;
  if (records === undefined) return `select *, null as record_name from (${newest([])}) as found`;
  const texts = (name: keyof NamedRecord): string =>
    given(
      records.map(record => record[name]),
      'text[]',
    );
  const isWanted = ['record_key = wanted.id', 'record_type = coalesce(wanted.type, record_type)'];
  return `select found.*, wanted.name as record_name
    from unnest(${texts('type')}, ${texts('id')}, ${texts('name')}) as wanted (type, id, name)
    cross join lateral (${newest(isWanted)}) as found order by found.id desc limit ${limit}`;
}

/** Newest first; ids go up with the time. */
export async function listEntries(reader: Reader, wanted: Wanted): Promise<ListedEntry[]> {
  const values: unknown[] = [];
  const entries = entriesSql(wanted, ENTRY_COLUMNS, givenTo(values));
  const rows = await statement<Row>(
    reader,
    `select e.*, nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as actor_name,
       u.employee_number as actor_number
     from (${entries}) as e left join users u on u.id = e.actor_id and e.actor_kind = 'staff'
     order by e.id desc`,
    values,
  );
  return rows.map(row => ({
    ...entryOf(row),
    actorName: row.actor_name,
    actorNumber: row.actor_number,
    recordName: row.record_name,
  }));
}
