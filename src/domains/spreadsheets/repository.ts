import type { Selectable } from 'kysely';
import type { Imports } from '../../platform/database/tables.js';
import { type Autocommit, type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { FieldErrors } from '../../platform/http/failure.js';
import type { PutAction } from '../catalog/index.js';
import type { ImportKind } from './sheet.js';

/** Without the content of the file, which only the import job needs. */
export type Import = Omit<Selectable<Imports>, 'kind' | 'content'> & { kind: ImportKind };
export type RowAction = PutAction | 'refused';

export type RowOutcome = { row: number; key: string; action: RowAction; errors: FieldErrors };

export type NewImport = {
  id: string;
  kind: ImportKind;
  dryRun: boolean;
  requestedBy: string;
  storeIds: readonly string[] | undefined;
  content: string;
  now: Date;
};

export async function insertImport(tx: Tx, file: NewImport): Promise<void> {
  await statement(
    tx,
    `insert into imports (id, kind, dry_run, requested_by, store_ids, content, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      file.id,
      file.kind,
      file.dryRun,
      file.requestedBy,
      file.storeIds ?? null,
      file.content,
      file.now,
    ],
  );
}

export async function importById(reader: Reader, id: string): Promise<Import | undefined> {
  const row = await reader
    .selectFrom('imports')
    .select(['id', 'kind', 'status', 'dry_run', 'progress', 'error', 'requested_by', 'store_ids'])
    .select(['created_at', 'started_at', 'finished_at'])
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

/** Deletes the content of the file; the report stays. */
export async function finishImport(
  reader: Autocommit,
  id: string,
  { error, now }: { error: string | null; now: Date },
): Promise<void> {
  await statement(
    reader,
    `update imports set status = case when $2::text is null then 'completed' else 'failed' end,
       error = $2, finished_at = $3, content = null,
       progress = case when $2::text is null then 100 else progress end
     where id = $1`,
    [id, error, now],
  );
}

export async function insertRow(
  reader: Autocommit,
  id: string,
  outcome: RowOutcome,
): Promise<void> {
  await statement(
    reader,
    `insert into import_rows (import_id, row_number, key, action, errors)
     values ($1, $2, $3, $4, $5::jsonb)`,
    [id, outcome.row, outcome.key, outcome.action, JSON.stringify(outcome.errors)],
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

export async function rowCounts(reader: Reader, id: string): Promise<Map<RowAction, number>> {
  const rows = await statement<{ action: RowAction; n: number }>(
    reader,
    'select action, count(*)::integer as n from import_rows where import_id = $1 group by action',
    [id],
  );
  return new Map(rows.map(({ action, n }) => [action, n]));
}

export const listRows = (
  reader: Reader,
  id: string,
  filter: { action?: RowAction; after: number },
  limit: number,
): Promise<RowOutcome[]> =>
  statement<RowOutcome>(
    reader,
    `select row_number as row, key, action, errors from import_rows
     where import_id = $1 and row_number > $2 and ($3::text is null or action = $3)
     order by row_number limit $4`,
    [id, filter.after, filter.action ?? null, limit],
  );

export async function deleteImports(reader: Autocommit, before: Date): Promise<void> {
  await statement(reader, 'delete from imports where finished_at < $1', [before]);
}
