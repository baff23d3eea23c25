import { atomically, type Tx } from '../../../platform/database/tx.js';
import { Failure } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { noteProducts } from '../history/repository.js';
import { type Import, insertRows, limitLockWait, type SettledRow } from '../repository.js';
import type { ReadRow, RowReader } from '../row-reader.js';
import type { Change } from '../sheets/sheet.js';
import { flushTrace, newTrace, readAhead, type Trace } from '../trace.js';
import { refusalOf, refused, reported } from './outcome.js';
import { tryRows } from './try-rows.js';

export type Run = {
  platform: Platform;
  file: Import;
  reader: RowReader;
  /** Ids of categories, brands and so on by name, as the rows so far committed them. */
  references: ReadonlyMap<string, string>;
};

/** No single row failed, but the deferred statements, the report or the commit. */
const NONE = -1;

/**
 * Applies rows and writes their report lines. All rows are one transaction, unless the database
 * refuses one of them: then ever smaller parts are settled, until the row is alone, so that a bad row
 * does not affect others.
 */
export async function settleRows(run: Run, rows: readonly ReadRow[]): Promise<void> {
  if (run.file.dry_run) return tryRows(run, rows);
  const [first] = rows;
  if (first === undefined) return;
  if (rows.length === 1) return settleRow(run, first);
  let failed = NONE;
  try {
    run.references = await atomically(run.platform.db, async tx => {
      // Less than the time after which the database looks for deadlocks: the import gives way.
      await limitLockWait(tx);
      const trace = newTrace(run.references);
      await readAhead(tx, trace, needsOf(rows));
      const settled: SettledRow[] = [];
      for (const [index, row] of rows.entries()) {
        failed = index;
        settled.push(await appliedOrRefused(tx, run, row, trace));
      }
      failed = NONE;
      await flushTrace(tx, trace);
      await store(tx, run.file, settled);
      return trace.batch.references;
    });
  } catch {
    // A row alone reports the error or throws it again. A reference may have been deleted.
    run.references = new Map();
    const middle = rows.length >> 1;
    const [from, to] = failed === NONE ? [middle, middle] : [failed, failed + 1];
    await settleRows(run, rows.slice(0, from));
    await settleRows(run, rows.slice(from, to));
    await settleRows(run, rows.slice(to));
  }
}

export const needsOf = (rows: readonly ReadRow[]) => rows.map(({ needs }) => needs);

/** A row that is refused before it has written anything does not affect the others. */
async function appliedOrRefused(
  tx: Tx,
  { reader }: Run,
  row: ReadRow,
  trace: Trace,
): Promise<SettledRow> {
  const { writes } = trace.batch;
  writes.startRow();
  try {
    return await applied(tx, row, trace);
  } catch (error) {
    if (!writes.undoRow() || !(error instanceof Failure)) throw error;
    return refusalOf(error, reader, row);
  }
}

async function applied(tx: Tx, row: ReadRow, trace: Trace): Promise<SettledRow> {
  const { problems } = row;
  if (Object.keys(problems).length > 0) return refused(row, problems);
  const changes: Change[] = [];
  const action = await row.put(tx, { ...trace, log: change => changes.push(change) });
  return reported(row, action, changes);
}

/** After the rows are written, so that variants and prices lead to their products. */
async function store(tx: Tx, { id }: Import, settled: readonly SettledRow[]): Promise<void> {
  await insertRows(tx, id, settled);
  await noteProducts(
    tx,
    id,
    settled.flatMap(({ changes }) => changes),
  );
}

async function settleRow({ platform, file, reader }: Run, row: ReadRow): Promise<void> {
  const { db } = platform;
  try {
    await atomically(db, async tx => {
      const trace = newTrace();
      await readAhead(tx, trace, needsOf([row]));
      const settled = await applied(tx, row, trace);
      await flushTrace(tx, trace);
      await store(tx, file, [settled]);
    });
  } catch (error) {
    await insertRows(db, file.id, [refusalOf(error, reader, row)]);
  }
}
