/** Goods of one variant, as a sale or a cart lists them. */
export type StockLine = { variantId: string; quantity: number };

/** What is missing for a request, in the words a shopper or clerk can be told. */
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

/** Movements change `on_hand`; the other kinds change what is reserved, or settings. */
export const CHANGE_KINDS = [...MOVEMENT_KINDS, 'reserve', 'release', 'settings'] as const;

/** A level after it changed. `change` is what was added to `onHand`; holds and settings add nothing. */
export type LevelChange = {
  id: string;
  storeId: string;
  variantId: string;
  sku: string;
  name: string;
  onHand: number;
  reserved: number;
  reorderPoint: number;
  isActive: boolean;
  change: number;
  kind: (typeof CHANGE_KINDS)[number];
  /** The till that caused it, when it was a single one. */
  terminalId: string | null;
};

export type Alert = 'below_zero' | 'low';

/**
 * One line per variant, sorted: two lines of one variant must be judged against the stock together,
 * and everybody locks in the same order.
 */
export function mergeLines(lines: readonly StockLine[]): StockLine[] {
  const sums = new Map<string, number>();
  for (const { variantId, quantity } of lines) {
    if (!Number.isInteger(quantity) || quantity < 1) {
      throw new RangeError('a line of stock needs a whole quantity of at least 1');
    }
    const key = variantId.toLowerCase();
    sums.set(key, (sums.get(key) ?? 0) + quantity);
  }
  return [...sums]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .sort((a, b) => (a.variantId < b.variantId ? -1 : 1));
}

/**
 * Whether somebody should look at this level. Low is told once, when the line is crossed; every
 * fall below zero is told, because each one is a unit the books did not know of.
 */
export function alertOf(level: LevelChange): Alert | undefined {
  if (level.change >= 0) return undefined;
  if (level.onHand < 0) return 'below_zero';
  const before = level.onHand - level.change;
  const crossed = before > level.reorderPoint && level.onHand <= level.reorderPoint;
  return level.isActive && level.reorderPoint > 0 && crossed ? 'low' : undefined;
}

/** What may still be promised to a customer; never below zero, whatever the counter sold. */
export const availableOf = (level: { onHand: number; reserved: number }): number =>
  Math.max(0, level.onHand - level.reserved);

/** A sale and its void share their reference, not their posting. */
export const onceKey = (kind: MovementKind, reference: string): string => `${kind}:${reference}`;

/** The purpose under which the goods of an unpaid sale are held: one sale, one hold. */
export const salePurpose = (saleId: string): string => `sale:${saleId}`;
