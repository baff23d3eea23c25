import type { Db } from '../../../platform/database/tx.js';
import { csvLine } from '../csv.js';
import { listRows } from '../repository.js';

const ROWS_PER_READ = 500;

/** The errors of an import as lines of a CSV file, one for each column of a row. */
export async function* errorLines(db: Db, importId: string): AsyncGenerator<string> {
  yield csvLine(['row', 'key', 'column', 'error']);
  let after = 0;
  for (;;) {
    const rows = await listRows(db, importId, { hasErrors: true, after }, ROWS_PER_READ);
    for (const { row, key, errors } of rows) {
      for (const [column, texts] of Object.entries(errors)) {
        yield csvLine([String(row), key, column, texts.join(' ')]);
      }
    }
    const last = rows[ROWS_PER_READ - 1];
    if (last === undefined) return;
    after = last.row;
  }
}
