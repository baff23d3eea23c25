import type { Minor } from '../../platform/money.js';
import type { Unit } from '../../platform/quantity.js';

export const ZONE_KINDS = [
  'sales_floor',
  'stockroom',
  'counter',
  'display',
  'cold_storage',
  'other',
] as const;
export type ZoneKind = (typeof ZONE_KINDS)[number];

export type Shortfall = {
  variant_id: string;
  /** Default: piece. */
  unit?: Unit;
  /** In steps of the unit. */
  shortfall: number;
  costMinor: Minor | null;
};

export type LineToOrder = { variantId: string; unit?: Unit; quantity: number; costMinor: Minor };

/**
 * Quantities to order: the shortfalls of all zones minus the quantities on order, in whole packs. A
 * shortfall of 7 in packs of 6 orders 12.
 */
export function linesToOrder(
  shortfalls: readonly Shortfall[],
  onOrder: ReadonlyMap<string, number>,
  packOf: (variantId: string) => number = () => 1,
): LineToOrder[] {
  const sums = new Map<string, LineToOrder>();
  for (const { variant_id: variantId, unit, shortfall, costMinor } of shortfalls) {
    const quantity = (sums.get(variantId)?.quantity ?? 0) + shortfall;
    sums.set(variantId, { variantId, unit, quantity, costMinor: costMinor ?? 0 });
  }
  return [...sums.values()]
    .map(sum => ({ ...sum, quantity: sum.quantity - (onOrder.get(sum.variantId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
    .map(sum => {
      const pack = packOf(sum.variantId);
      return { ...sum, quantity: Math.ceil(sum.quantity / pack) * pack };
    });
}
