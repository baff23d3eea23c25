import { shownQuantity } from '../../platform/quantity.js';
import { availableOf, type Shortage, type StockLine } from './rules.js';
import type { LockedLevel } from './stock-repository.js';

/** The lines that a store has too little available stock for. */
export const shortagesOf = (
  levels: readonly LockedLevel[],
  storeId: string,
  lines: readonly StockLine[],
): Shortage[] =>
  lines.flatMap(({ variantId, quantity }) => {
    const level = levels.find(one => one.storeId === storeId && one.variantId === variantId);
    const available = level ? availableOf(level) : 0;
    if (available >= quantity) return [];
    const unit = level?.unit ?? 'piece';
    return [
      {
        variant_id: variantId,
        sku: level?.sku ?? null,
        requested: shownQuantity(quantity, unit),
        available: shownQuantity(available, unit),
      },
    ];
  });
