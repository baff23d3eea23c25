import { allocate, type Minor, portion, sumOf } from '../../platform/money.js';
import { WHOLE_BASIS_POINTS } from './buy-get.js';
import { GIFT_CARD_SKU } from './lines.js';

/** A discount that a person gives: off one line, or off the whole basket. */
export type ManualDiscount = {
  /** The key of the line; null: the whole basket. */
  key: string | null;
} & ({ amountMinor: Minor } | { basisPoints: number });

export type AppliedDiscount = {
  /** What was asked for; `amountMinor` is less if the price is lower than that. */
  askedMinor: Minor;
  amountMinor: Minor;
  shares: { key: string; leftMinor: Minor; amountMinor: Minor }[];
};

type Left = { key: string; leftMinor: Minor; sku?: string };

/**
 * Applies discounts to the prices that promotions left: first those of lines, then those of the
 * basket, each in the order given. A discount of the basket is split by largest remainder. The
 * results are in the order of the discounts. A gift card costs what it is worth, so nothing reduces it.
 */
export function applyDiscounts(
  lines: readonly Left[],
  discounts: readonly ManualDiscount[],
): AppliedDiscount[] {
  const left = lines.filter(({ sku }) => sku !== GIFT_CARD_SKU).map(line => ({ ...line }));
  const results = new Map<ManualDiscount, AppliedDiscount>();
  const ordered = [
    ...discounts.filter(({ key }) => key !== null),
    ...discounts.filter(({ key }) => key === null),
  ];
  for (const discount of ordered) results.set(discount, applyOne(left, discount));
  return discounts.flatMap(discount => results.get(discount) ?? []);
}

function applyOne(left: Left[], discount: ManualDiscount): AppliedDiscount {
  const { key } = discount;
  const reached = key === null ? left : left.filter(line => line.key === key);
  const weights = reached.map(line => line.leftMinor);
  const leftMinor = sumOf(weights);
  const askedMinor =
    'amountMinor' in discount
      ? discount.amountMinor
      : portion(leftMinor, discount.basisPoints, WHOLE_BASIS_POINTS);
  const amountMinor = Math.max(0, Math.min(askedMinor, leftMinor));
  const parts = amountMinor === 0 ? [] : allocate(amountMinor, weights);
  const shares = reached.map((line, index) => ({
    key: line.key,
    leftMinor: line.leftMinor,
    amountMinor: parts[index] ?? 0,
  }));
  for (const [index, line] of reached.entries()) line.leftMinor -= parts[index] ?? 0;
  return { askedMinor, amountMinor, shares: shares.filter(share => share.amountMinor > 0) };
}
