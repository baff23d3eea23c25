import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Kept } from '../../catalog/index.js';
import type { Change } from '../sheets/sheet.js';

/** False unless the import has finished, changed something and was not undone before. */
export async function claimUndo(tx: Tx, id: string): Promise<boolean> {
  const claimed = await statement(
    tx,
    `update imports set undo_status = 'queued'
     where id = $1 and finished_at is not null and not dry_run and undo_status is null
     returning id`,
    [id],
  );
  return claimed.length > 0;
}

export async function markUndoRunning(writer: Autocommit, id: string, now: Date): Promise<boolean> {
  const rows = await statement(
    writer,
    `update imports set undo_status = 'running', undo_started_at = coalesce(undo_started_at, $2)
     where id = $1 and undo_status in ('queued', 'running') returning id`,
    [id, now],
  );
  return rows.length > 0;
}

export async function finishUndo(
  writer: Autocommit,
  id: string,
  status: 'completed' | 'failed',
  now: Date,
): Promise<void> {
  await statement(
    writer,
    'update imports set undo_status = $2, undo_finished_at = $3 where id = $1',
    [id, status, now],
  );
}

export type RowToUndo = { row: number; key: string; changes: Change[] };

/** The last rows that changed something and are not undone yet, last first. */
export const rowsToUndo = (reader: Reader, id: string, limit: number): Promise<RowToUndo[]> =>
  statement<RowToUndo>(
    reader,
    `select row_number as row, key, changes from import_rows
     where import_id = $1 and changes is not null and kept is null
     order by row_number desc limit $2`,
    [id, limit],
  );

export async function markUndone(
  writer: Autocommit,
  id: string,
  rows: readonly { row: number; kept: Kept[] }[],
): Promise<void> {
  await statement(
    writer,
    `update import_rows set kept = given.kept
     from unnest($2::integer[], $3::jsonb[]) as given (row_number, kept)
     where import_id = $1 and import_rows.row_number = given.row_number`,
    [id, rows.map(({ row }) => row), rows.map(({ kept }) => JSON.stringify(kept))],
  );
}

export type UndoCounts = { rows: number; undone: number; kept: number };

export async function undoCounts(reader: Reader, id: string): Promise<UndoCounts> {
  const [counts] = await statement<UndoCounts>(
    reader,
    `select count(*)::integer as rows, count(kept)::integer as undone,
       (count(*) filter (where kept <> '[]'))::integer as kept
     from import_rows where import_id = $1 and changes is not null`,
    [id],
  );
  return counts ?? { rows: 0, undone: 0, kept: 0 };
}
