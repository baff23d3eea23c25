import type { FieldErrors } from '../../../platform/http/failure.js';
import type { PlannedRow } from './plan-rows.js';
import type { Cells, GridRow } from './rows.js';

export const presentRow = ({ validFrom: _, ...row }: GridRow) => row;

const isChange = ({ after, errors }: PlannedRow): boolean =>
  Object.keys(after).length > 0 && Object.keys(errors).length === 0;

/** Leaves out cells with an error, whose values may not fit the type of the cell. */
const valid = (cells: Partial<Cells>, errors: FieldErrors): Partial<Cells> =>
  Object.fromEntries(Object.entries(cells).filter(([cell]) => !Object.hasOwn(errors, cell)));

export const presentRowChanges = (planned: readonly PlannedRow[], isDryRun: boolean) => ({
  dry_run: isDryRun,
  changed: planned.filter(isChange).length,
  errors: planned.filter(({ errors }) => Object.keys(errors).length > 0).length,
  changes: planned.map(({ change, row, before, after, errors, isChangedSince }) => ({
    variant: change.variant,
    sku: row?.sku ?? null,
    etag: row?.etag ?? null,
    before: valid(before, errors),
    after: valid(after, errors),
    errors,
    is_changed_since: isChangedSince,
  })),
});
