import { HOUR_MS, SECOND_MS } from '../../../platform/clock.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { idRange, isUuid } from '../../../platform/ids.js';
import type { Fields } from '../documents/document.js';
import type { Kind, KindName } from '../documents/kind.js';
import { storesOf, TABLES, type Table } from './tables-repository.js';

/** A record of any kind, with the columns of its document. */
export type Row = {
  id: string;
  documentId: string;
  /** Null means that the record belongs to the chain. */
  stores: readonly string[] | null;
  updatedAt: Date;
  syncedAt: Date | null;
  columns: Fields;
};

type RawRow = Fields & {
  row_id: string;
  row_document: string | null;
  row_stores: string[] | null;
  row_updated: Date;
  row_synced: Date | null;
};

/** The `row_` prefix keeps these aliases from clashing with columns. */
const head = (table: Table): string =>
  `t.id::text as row_id, ${table.namesDocument ? 't.sanity_id' : 'null::text'} as row_document,
   ${storesOf(table) ?? 'null::uuid[]'} as row_stores, t.updated_at as row_updated, t.synced_at as row_synced`;

const body = ({ columns, derived = {} }: Table): string =>
  [
    ...columns.map(column => `t.${column}`),
    ...Object.entries(derived).map(([name, read]) => `${read} as ${name}`),
  ].join(', ');

/** The default document id of a record, such as `product_17`. */
const defaultDocumentId = (kind: Kind, id: string): string => `${kind.prefix}_${id}`;

function toRow(kind: Kind, raw: RawRow): Row {
  const { row_id, row_document, row_stores, row_updated, row_synced, ...columns } = raw;
  return {
    id: row_id,
    documentId: row_document ?? defaultDocumentId(kind, row_id),
    stores: row_stores,
    updatedAt: row_updated,
    syncedAt: row_synced,
    columns,
  };
}

export const isId = (table: Table, id: string): boolean =>
  table.id === 'uuid' ? isUuid(id) : /^\d{1,9}$/.test(id);

/** Sales are partitioned by month; the id range `$2`–`$3` limits the partitions to scan. */
export const isOneOf = ({ id, volume }: Table): string =>
  volume ? `t.id = any($1::${id}[]) and t.id between $2 and $3` : `t.id = any($1::${id}[])`;

export const oneOf = ({ volume }: Table, ids: readonly string[]): unknown[] =>
  volume ? [ids, ...idRange(ids)] : [ids];

export async function recordsById(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<Row[]> {
  const table = TABLES[kind.name];
  const rows = await statement<RawRow>(
    reader,
    `select ${head(table)}, ${body(table)} from ${table.name} t where ${isOneOf(table)}`,
    oneOf(
      table,
      ids.filter(id => isId(table, id)),
    ),
  );
  return rows.map(row => toRow(kind, row));
}

/** Finds records by their stored document id, or else by the default document id. */
export async function recordsByDocument(
  reader: Reader,
  kind: Kind,
  documentIds: readonly string[],
): Promise<Map<string, Row>> {
  const found = await recordsNaming(reader, kind, documentIds);
  const own = documentIds.flatMap(documentId => {
    const id = found.has(documentId) ? undefined : idInDefault(kind, documentId);
    return id === undefined ? [] : [{ documentId, id }];
  });
  const rows = await unnamedRecords(
    reader,
    kind,
    own.map(({ id }) => id),
  );
  for (const { documentId, id } of own) {
    const row = rows.get(id);
    if (row) found.set(documentId, row);
  }
  return found;
}

export const recordByDocument = async (
  reader: Reader,
  kind: Kind,
  documentId: string,
): Promise<Row | undefined> =>
  (await recordsByDocument(reader, kind, [documentId])).get(documentId);

async function recordsNaming(
  reader: Reader,
  kind: Kind,
  documentIds: readonly string[],
): Promise<Map<string, Row>> {
  const table = TABLES[kind.name];
  if (!table.namesDocument || documentIds.length === 0) return new Map();
  const rows = await statement<RawRow>(
    reader,
    `select ${head(table)}, ${body(table)} from ${table.name} t where t.sanity_id = any($1::text[])`,
    [documentIds],
  );
  return new Map(rows.map(row => toRow(kind, row)).map(row => [row.documentId, row]));
}

/** The record id in a default document id, in the database's notation. */
export function idInDefault(kind: Kind, documentId: string): string | undefined {
  const table = TABLES[kind.name];
  if (!documentId.startsWith(`${kind.prefix}_`)) return undefined;
  const id = documentId.slice(kind.prefix.length + 1);
  if (!isId(table, id)) return undefined;
  return table.id === 'uuid' ? id.toLowerCase() : String(Number(id));
}

/** Records without a stored document id, by record id. */
async function unnamedRecords(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const table = TABLES[kind.name];
  if (ids.length === 0) return new Map();
  if (kind.within !== undefined) return recordsWithin(reader, kind, ids);
  const rows = await statement<RawRow>(
    reader,
    `select ${head(table)}, ${body(table)} from ${table.name} t
     where t.id = any($1::${table.id}[]) ${table.namesDocument ? 'and t.sanity_id is null' : ''}`,
    [ids],
  );
  return new Map(rows.map(row => [row.row_id, toRow(kind, row)]));
}

const HALF_DAY_MS = 12 * HOUR_MS;

/**
 * Sale lines are indexed by the id of their sale. Both ids are UUIDs of version 7 created at about
 * the same time, so the search covers the sales of one day.
 */
async function recordsWithin(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (const id of ids) {
    const row = await recordWithin(reader, kind, id);
    if (row) found.set(id, row);
  }
  return found;
}

async function recordWithin(reader: Reader, kind: Kind, id: string): Promise<Row | undefined> {
  const table = TABLES[kind.name];
  if (id[14] !== '7') return undefined;
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const [found] = await statement<RawRow>(
    reader,
    `select ${head(table)}, ${body(table)} from ${table.name} t
     where t.id = $1::uuid and t.${kind.within?.column}
       between uuid_floor(to_timestamp($2::float8)) and uuid_floor(to_timestamp($3::float8))`,
    [id, (madeAt - HALF_DAY_MS) / SECOND_MS, (madeAt + HALF_DAY_MS) / SECOND_MS],
  );
  return found && toRow(kind, found);
}

/** Document ids of these records, and whether the documents were ever written. */
export async function namesOf(
  reader: Reader,
  kind: Kind,
  ids: readonly string[],
): Promise<{ id: string; documentId: string; isSynced: boolean }[]> {
  const table = TABLES[kind.name];
  const rows = await statement<{ id: string; document: string | null; synced: boolean }>(
    reader,
    `select t.id::text as id, ${table.namesDocument ? 't.sanity_id' : 'null::text'} as document,
            t.synced_at is not null as synced
     from ${table.name} t where ${isOneOf(table)}`,
    oneOf(table, ids),
  );
  return rows.map(row => ({
    id: row.id,
    documentId: row.document ?? defaultDocumentId(kind, row.id),
    isSynced: row.synced,
  }));
}

export type Stamp = { id: string; documentId: string; rev: string | null };

/**
 * Marks records as synced. `updated_at` stays, because the records did not change. Skips records
 * locked by other transactions: waiting while holding locks would block the tills or deadlock.
 * Returns the ids of the marked records.
 */
export async function stampRecords(
  tx: Tx,
  kind: KindName,
  stamps: readonly Stamp[],
): Promise<Set<string>> {
  if (stamps.length === 0) return new Set();
  const table = TABLES[kind];
  const ids = stamps.map(stamp => stamp.id);
  const stamped = await statement<{ id: string }>(
    tx,
    `with free as (
       select t.id from ${table.name} t where ${isOneOf(table)} for no key update skip locked)
     update ${table.name} t set synced_at = clock_timestamp(),
       sanity_rev = coalesce(stamp.rev, t.sanity_rev)
       ${table.namesDocument ? ', sanity_id = coalesce(t.sanity_id, stamp."documentId")' : ''}
     from json_to_recordset($${table.volume ? 4 : 2}::json) as stamp (id ${table.id}, "documentId" text, rev text)
       join free using (id)
     where t.id = stamp.id ${table.volume ? 'and t.id between $2 and $3' : ''}
     returning t.id::text as id`,
    [...oneOf(table, ids), JSON.stringify(stamps)],
  );
  return new Set(stamped.map(({ id }) => id));
}

/** The payments of these sales. Payments at a till have no event of their own. */
export async function paymentsOfSales(
  reader: Reader,
  saleIds: readonly string[],
): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    'select id::text as id from payments where transaction_id = any($1::uuid[])',
    [saleIds],
  );
  return rows.map(row => row.id);
}

export type ModelHealth = {
  total: number;
  in_sync: number;
  stale: number;
  never_synced: number;
  max_lag_seconds: number;
};

const VOLUME_WINDOW = "interval '30 days'";

/** Counts the records of a kind by the state of their documents. */
export async function modelHealth(reader: Reader, kind: KindName): Promise<ModelHealth> {
  const table = TABLES[kind];
  const [row] = await statement<ModelHealth>(
    reader,
    `select count(*)::int as total,
       count(*) filter (where synced_at >= updated_at)::int as in_sync,
       count(*) filter (where synced_at < updated_at)::int as stale,
       count(*) filter (where synced_at is null)::int as never_synced,
       coalesce(max(extract(epoch from now() - updated_at))
         filter (where synced_at is null or synced_at < updated_at), 0)::int as max_lag_seconds
     from ${table.name} t
     ${table.volume ? `where t.id >= uuid_floor(now() - ${VOLUME_WINDOW})` : ''}`,
  );
  return row ?? { total: 0, in_sync: 0, stale: 0, never_synced: 0, max_lag_seconds: 0 };
}
