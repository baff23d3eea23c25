import type { PlannedRow } from './plan-rows.js';
import type { GridRow } from './rows.js';

export const presentRow = ({ validFrom: _, ...row }: GridRow) => row;

const isChange = ({ after, errors }: PlannedRow): boolean =>
  Object.keys(after).length > 0 && Object.keys(errors).length === 0;

export const presentRowChanges = (planned: readonly PlannedRow[], isDryRun: boolean) => ({
  dry_run: isDryRun,
  changed: planned.filter(isChange).length,
  errors: planned.filter(({ errors }) => Object.keys(errors).length > 0).length,
  changes: planned.map(({ change, row, before, after, errors, isChangedSince }) => ({
    variant: change.variant,
    sku: row?.sku ?? null,
    before,
    after,
    errors,
    is_changed_since: isChangedSince,
  })),
});
