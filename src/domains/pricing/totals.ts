import { type Minor, portion, sumOf } from '../../platform/money.js';
import { type AppliedDiscount, applyDiscounts, type ManualDiscount } from './discounts.js';
import { grossOf, inContentOrder, inOrderOf, type PricedLine } from './lines.js';
import { chargesOf, netPriceOf, type PartTotals } from './parts.js';
import type { AppliedPromotion, Promotion } from './promotion-terms.js';
import { applyPromotions, type Promoted } from './promotions.js';
import { type Tax, type TaxBreakdownRow, taxAsCharged, taxBreakdownOf, taxOf } from './tax.js';
import { netOf, taxInside, taxInsideAsCharged } from './tax-inside.js';
import { ratesFor, STANDARD_TAX_CLASS, type Taxed, type TaxRate } from './tax-rates.js';

export type Basket = {
  /** Currency of the amounts in the tax breakdown; without it they have two decimals. */
  currency?: string;
  lines: readonly PricedLine[];
  promotions?: readonly Promotion[];
  /** Given by a person; they apply to what the promotions left. */
  discounts?: readonly ManualDiscount[];
  taxes?: readonly TaxRate[];
  /** Prices and shipping contain their tax, as in shops of the European Union. */
  pricesIncludeTax?: boolean;
  /** Why the customer pays no tax. Prices that contain tax are reduced to their net. */
  taxExemption?: { reason: string };
  shippingMinor?: Minor;
  /** Null: untaxed. Default: standard if `shippingTaxable`, else null. */
  shippingTaxClass?: string | null;
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
  /** Without discount and tax. */
  netMinor: Minor;
  taxMinor: Minor;
  /** Net plus tax: what the customer pays for the line. */
  totalMinor: Minor;
  /** For display only: the price of a unit after its discount, rounded. */
  effectiveUnitPriceMinor: Minor;
  applied: AppliedPromotion[];
  /** Set for a bundle, in the order of its parts. */
  parts?: PartTotals[];
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
  pricesIncludeTax: boolean;
  /** subtotal − discount + shipping, plus tax unless the prices include it. */
  totalMinor: Minor;
  freeShipping: boolean;
  applied: AppliedPromotion[];
  /** One for each of the basket's discounts; unset without any. */
  discounts?: AppliedDiscount[];
  taxBreakdown: TaxBreakdownRow[];
};

/** Prices a basket, for till, cart, checkout and returns alike. */
export function totalsOf(asked: Basket): Totals {
  const basket = asked.taxExemption === undefined ? asked : withoutTax(asked);
  const includesTax = basket.pricesIncludeTax ?? false;
  const lines = inContentOrder(basket.lines);
  const promoted = applyPromotions(lines, basket.promotions ?? []);
  const discounts = discountsOf(basket, lines, promoted);
  const given = sharesByLine(discounts);
  const discountOf = (index: number): Minor =>
    (promoted.lines[index]?.discountMinor ?? 0) + (given.get(lines[index]?.key ?? '') ?? 0);
  const askedShipping = basket.shippingMinor ?? 0;
  const shippingMinor = promoted.freeShipping ? 0 : askedShipping;
  const split = lines.map((line, index) => chargesOf(line, discountOf(index)));
  const charges = split.flat().map(({ grossMinor, discountMinor, ...taxed }) => ({
    amountMinor: grossMinor - discountMinor,
    ...taxed,
  }));
  const shipping = { amountMinor: shippingMinor, ...shippingTaxed(basket) };
  const tax = taxOn(shippingMinor > 0 ? [...charges, shipping] : charges, basket);
  let taxed = 0;
  const totals = lines.map((line, index) => {
    const own = split[index] ?? [];
    const sharesMinor = tax.sharesMinor.slice(taxed, taxed + own.length);
    taxed += own.length;
    return {
      ...lineTotals(
        line,
        { discountMinor: discountOf(index), applied: promoted.lines[index]?.applied ?? [] },
        sumOf(sharesMinor),
        includesTax,
      ),
      ...(line.parts && {
        parts: own.map(({ grossMinor, discountMinor }, part) => ({
          grossMinor,
          discountMinor,
          taxMinor: sharesMinor[part] ?? 0,
        })),
      }),
    };
  });
  const subtotalMinor = sumOf(totals.map(line => line.grossMinor));
  const discountMinor = sumOf([
    promoted.promotionSavingsMinor,
    ...discounts.map(discount => discount.amountMinor),
  ]);
  const addedTaxMinor = includesTax ? 0 : tax.taxMinor;
  return {
    lines: inOrderOf(basket.lines, totals),
    subtotalMinor,
    discountMinor,
    taxMinor: tax.taxMinor,
    shippingMinor,
    shippingTaxMinor: tax.sharesMinor[charges.length] ?? 0,
    shippingWaivedMinor: askedShipping - shippingMinor,
    pricesIncludeTax: includesTax,
    totalMinor: sumOf([subtotalMinor, -discountMinor, addedTaxMinor, shippingMinor]),
    freeShipping: promoted.freeShipping,
    applied: promoted.applied,
    ...(discounts.length > 0 && { discounts }),
    taxBreakdown: taxBreakdownOf(tax.jurisdictions, basket.currency ?? ''),
  };
}

type Charge = Taxed & { amountMinor: Minor };

/** The tax on amounts, or inside them; as computed, or as a till charged it. */
export function taxOn(
  charges: readonly Charge[],
  basket: Pick<Basket, 'taxes' | 'pricesIncludeTax' | 'chargedTaxMinor'>,
): Tax {
  const { taxes: rates = [], chargedTaxMinor } = basket;
  if (basket.pricesIncludeTax) {
    const bases = charges.map(({ amountMinor, ...taxed }) => ({
      ...taxed,
      grossMinor: amountMinor,
    }));
    return chargedTaxMinor === undefined
      ? taxInside(bases, rates)
      : taxInsideAsCharged(bases, rates, chargedTaxMinor);
  }
  const bases = charges.map(({ amountMinor, ...taxed }) => ({ ...taxed, netMinor: amountMinor }));
  return chargedTaxMinor === undefined
    ? taxOf(bases, rates)
    : taxAsCharged(bases, rates, chargedTaxMinor);
}

function shippingTaxed({ shippingTaxClass, shippingTaxable }: Basket): Taxed {
  const taxClass =
    shippingTaxClass === undefined && shippingTaxable ? STANDARD_TAX_CLASS : shippingTaxClass;
  return { isTaxExempt: taxClass == null, taxClass: taxClass ?? undefined };
}

/** The basket of a customer who is exempt from tax: net prices, no rates. */
export function withoutTax(basket: Basket): Basket {
  const { taxes = [], pricesIncludeTax = false } = basket;
  if (!pricesIncludeTax) return { ...basket, taxes: [] };
  return {
    ...basket,
    taxes: [],
    lines: basket.lines.map(line => ({
      ...line,
      unitPriceMinor: netPriceOf(line.unitPriceMinor, line, taxes),
    })),
    shippingMinor: netOf(basket.shippingMinor ?? 0, ratesFor(shippingTaxed(basket), taxes)),
  };
}

const discountsOf = (
  { discounts = [] }: Basket,
  lines: readonly PricedLine[],
  promoted: Promoted,
): AppliedDiscount[] =>
  discounts.length === 0
    ? []
    : applyDiscounts(
        lines.map((line, index) => ({
          key: line.key,
          sku: line.sku,
          leftMinor: grossOf(line) - (promoted.lines[index]?.discountMinor ?? 0),
        })),
        discounts,
      );

function sharesByLine(discounts: readonly AppliedDiscount[]): Map<string, Minor> {
  const sums = new Map<string, Minor>();
  for (const { key, amountMinor } of discounts.flatMap(({ shares }) => shares)) {
    sums.set(key, (sums.get(key) ?? 0) + amountMinor);
  }
  return sums;
}

function lineTotals(
  line: PricedLine,
  { discountMinor, applied }: Pick<LineTotals, 'discountMinor' | 'applied'>,
  taxMinor: Minor,
  includesTax: boolean,
): LineTotals {
  const grossMinor = grossOf(line);
  const chargedMinor = grossMinor - discountMinor;
  const netMinor = includesTax ? chargedMinor - taxMinor : chargedMinor;
  return {
    key: line.key,
    quantity: line.quantity,
    unitPriceMinor: line.unitPriceMinor,
    grossMinor,
    discountMinor,
    netMinor,
    taxMinor,
    totalMinor: sumOf([netMinor, taxMinor]),
    effectiveUnitPriceMinor: portion(chargedMinor, line.stepsPerUnit ?? 1, line.quantity),
    applied,
  };
}
