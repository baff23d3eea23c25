import { atomically, type Tx } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { type Import, insertRows, rollBackRow, type SettledRow, startRow } from '../repository.js';
import type { ReadRow, RowReader } from '../row-reader.js';
import { flushTrace, newTrace, readAhead, type Trace } from '../trace.js';
import { refusalOf, refused, reported } from './outcome.js';

/** Thrown to roll back the transaction of a dry run. */
class DryRun extends Error {
  constructor(readonly settled: SettledRow[]) {
    super('this was a dry run');
  }
}

/** Applies each row and rolls it back before the next one, which does not see its changes. */
export async function tryRows(
  { platform, file, reader }: { platform: Platform; file: Import; reader: RowReader },
  rows: readonly ReadRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { db } = platform;
  try {
    await atomically(db, async tx => {
      const trace = newTrace();
      await readAhead(
        tx,
        trace,
        rows.map(({ needs }) => needs),
      );
      const settled: SettledRow[] = [];
      for (const row of rows) settled.push(await tried(tx, reader, row, trace));
      throw new DryRun(settled);
    });
    throw new Error('a dry run was committed');
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    await insertRows(db, file.id, error.settled);
  }
}

async function tried(tx: Tx, reader: RowReader, row: ReadRow, trace: Trace): Promise<SettledRow> {
  if (Object.keys(row.problems).length > 0) return refused(row, row.problems);
  const { writes } = trace.batch;
  writes.startRow();
  await startRow(tx);
  try {
    const action = await row.put(tx, trace);
    await flushTrace(tx, trace);
    return reported(row, action);
  } catch (error) {
    return refusalOf(error, reader, row);
  } finally {
    await rollBackRow(tx);
    writes.undoRow();
  }
}
