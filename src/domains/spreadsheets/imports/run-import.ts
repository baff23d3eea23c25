import { atomically } from '../../../platform/database/tx.js';
import { addJobs } from '../../../platform/jobs/add-jobs.js';
import type { Attempt } from '../../../platform/jobs/job.js';
import type { Platform } from '../../../platform/platform.js';
import { changeReader } from '../bulk/change-reader.js';
import { mismatchOf, writeRows } from '../bulk/write-rows.js';
import { headingOf, problemOf, recordsOf } from '../csv.js';
import { foreignReader } from '../foreign/foreign-reader.js';
import {
  contentOf,
  endRows,
  finishImport,
  type Import,
  INTERRUPTED,
  importById,
  lastRow,
  markRunning,
  updateProgress,
} from '../repository.js';
import { type ReadRow, type RowReader, sheetReader } from '../row-reader.js';
import { isForeign } from '../sheets/sheet.js';
import { SHEETS } from '../sheets/sheets.js';
import { PICTURES_JOB } from './fetch-pictures.js';
import { type Run, settleRows } from './settle-rows.js';

/** Rows of one transaction, which holds its locks for some tenths of a second. */
const BATCH = 200;
const PICTURES_QUEUE = 'import-pictures';

/**
 * Imports a file. Each row is in one transaction with its report line, so a bad row does not affect
 * others, and a worker that takes over continues after the last reported row.
 */
export async function runImport(platform: Platform, id: string, attempt?: Attempt): Promise<void> {
  const { db, clock } = platform;
  const file = await importById(db, id);
  if (file === undefined || file.finished_at !== null) return;
  const stored = await contentOf(db, id);
  if (stored === null) return;
  await markRunning(db, id, clock.now());
  try {
    const { request } = file;
    const isUnwritten = request !== null && stored === '';
    const mismatch = isUnwritten ? await mismatchOf(platform, request) : null;
    const content = isUnwritten && !mismatch ? await writeRows(platform, id, request) : stored;
    const error = mismatch ?? (await problemOf(content));
    if (error === null) await importRows(platform, file, content);
    if (error === null && (await leavesPictures(platform, id))) return;
    await finishImport(db, id, { error, now: clock.now() });
  } catch (error) {
    // No retry follows the last attempt, so the import is marked as failed for polling clients.
    if (attempt?.isLast) await finishImport(db, id, { error: INTERRUPTED, now: clock.now() });
    throw error;
  }
}

/** The pictures are fetched by a job of their own, so that a slow server holds no other import up. */
const leavesPictures = ({ db }: Platform, id: string): Promise<boolean> =>
  atomically(db, async tx => {
    if (!(await endRows(tx, id))) return false;
    const job = { name: PICTURES_JOB, payload: { import_id: id }, queue: PICTURES_QUEUE };
    await addJobs(tx, [job]);
    return true;
  });

async function importRows(platform: Platform, file: Import, content: string): Promise<void> {
  const { db } = platform;
  const reader = readerOf(file, (await headingOf(content)) ?? []);
  if (reader.collect) {
    for await (const { row, cells } of recordsOf(content)) reader.collect(row, cells);
  }
  const done = await lastRow(db, file.id);
  const run: Run = { platform, file, reader, references: new Map() };
  let batch: ReadRow[] = [];
  let reported = 0;
  for await (const { row, cells, progress } of recordsOf(content)) {
    const read = reader.read(row, cells);
    if (row <= done) continue;
    batch.push(read);
    if (batch.length < BATCH) continue;
    await settleRows(run, batch);
    batch = [];
    if (progress > reported) await updateProgress(db, file.id, progress);
    reported = Math.max(reported, progress);
  }
  await settleRows(run, batch);
}

function readerOf(file: Import, heading: readonly string[]): RowReader {
  const sender = { userId: file.requested_by, storeIds: file.store_ids ?? undefined };
  const { kind } = file;
  if (kind === 'bulk_change') return changeReader(sender);
  if (isForeign(kind)) return foreignReader({ ...file, kind }, heading, sender);
  return sheetReader({ id: file.id, sheet: SHEETS[kind] }, heading, sender);
}
