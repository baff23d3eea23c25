import { atomically, type Tx } from '../../platform/database/tx.js';
import { asFailure } from '../../platform/http/envelope.js';
import type { Platform } from '../../platform/platform.js';
import type { PutAction } from '../catalog/index.js';
import { type Import, insertRows, limitLockWait, type SettledRow } from './repository.js';
import { newTrace, type ReadRow, type RowReader, type Trace } from './row-reader.js';
import type { Change } from './sheet.js';

type Run = { platform: Platform; file: Import; reader: RowReader };

const MAX_KEY = 200;
/** Not a row but the report or the commit failed. */
const NONE = -1;

/**
 * Applies rows and writes their report lines. All rows are one transaction, unless one of them fails:
 * then it is settled alone and those before and behind it together, so that a bad row does not affect
 * others.
 */
export async function settleRows(run: Run, rows: readonly ReadRow[]): Promise<void> {
  if (run.file.dry_run) return tryRows(run, rows);
  const [first] = rows;
  if (first === undefined) return;
  if (rows.length === 1) return settleRow(run, first);
  const { db } = run.platform;
  let failed = 0;
  try {
    await atomically(db, async tx => {
      // Less than the time after which the database looks for deadlocks: the import gives way.
      await limitLockWait(tx);
      const trace = newTrace(() => undefined);
      const settled: SettledRow[] = [];
      for (const [index, row] of rows.entries()) {
        failed = index;
        settled.push(await applied(tx, row, trace));
      }
      failed = NONE;
      await insertRows(tx, run.file.id, settled);
    });
  } catch {
    // The row is settled alone, which reports the error or throws it again.
    if (failed === NONE) {
      for (const row of rows) await settleRow(run, row);
      return;
    }
    const bad = rows[failed];
    await settleRows(run, rows.slice(0, failed));
    if (bad !== undefined) await settleRow(run, bad);
    await settleRows(run, rows.slice(failed + 1));
  }
}

async function applied(tx: Tx, row: ReadRow, trace: Trace): Promise<SettledRow> {
  const { problems } = row;
  if (Object.keys(problems).length > 0) return refused(row, problems);
  const changes: Change[] = [];
  const action = await row.put(tx, { ...trace, log: change => changes.push(change) });
  return { ...lineOf(row), action, errors: {}, changes };
}

async function settleRow({ platform, file, reader }: Run, row: ReadRow): Promise<void> {
  const { db } = platform;
  try {
    await atomically(db, async tx => {
      await insertRows(tx, file.id, [
        await applied(
          tx,
          row,
          newTrace(() => undefined),
        ),
      ]);
    });
  } catch (error) {
    await insertRows(db, file.id, [refusalOf(error, reader, row)]);
  }
}

/** Thrown to roll back the transaction of a row in a dry run. */
class DryRun extends Error {
  constructor(readonly action: PutAction) {
    super('this was a dry run');
  }
}

async function tryRows({ platform, file, reader }: Run, rows: readonly ReadRow[]): Promise<void> {
  const settled: SettledRow[] = [];
  for (const row of rows) settled.push(await tried(platform, reader, row));
  await insertRows(platform.db, file.id, settled);
}

async function tried({ db }: Platform, reader: RowReader, row: ReadRow): Promise<SettledRow> {
  if (Object.keys(row.problems).length > 0) return refused(row, row.problems);
  try {
    await atomically(db, async tx => {
      throw new DryRun(
        await row.put(
          tx,
          newTrace(() => undefined),
        ),
      );
    });
    throw new Error('a dry run was committed');
  } catch (error) {
    if (!(error instanceof DryRun)) return refusalOf(error, reader, row);
    return { ...lineOf(row), action: error.action, errors: {}, changes: [] };
  }
}

const lineOf = ({ row, key }: ReadRow) => ({ row, key: key.slice(0, MAX_KEY) });

const refused = (row: ReadRow, errors: SettledRow['errors']): SettledRow => ({
  ...lineOf(row),
  action: 'refused',
  errors,
  changes: [],
});

/** An error that is not about the row ends the run. */
function refusalOf(error: unknown, reader: RowReader, row: ReadRow): SettledRow {
  const failure = asFailure(error);
  if (failure === undefined || failure.status >= 500) throw error;
  const fields = failure.extra.fields ?? { row: [failure.message] };
  return refused(row, reader.inColumns(fields));
}
