import { atomically } from '../../platform/database/tx.js';
import { asFailure } from '../../platform/http/envelope.js';
import type { FieldErrors } from '../../platform/http/failure.js';
import type { Attempt } from '../../platform/jobs/job.js';
import type { Platform } from '../../platform/platform.js';
import type { PutAction } from '../catalog/index.js';
import { readCells } from './cells.js';
import { headingOf, problemOf, recordsOf } from './csv.js';
import { createLedger } from './ledger.js';
import {
  contentOf,
  finishImport,
  type Import,
  importById,
  insertRow,
  lastRow,
  markRunning,
  noteProgress,
  type RowOutcome,
} from './repository.js';
import type { Sheet, Values } from './sheet.js';
import { SHEETS } from './sheets.js';

/**
 * Works through a file row by row. Each row is a transaction of its own that also writes its line of
 * the report, so a bad row holds up nobody, and a worker that takes over goes on where the other
 * one died.
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
    if (error === null) await workThrough(platform, file, content);
    await finishImport(db, id, { error, now: clock.now() });
  } catch (error) {
    // Nobody comes back after the last try, and who polls the import must not wait for ever.
    if (attempt?.isLast) await finishImport(db, id, { error: BROKE_OFF, now: clock.now() });
    throw error;
  }
}

const BROKE_OFF = 'The service failed at a row; the rows reported are done, the others are not.';

async function workThrough(platform: Platform, file: Import, content: string): Promise<void> {
  const { db } = platform;
  const sheet = SHEETS[file.kind];
  const heading = headingOf(content) ?? [];
  const done = await lastRow(db, file.id);
  const ledger = createLedger(sheet);
  let told = 0;
  for await (const { row, cells, progress } of recordsOf(content)) {
    const { values, errors } = readCells(sheet.columns, heading, cells);
    // Rows that are done are read all the same: later ones must not repeat or contradict them.
    const wrong = { ...errors, ...ledger.enter(row, values) };
    if (row <= done) continue;
    await settleRow(platform, file, sheet, { row, values, wrong });
    if (progress > told) await noteProgress(db, file.id, progress);
    told = Math.max(told, progress);
  }
}

type ReadRow = { row: number; values: Values; wrong: FieldErrors };

/** Undoes the work of a row that was only tried. */
class OnlyTried extends Error {
  constructor(readonly action: PutAction) {
    super('this was a dry run');
  }
}

async function settleRow(
  { db }: Platform,
  file: Import,
  sheet: Sheet,
  { row, values, wrong }: ReadRow,
): Promise<void> {
  const key = sheet.keyOf(values).slice(0, 200);
  const report = (outcome: Pick<RowOutcome, 'action' | 'errors'>) =>
    insertRow(db, file.id, { row, key, ...outcome });
  if (Object.keys(wrong).length > 0) return report({ action: 'refused', errors: wrong });
  const sender = { userId: file.requested_by, storeIds: file.store_ids ?? undefined };
  try {
    await atomically(db, async tx => {
      const action = await sheet.put(tx, values, sender);
      if (file.dry_run) throw new OnlyTried(action);
      await insertRow(tx, file.id, { row, key, action, errors: {} });
    });
  } catch (error) {
    if (error instanceof OnlyTried) return report({ action: error.action, errors: {} });
    const failure = asFailure(error);
    if (failure === undefined || failure.status >= 500) throw error;
    const fields = failure.extra.fields ?? { row: [failure.message] };
    return report({ action: 'refused', errors: inColumns(sheet, fields) });
  }
}

const inColumns = (sheet: Sheet, fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, told]) => [sheet.fieldColumns.get(field) ?? field, told]),
  );
