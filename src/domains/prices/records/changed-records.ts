import type { ChangedRecord } from '../../../platform/audit/audited-call.js';
import type { PlannedChange } from './change-prices.js';

/** The prices and variants that a bulk change has changed, for the audit log. */
export const changedRecords = (planned: readonly PlannedChange[]): ChangedRecord[] =>
  planned.flatMap<ChangedRecord>(({ variant, list, priceId, before, after }) => {
    if (variant === undefined || before === after) return [];
    if (list === undefined || priceId === undefined) {
      const own = { type: 'product-variants', id: variant.id };
      return [{ ...own, before: { price: before }, after: { price: after } }];
    }
    const shown = (amount: string | null, other: string | null) =>
      // A new or deleted price says whose it is; one that stays has the same variant as before.
      other === null && amount !== null ? { amount, variant: variant.id } : { amount };
    return [{ id: priceId, before: shown(before, after), after: shown(after, before) }];
  });
