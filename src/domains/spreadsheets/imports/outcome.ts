import { asFailure } from '../../../platform/http/envelope.js';
import type { PutAction } from '../../catalog/index.js';
import type { SettledRow } from '../repository.js';
import type { ReadRow, RowReader } from '../row-reader.js';
import type { Change } from '../sheets/sheet.js';

const MAX_KEY = 200;

const lineOf = ({ row, key }: ReadRow) => ({ row, key: key.slice(0, MAX_KEY) });

export const reported = (
  row: ReadRow,
  action: PutAction,
  changes: readonly Change[] = [],
): SettledRow => ({ ...lineOf(row), action, errors: {}, changes });

export const refused = (row: ReadRow, errors: SettledRow['errors']): SettledRow => ({
  ...lineOf(row),
  action: 'refused',
  errors,
  changes: [],
});

/** An error that is not about the row ends the run. */
export function refusalOf(error: unknown, reader: RowReader, row: ReadRow): SettledRow {
  const failure = asFailure(error);
  if (failure === undefined || failure.status >= 500) throw error;
  const fields = failure.extra.fields ?? { row: [failure.message] };
  return refused(row, reader.inColumns(fields));
}
