import { formatMoney, type Minor } from '../../platform/money.js';
import type { AppliedPromotion } from '../pricing/index.js';

export const ADJUSTMENT_KINDS = ['promotion', 'code', 'manual', 'loyalty'] as const;

/**
 * A discount of a sale with its reason. The amounts of a sale add up to the discount of its
 * promotions and to what its prices are below those of the catalogue.
 */
export type Adjustment = {
  kind: (typeof ADJUSTMENT_KINDS)[number];
  /** Position of the line; null for discounts of older sales, which were kept per sale. */
  line: number | null;
  amount: string;
  /** The name of the promotion, or why the price was lowered; null if nobody said so. */
  reason: string | null;
  /** The employee who lowered the price. */
  actor: string | null;
  approval_request_id: string | null;
  promotion_id: string | null;
  code: string | null;
};

export type LoweredPrice = { line: number; amountMinor: Minor; reason: string | null };

/** The approval that a sale consumed. */
export type Approved = { requestId: string; reason: string };

/** Prices below those of the catalogue; the reason of an approval stands in for a missing one. */
export const manualAdjustments = (
  lowered: readonly LoweredPrice[],
  actor: string,
  approval: Approved | undefined,
): Adjustment[] =>
  lowered.map(({ line, amountMinor, reason }) => ({
    kind: 'manual',
    line,
    amount: formatMoney(amountMinor),
    reason: reason ?? approval?.reason ?? null,
    actor,
    approval_request_id: approval?.requestId ?? null,
    promotion_id: null,
    code: null,
  }));

/** The share of each promotion in each line. Free shipping lowers no price and has no entry. */
export const promotionAdjustments = (
  lines: readonly { applied: readonly AppliedPromotion[] }[],
): Adjustment[] =>
  lines.flatMap(({ applied }, line) =>
    applied.map(({ promotionId, name, code, amountMinor }) => ({
      kind: code === null ? 'promotion' : 'code',
      line,
      amount: formatMoney(amountMinor),
      reason: name,
      actor: null,
      approval_request_id: null,
      promotion_id: promotionId,
      code,
    })),
  );
