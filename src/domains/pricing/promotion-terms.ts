import type { Minor } from '../../platform/money.js';
import { compare, GIFT_CARD_SKU, type PricedLine } from './lines.js';

export const PROMOTION_KINDS = ['percentage', 'fixed', 'buy_x_get_y', 'free_shipping'] as const;
export type PromotionKind = (typeof PROMOTION_KINDS)[number];

export const SCOPE_KINDS = ['order', 'product', 'category', 'variant', 'collection'] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

export type PromotionScope = {
  kind: ScopeKind;
  /** Ids of the given kind; empty for `order`. */
  ids: readonly string[];
};

export type Promotion = {
  id: string;
  name: string;
  kind: PromotionKind;
  /** Basis points off for `percentage` (1000 is 10 %), minor units off for `fixed`. */
  value: number;
  buyQuantity?: number | null;
  getQuantity?: number | null;
  /** The discount on the `getQuantity` units; 10000, the default, makes them free. */
  getDiscountBasisPoints?: number | null;
  scope: PromotionScope;
  /** Measured on the whole basket before any discount. */
  minimumSubtotalMinor?: Minor | null;
  maximumDiscountMinor?: Minor | null;
  priority: number;
  stackable: boolean;
  code?: string | null;
  /** Of a promotion with a code: a budget or a limit of uses, which only the service knows. */
  isLimited?: boolean;
  /** Of a promotion with a code: when it or the code ends. */
  endsAt?: string | null;
};

export type AppliedPromotion = {
  promotionId: string;
  name: string;
  code: string | null;
  amountMinor: Minor;
};

/** Removes duplicates: a promotion may be found both as running and by its code. */
export function inPriorityOrder(promotions: readonly Promotion[]): Promotion[] {
  const unique = new Map(promotions.map(promotion => [promotion.id, promotion]));
  return [...unique.values()].sort((a, b) => b.priority - a.priority || compare(a.id, b.id));
}

/** A gift card is money in another form, so no promotion covers it. */
export function covers({ kind, ids }: PromotionScope, line: PricedLine): boolean {
  if (line.sku === GIFT_CARD_SKU) return false;
  switch (kind) {
    case 'order':
      return true;
    case 'product':
      return ids.includes(String(line.productId));
    case 'category':
      return line.categoryId !== null && ids.includes(line.categoryId);
    case 'variant':
      return ids.includes(line.variantId);
    case 'collection':
      return (line.collectionIds ?? []).some(id => ids.includes(id));
  }
}

export const annotation = (promotion: Promotion, amountMinor: Minor): AppliedPromotion => ({
  promotionId: promotion.id,
  name: promotion.name,
  code: promotion.code ?? null,
  amountMinor,
});
