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
  /** Whether the record stores the id of its document. */
  isNamed: boolean;
  columns: Fields;
};

type RawRow = Fields & {
  row_id: string;
  row_document: string | null;
  row_stores: string[] | null;
  row_updated: Date;
};

/** The `row_` prefix keeps these aliases from clashing with columns. */
const head = (table: Table): string =>
  `t.id::text as row_id, ${table.namesDocument ? 't.sanity_id' : 'null::text'} as row_document,
   ${storesOf(table) ?? 'null::uuid[]'} as row_stores, t.updated_at as row_updated`;

const body = ({ columns, derived = {} }: Table): string =>
  [
    ...columns.map(column => `t.${column}`),
    ...Object.entries(derived).map(([name, read]) => `${read} as ${name}`),
  ].join(', ');

/** The default document id of a record, such as `product_17`. */
export const defaultDocumentId = (kind: Kind, id: string): string => `${kind.prefix}_${id}`;

function toRow(kind: Kind, raw: RawRow): Row {
  const { row_id, row_document, row_stores, row_updated, ...columns } = raw;
  return {
    id: row_id,
    documentId: row_document ?? defaultDocumentId(kind, row_id),
    stores: row_stores,
    updatedAt: row_updated,
    isNamed: row_document !== null,
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
            exists (select from content_sync s
              where s.kind = '${kind.name}' and s.record_id = t.id::text) as synced
     from ${table.name} t where ${isOneOf(table)}`,
    oneOf(table, ids),
  );
  return rows.map(row => ({
    id: row.id,
    documentId: row.document ?? defaultDocumentId(kind, row.id),
    isSynced: row.synced,
  }));
}

/**
 * Stores the ids of documents in records that store none yet. Skips records locked by others, so that
 * nobody waits for the content system; their documents keep the default id, which is the same one.
 */
export async function nameRecords(
  tx: Tx,
  kind: KindName,
  records: readonly { id: string; documentId: string }[],
): Promise<void> {
  const table = TABLES[kind];
  if (records.length === 0 || !table.namesDocument) return;
  await statement(
    tx,
    `with free as (
       select t.id from ${table.name} t where ${isOneOf(table)} and t.sanity_id is null
       order by t.id for no key update skip locked)
     update ${table.name} t set sanity_id = named."documentId"
     from json_to_recordset($2::json) as named (id ${table.id}, "documentId" text)
       join free using (id)
     where t.id = named.id`,
    [
      ...oneOf(
        table,
        records.map(({ id }) => id),
      ),
      JSON.stringify(records),
    ],
  );
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
