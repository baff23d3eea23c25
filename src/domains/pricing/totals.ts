import { type Minor, portion, sumOf } from '../../platform/money.js';
import { grossOf, inContentOrder, inOrderOf, type PricedLine } from './lines.js';
import type { AppliedPromotion, Promotion } from './promotion-terms.js';
import { applyPromotions, type DiscountedLine } from './promotions.js';
import { type TaxBreakdownRow, type TaxRate, taxAsCharged, taxBreakdownOf, taxOf } from './tax.js';

export type Basket = {
  lines: readonly PricedLine[];
  promotions?: readonly Promotion[];
  taxes?: readonly TaxRate[];
  shippingMinor?: Minor;
  shippingTaxable?: boolean;
  /** The tax that a till charged; replaces the computed tax. */
  chargedTaxMinor?: Minor;
};

export type LineTotals = {
  key: string;
  quantity: number;
  unitPriceMinor: Minor;
  grossMinor: Minor;
  discountMinor: Minor;
  netMinor: Minor;
  taxMinor: Minor;
  /** Net plus tax. */
  totalMinor: Minor;
  /** For display only: net ÷ quantity, rounded. */
  effectiveUnitPriceMinor: Minor;
  applied: AppliedPromotion[];
};

export type Totals = {
  lines: LineTotals[];
  subtotalMinor: Minor;
  discountMinor: Minor;
  taxMinor: Minor;
  /** As charged; 0 if a promotion waives it. */
  shippingMinor: Minor;
  /** The part of `taxMinor` on shipping, which no line includes. */
  shippingTaxMinor: Minor;
  shippingWaivedMinor: Minor;
  /** subtotal − discount + tax + shipping. */
  totalMinor: Minor;
  freeShipping: boolean;
  applied: AppliedPromotion[];
  taxBreakdown: TaxBreakdownRow[];
};

/** Prices a basket, for till, cart, checkout and returns alike. */
export function totalsOf(basket: Basket): Totals {
  const lines = inContentOrder(basket.lines);
  const promoted = applyPromotions(lines, basket.promotions ?? []);
  const asked = basket.shippingMinor ?? 0;
  const shippingMinor = promoted.freeShipping ? 0 : asked;
  const shipping = { netMinor: shippingMinor, isTaxExempt: !basket.shippingTaxable };
  const nets = lines.map((line, index) => ({
    netMinor: grossOf(line) - (promoted.lines[index]?.discountMinor ?? 0),
    isTaxExempt: line.isTaxExempt,
  }));
  const bases = shippingMinor > 0 ? [...nets, shipping] : nets;
  const rates = basket.taxes ?? [];
  const tax =
    basket.chargedTaxMinor === undefined
      ? taxOf(bases, rates)
      : taxAsCharged(bases, rates, basket.chargedTaxMinor);
  const totals = lines.map((line, index) =>
    lineTotals(line, promoted.lines[index], tax.sharesMinor[index] ?? 0),
  );
  const subtotalMinor = sumOf(totals.map(line => line.grossMinor));
  const discountMinor = promoted.promotionSavingsMinor;
  return {
    lines: inOrderOf(basket.lines, totals),
    subtotalMinor,
    discountMinor,
    taxMinor: tax.taxMinor,
    shippingMinor,
    shippingTaxMinor: tax.sharesMinor[lines.length] ?? 0,
    shippingWaivedMinor: asked - shippingMinor,
    totalMinor: sumOf([subtotalMinor, -discountMinor, tax.taxMinor, shippingMinor]),
    freeShipping: promoted.freeShipping,
    applied: promoted.applied,
    taxBreakdown: taxBreakdownOf(tax.jurisdictions),
  };
}

function lineTotals(
  line: PricedLine,
  discounted: DiscountedLine | undefined,
  taxMinor: Minor,
): LineTotals {
  const grossMinor = grossOf(line);
  const discountMinor = discounted?.discountMinor ?? 0;
  const netMinor = grossMinor - discountMinor;
  return {
    key: line.key,
    quantity: line.quantity,
    unitPriceMinor: line.unitPriceMinor,
    grossMinor,
    discountMinor,
    netMinor,
    taxMinor,
    totalMinor: sumOf([netMinor, taxMinor]),
    effectiveUnitPriceMinor: portion(netMinor, 1, line.quantity),
    applied: discounted?.applied ?? [],
  };
}
