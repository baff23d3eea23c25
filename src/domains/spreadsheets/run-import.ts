import { atomically } from '../../platform/database/tx.js';
import { asFailure } from '../../platform/http/envelope.js';
import type { FieldErrors } from '../../platform/http/failure.js';
import type { Attempt } from '../../platform/jobs/job.js';
import type { Platform } from '../../platform/platform.js';
import type { PutAction } from '../catalog/index.js';
import { readCells } from './cells.js';
import { createConflictCheck } from './conflict-check.js';
import { headingOf, problemOf, recordsOf } from './csv.js';
import {
  contentOf,
  finishImport,
  type Import,
  importById,
  insertRow,
  lastRow,
  markRunning,
  type RowOutcome,
  updateProgress,
} from './repository.js';
import type { Sheet, Values } from './sheet.js';
import { SHEETS } from './sheets.js';

/**
 * Imports a file row by row. Each row and its report line are one transaction, so a bad row does
 * not affect others, and a worker that takes over continues after the last reported row.
 */
export async function runImport(platform: Platform, id: string, attempt?: Attempt): Promise<void> {
  const { db, clock } = platform;
  const file = await importById(db, id);
  if (file === undefined || file.finished_at !== null) return;
  const content = await contentOf(db, id);
  if (content === null) return;
  await markRunning(db, id, clock.now());
  try {
    const error = await problemOf(content);
    if (error === null) await importRows(platform, file, content);
    await finishImport(db, id, { error, now: clock.now() });
  } catch (error) {
    // No retry follows the last attempt, so the import is marked as failed for polling clients.
    if (attempt?.isLast) await finishImport(db, id, { error: INTERRUPTED, now: clock.now() });
    throw error;
  }
}

const INTERRUPTED = 'The import stopped at an internal error. Only the reported rows are done.';

async function importRows(platform: Platform, file: Import, content: string): Promise<void> {
  const { db } = platform;
  const sheet = SHEETS[file.kind];
  const heading = headingOf(content) ?? [];
  const done = await lastRow(db, file.id);
  const conflicts = createConflictCheck(sheet);
  let reported = 0;
  for await (const { row, cells, progress } of recordsOf(content)) {
    const { values, errors } = readCells(sheet.columns, heading, cells);
    // Finished rows are checked as well, because later rows must not repeat or contradict them.
    const problems = { ...errors, ...conflicts.check(row, values) };
    if (row <= done) continue;
    await settleRow(platform, file, sheet, { row, values, problems });
    if (progress > reported) await updateProgress(db, file.id, progress);
    reported = Math.max(reported, progress);
  }
}

type ReadRow = { row: number; values: Values; problems: FieldErrors };

/** Thrown to roll back the transaction of a row in a dry run. */
class DryRun extends Error {
  constructor(readonly action: PutAction) {
    super('this was a dry run');
  }
}

async function settleRow(
  { db }: Platform,
  file: Import,
  sheet: Sheet,
  { row, values, problems }: ReadRow,
): Promise<void> {
  const key = sheet.keyOf(values).slice(0, 200);
  const report = (outcome: Pick<RowOutcome, 'action' | 'errors'>) =>
    insertRow(db, file.id, { row, key, ...outcome });
  if (Object.keys(problems).length > 0) return report({ action: 'refused', errors: problems });
  const sender = { userId: file.requested_by, storeIds: file.store_ids ?? undefined };
  try {
    await atomically(db, async tx => {
      const action = await sheet.put(tx, values, sender);
      if (file.dry_run) throw new DryRun(action);
      await insertRow(tx, file.id, { row, key, action, errors: {} });
    });
  } catch (error) {
    if (error instanceof DryRun) return report({ action: error.action, errors: {} });
    const failure = asFailure(error);
    if (failure === undefined || failure.status >= 500) throw error;
    const fields = failure.extra.fields ?? { row: [failure.message] };
    return report({ action: 'refused', errors: inColumns(sheet, fields) });
  }
}

const inColumns = (sheet: Sheet, fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      sheet.fieldColumns.get(field) ?? field,
      messages,
    ]),
  );
