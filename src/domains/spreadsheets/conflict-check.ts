import type { FieldErrors } from '../../platform/http/failure.js';
import type { Sheet, Values } from './sheets/sheet.js';

export type ConflictCheck = {
  /** Returns errors if the row repeats or contradicts an earlier one. */
  check(row: number, values: Values): FieldErrors;
};

/**
 * Refuses rows that contradict an earlier row about the same product. Otherwise importing the same
 * file twice would change the product again. The first row wins.
 */
export function createConflictCheck({ keyOf, shared }: Sheet): ConflictCheck {
  const rows = new Map<string, number>();
  const firstRows = new Map<string, { row: number; cells: string[] }>();
  return {
    check: (row, values) => {
      const errors: FieldErrors = {};
      const key = keyOf(values);
      const earlier = rows.get(key);
      if (earlier !== undefined) errors.row = [`Row ${earlier} has the same key.`];
      else rows.set(key, row);
      if (shared === undefined) return errors;
      const cells = shared.columns.map(name => JSON.stringify(values.get(name) ?? null));
      const first = firstRows.get(shared.keyOf(values));
      if (first === undefined) firstRows.set(shared.keyOf(values), { row, cells });
      shared.columns.forEach((name, index) => {
        if (first !== undefined && first.cells[index] !== cells[index]) {
          errors[name] = [`Row ${first.row} has another value.`];
        }
      });
      return errors;
    },
  };
}
