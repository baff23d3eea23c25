import type { FieldErrors } from '../../platform/http/failure.js';
import type { Sheet, Values } from './sheet.js';

export type Ledger = {
  /** Notes a row; tells where it repeats or contradicts one above it. */
  enter(row: number, values: Values): FieldErrors;
};

/**
 * Two rows that say different things of one product would take turns: the second run of the same
 * file would change everything once more. So the first row of a file has the word.
 */
export function createLedger({ keyOf, shared }: Sheet): Ledger {
  const rows = new Map<string, number>();
  const agreed = new Map<string, { row: number; cells: string[] }>();
  return {
    enter: (row, values) => {
      const errors: FieldErrors = {};
      const key = keyOf(values);
      const earlier = rows.get(key);
      if (earlier !== undefined) errors.row = [`Row ${earlier} is about the same.`];
      else rows.set(key, row);
      if (shared === undefined) return errors;
      const cells = shared.columns.map(name => JSON.stringify(values.get(name) ?? null));
      const first = agreed.get(shared.keyOf(values));
      if (first === undefined) agreed.set(shared.keyOf(values), { row, cells });
      shared.columns.forEach((name, index) => {
        if (first !== undefined && first.cells[index] !== cells[index]) {
          errors[name] = [`Row ${first.row} says something else.`];
        }
      });
      return errors;
    },
  };
}
