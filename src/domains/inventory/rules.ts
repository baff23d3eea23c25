import type { Unit } from '../../platform/quantity.js';

/** A line of a sale or cart; the quantity is in steps of the variant's unit. */
export type StockLine = { variantId: string; quantity: number };

/**
 * A line that lacks stock; appears in API errors, hence the snake case. Quantities are as people
 * read them, in the unit of the variant.
 */
export type Shortage = {
  variant_id: string;
  sku: string | null;
  requested: number;
  available: number;
};

export const MOVEMENT_KINDS = [
  'initial',
  'receipt',
  'adjustment',
  'count',
  'transfer_in',
  'transfer_out',
  'sale',
  'return',
  'void',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Movements change `on_hand`; the other kinds change `reserved` or settings. */
export const CHANGE_KINDS = [...MOVEMENT_KINDS, 'reserve', 'release', 'settings'] as const;

/** A level after a change. `change` is added to `onHand`; 0 for reservations and settings. */
export type LevelChange = {
  id: string;
  storeId: string;
  variantId: string;
  sku: string;
  name: string;
  /** The quantities are in steps of this unit. */
  unit: Unit;
  onHand: number;
  reserved: number;
  reorderPoint: number;
  isActive: boolean;
  change: number;
  kind: (typeof CHANGE_KINDS)[number];
  /** The till that caused the change; null if several did. */
  terminalId: string | null;
};

export type Alert = 'below_zero' | 'low';

/**
 * Merges lines to one per variant, so that stock is checked against their total, and sorts them, so
 * that every caller locks levels in the same order.
 */
export function mergeLines(lines: readonly StockLine[]): StockLine[] {
  const sums = new Map<string, number>();
  for (const { variantId, quantity } of lines) {
    if (!Number.isInteger(quantity) || quantity < 1) {
      throw new RangeError('a stock line needs an integer quantity of at least 1');
    }
    const key = variantId.toLowerCase();
    sums.set(key, (sums.get(key) ?? 0) + quantity);
  }
  return [...sums]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .sort((a, b) => (a.variantId < b.variantId ? -1 : 1));
}

/**
 * The alert for a level change. `low` fires once, when stock crosses the reorder point;
 * `below_zero` fires on every decrease below zero, because each one is a unit missing from the
 * records.
 */
export function alertOf(level: Omit<LevelChange, 'unit'>): Alert | undefined {
  if (level.change >= 0) return undefined;
  if (level.onHand < 0) return 'below_zero';
  const before = level.onHand - level.change;
  const crossed = before > level.reorderPoint && level.onHand <= level.reorderPoint;
  return level.isActive && level.reorderPoint > 0 && crossed ? 'low' : undefined;
}

/** The quantity that can still be reserved; 0 if counter sales took stock below `reserved`. */
export const availableOf = (level: { onHand: number; reserved: number }): number =>
  Math.max(0, level.onHand - level.reserved);

/** The kind is part of the key, because a sale and its void share a reference. */
export const onceKey = (kind: MovementKind, reference: string): string => `${kind}:${reference}`;

/** The reservation purpose of an unpaid sale. */
export const salePurpose = (saleId: string): string => `sale:${saleId}`;
