import type { Tx } from '../../platform/database/tx.js';
import type { FieldErrors } from '../../platform/http/failure.js';
import type { PutAction } from '../catalog/index.js';
import { createConflictCheck } from './conflict-check.js';
import { readCells } from './sheets/cells.js';
import type { Sender, Sheet } from './sheets/sheet.js';
import type { Needs, Trace } from './trace.js';

/** A row of a file, parsed and ready to be applied. */
export type ReadRow = {
  row: number;
  key: string;
  /** Errors that are known before the database is asked; the row is refused. */
  problems: FieldErrors;
  needs: Needs;
  put(tx: Tx, trace: Trace): Promise<PutAction>;
};

export type RowReader = {
  /** Gets all rows first, where a row depends on later ones. */
  collect?(row: number, cells: readonly string[]): void;
  /** In the order of the file, also for rows that an interrupted run has finished. */
  read(row: number, cells: readonly string[]): ReadRow;
  /** Names of fields in the errors of other domains as names of columns. */
  inColumns(fields: FieldErrors): FieldErrors;
};

/** Reads one of our own sheets. */
export function sheetReader(
  { id: importId, sheet }: { id: string; sheet: Sheet },
  heading: readonly string[],
  sender: Sender,
): RowReader {
  const conflicts = createConflictCheck(sheet);
  return {
    read: (row, cells) => {
      const { values, errors } = readCells(sheet.columns, heading, cells);
      return {
        row,
        key: sheet.keyOf(values),
        // Finished rows are checked as well: later rows must not repeat or contradict them.
        problems: { ...errors, ...conflicts.check(row, values) },
        needs: sheet.needs?.(values) ?? {},
        put: (tx, trace) => sheet.put(tx, values, sender, { importId, row, trace }),
      };
    },
    inColumns: fields => renamed(fields, field => sheet.fieldColumns.get(field)),
  };
}

export const renamed = (
  fields: FieldErrors,
  columnOf: (field: string) => string | undefined,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [columnOf(field) ?? field, messages]),
  );
