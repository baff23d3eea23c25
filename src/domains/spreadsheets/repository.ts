import type { Selectable } from 'kysely';
import type { Imports } from '../../platform/database/tables.js';
import { type Autocommit, type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { FieldErrors } from '../../platform/http/failure.js';
import type { Kept, PutAction } from '../catalog/index.js';
import type { BulkRequest } from './bulk/request.js';
import type { Change, ImportKind } from './sheets/sheet.js';

export type RowAction = PutAction | 'refused';
export type RowCounts = Partial<Record<RowAction, number>>;

/** Without the content of the file, which only the import job needs. */
export type Import = Omit<
  Selectable<Imports>,
  'kind' | 'content' | 'locations' | 'counts' | 'request'
> & {
  kind: ImportKind;
  locations: Record<string, string>;
  counts: RowCounts | null;
  request: BulkRequest | null;
};

export type RowOutcome = { row: number; key: string; action: RowAction; errors: FieldErrors };
/** An outcome with what the row changed. */
export type SettledRow = RowOutcome & { changes: readonly Change[] };
/** A line of the report; `kept` is null before the undo. */
export type ReportLine = RowOutcome & { kept: Kept[] | null };

export type NewImport = {
  id: string;
  kind: ImportKind;
  fileName: string;
  dryRun: boolean;
  requestedBy: string;
  storeIds: readonly string[] | undefined;
  locations: Record<string, string>;
  notes: readonly string[];
  content: string;
  request?: BulkRequest;
  now: Date;
};

export async function insertImport(tx: Tx, file: NewImport): Promise<void> {
  await statement(
    tx,
    `insert into imports (id, kind, file_name, dry_run, requested_by, store_ids, locations, notes,
       content, created_at, request)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11::jsonb)`,
    [
      file.id,
      file.kind,
      file.fileName,
      file.dryRun,
      file.requestedBy,
      file.storeIds ?? null,
      JSON.stringify(file.locations),
      file.notes,
      file.content,
      file.now,
      file.request === undefined ? null : JSON.stringify(file.request),
    ],
  );
}

const COLUMNS = [
  ...(['id', 'kind', 'file_name', 'status', 'dry_run', 'progress', 'error', 'counts'] as const),
  ...(['requested_by', 'store_ids', 'locations', 'notes', 'created_at', 'started_at'] as const),
  ...(['finished_at', 'undo_status', 'undo_started_at', 'undo_finished_at', 'request'] as const),
];

/** Newest first; those of one uploader, or all. */
export async function listImports(
  reader: Reader,
  requestedBy: string | undefined,
  before: string | undefined,
  limit: number,
): Promise<Import[]> {
  let query = reader.selectFrom('imports').select(COLUMNS);
  if (requestedBy !== undefined) query = query.where('requested_by', '=', requestedBy);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.orderBy('id', 'desc').limit(limit).execute()) as Import[];
}

export async function importById(reader: Reader, id: string): Promise<Import | undefined> {
  const row = await reader
    .selectFrom('imports')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Import | undefined;
}

/** The content of the file; null after the import has finished. */
export async function contentOf(reader: Reader, id: string): Promise<string | null> {
  const row = await reader
    .selectFrom('imports')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** The rows of a bulk change, once. */
export async function storeContent(writer: Autocommit, id: string, content: string): Promise<void> {
  await statement(writer, `update imports set content = $2 where id = $1 and content = ''`, [
    id,
    content,
  ]);
}

export async function markRunning(reader: Autocommit, id: string, now: Date): Promise<void> {
  await statement(
    reader,
    `update imports set status = 'running', started_at = coalesce(started_at, $2)
     where id = $1 and status in ('queued', 'running')`,
    [id, now],
  );
}

export async function updateProgress(
  reader: Autocommit,
  id: string,
  progress: number,
): Promise<void> {
  await statement(reader, 'update imports set progress = $2 where id = $1', [id, progress]);
}

export const INTERRUPTED =
  'The import stopped at an internal error. Only the reported rows are done.';

/** All rows are done and pictures are left; true if there are any. */
export async function endRows(tx: Tx, id: string): Promise<boolean> {
  const waiting = await statement(
    tx,
    `update imports set content = null, progress = 100
     where id = $1 and exists (
       select from import_pictures p where p.import_id = $1 and p.state = 'waiting')
     returning id`,
    [id],
  );
  return waiting.length > 0;
}

/** Deletes the content of the file and counts the rows; the report stays. */
export async function finishImport(
  reader: Autocommit,
  id: string,
  { error, now }: { error: string | null; now: Date },
): Promise<void> {
  await statement(
    reader,
    `update imports set status = case when $2::text is null then 'completed' else 'failed' end,
       error = $2, finished_at = $3, content = null,
       progress = case when $2::text is null then 100 else progress end,
       counts = (select coalesce(jsonb_object_agg(action, n), '{}') from (
         select action, count(*) as n from import_rows where import_id = $1 group by action) by_action)
     where id = $1`,
    [id, error, now],
  );
}

/** For a transaction over many rows: it fails instead of making a sale wait. */
export async function limitLockWait(tx: Tx): Promise<void> {
  await statement(tx, "set local lock_timeout = '100ms'");
}

export async function insertRows(
  writer: Autocommit,
  id: string,
  rows: readonly SettledRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await statement(
    writer,
    `insert into import_rows (import_id, row_number, key, action, errors, changes)
     select $1, row_number, key, action, errors, changes
     from unnest($2::integer[], $3::text[], $4::text[], $5::jsonb[], $6::jsonb[])
       as given (row_number, key, action, errors, changes)`,
    [
      id,
      rows.map(({ row }) => row),
      rows.map(({ key }) => key),
      rows.map(({ action }) => action),
      rows.map(({ errors }) => JSON.stringify(errors)),
      rows.map(({ changes }) => (changes.length === 0 ? null : JSON.stringify(changes))),
    ],
  );
}

export async function lastRow(reader: Reader, id: string): Promise<number> {
  const [found] = await statement<{ last: number | null }>(
    reader,
    'select max(row_number) as last from import_rows where import_id = $1',
    [id],
  );
  return found?.last ?? 0;
}

export async function rowCounts(reader: Reader, id: string): Promise<RowCounts> {
  const rows = await statement<{ action: RowAction; n: number }>(
    reader,
    'select action, count(*)::integer as n from import_rows where import_id = $1 group by action',
    [id],
  );
  return Object.fromEntries(rows.map(({ action, n }) => [action, n]));
}

export type RowFilter = {
  action?: RowAction;
  isKept?: boolean;
  hasErrors?: boolean;
  after: number;
};

export const listRows = (
  reader: Reader,
  id: string,
  filter: RowFilter,
  limit: number,
): Promise<ReportLine[]> =>
  statement<ReportLine>(
    reader,
    `select row_number as row, key, action, errors, kept from import_rows
     where import_id = $1 and row_number > $2 and ($3::text is null or action = $3)
       and ($4::boolean is null or (kept is not null and kept <> '[]') = $4)
       and ($5::boolean is null or (errors <> '{}') = $5)
     order by row_number limit $6`,
    [
      id,
      filter.after,
      filter.action ?? null,
      filter.isKept ?? null,
      filter.hasErrors ?? null,
      limit,
    ],
  );

export async function deleteImports(reader: Autocommit, before: Date): Promise<void> {
  await statement(reader, 'delete from imports where finished_at < $1', [before]);
}

/** A savepoint, to roll back one row of a dry run. */
export async function startRow(tx: Tx): Promise<void> {
  await statement(tx, 'savepoint row_of_file');
}

export async function rollBackRow(tx: Tx): Promise<void> {
  await statement(tx, 'rollback to savepoint row_of_file');
}
