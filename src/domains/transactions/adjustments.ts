import { unitMinorOf } from '../../platform/currencies.js';
import { allocate, formatMoney, type Minor, minor } from '../../platform/money.js';
import type { AppliedDiscount, AppliedPromotion } from '../pricing/index.js';
import { articlesOf } from './ring-up/new-lines.js';
import type { NewLine } from './ring-up/new-sale-repository.js';

export const ADJUSTMENT_KINDS = ['promotion', 'code', 'manual', 'loyalty'] as const;

/**
 * A discount of a sale with its reason. The amounts of a sale add up to its discount and to what its
 * prices are below those of the catalogue; a constraint of the table guards it.
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

/** `sale` covers prices and taxes; `given` has one entry per discount of the cashier. */
export type Approvals = { sale?: Approved; given: readonly (Approved | undefined)[] };

/** The cashier, and the store whose currency the amounts have. */
type Giver = { employeeId: string; store: { currency: string } };

/** Discounts that the cashier gave, one entry for each line that they reach. */
export const givenAdjustments = (
  given: readonly (AppliedDiscount & { reason: string })[],
  { employeeId: actor, store: { currency } }: Giver,
  approvals: Approvals['given'],
): Adjustment[] =>
  given.flatMap(({ shares, reason }, index) =>
    shares.map(({ key, amountMinor }) => ({
      kind: 'manual' as const,
      line: Number(key),
      amount: formatMoney(amountMinor, currency),
      reason,
      actor,
      approval_request_id: approvals[index]?.requestId ?? null,
      promotion_id: null,
      code: null,
    })),
  );

/** Prices below those of the catalogue; the reason of an approval stands in for a missing one. */
export const manualAdjustments = (
  lowered: readonly LoweredPrice[],
  { employeeId: actor, store: { currency } }: Giver,
  approval: Approved | undefined,
): Adjustment[] =>
  lowered.map(({ line, amountMinor, reason }) => ({
    kind: 'manual',
    line,
    amount: formatMoney(amountMinor, currency),
    reason: reason ?? approval?.reason ?? null,
    actor,
    approval_request_id: approval?.requestId ?? null,
    promotion_id: null,
    code: null,
  }));

/** The share of each promotion in each line. Free shipping lowers no price and has no entry. */
export const promotionAdjustments = (
  lines: readonly { applied: readonly AppliedPromotion[] }[],
  currency: string,
): Adjustment[] =>
  lines.flatMap(({ applied }, line) =>
    applied.map(({ promotionId, name, code, amountMinor }) => ({
      kind: code === null ? 'promotion' : 'code',
      line,
      amount: formatMoney(amountMinor, currency),
      reason: name,
      actor: null,
      approval_request_id: null,
      promotion_id: promotionId,
      code,
    })),
  );

/**
 * Adjustments of the articles of a basket as those of the lines of its sale. That of a bundle is
 * shared by the lines of its parts, as its discount is.
 */
export function overParts(
  adjustments: readonly Adjustment[],
  lines: readonly Pick<NewLine, 'bundle' | 'subtotal'>[],
  currency: string,
): Adjustment[] {
  if (lines.every(({ bundle }) => bundle === undefined)) return [...adjustments];
  const articles = articlesOf(lines);
  return adjustments.flatMap(adjustment => {
    const own = articles.flatMap((article, line) => (article === adjustment.line ? [line] : []));
    const [only] = own;
    if (only === undefined) return [adjustment];
    if (own.length === 1) return [{ ...adjustment, line: only }];
    const shares = allocate(
      Math.round(minor(adjustment.amount, currency) / unitMinorOf(currency)),
      own.map(line => minor(lines[line]?.subtotal ?? '0', currency)),
    );
    return own.flatMap((line, index) => {
      const shareMinor = (shares[index] ?? 0) * unitMinorOf(currency);
      return shareMinor === 0
        ? []
        : [{ ...adjustment, line, amount: formatMoney(shareMinor, currency) }];
    });
  });
}
