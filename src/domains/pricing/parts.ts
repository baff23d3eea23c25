import { allocate, type Minor, sumOf } from '../../platform/money.js';
import { grossOf, type LinePart, type PricedLine } from './lines.js';
import { netOf } from './tax-inside.js';
import { ratesFor, type Taxed, type TaxRate } from './tax-rates.js';

/** What a part of a bundle has of the amounts of its line. */
export type PartTotals = { grossMinor: Minor; discountMinor: Minor; taxMinor: Minor };

/** A price split over the parts of a bundle, to the minor unit. Free parts share it evenly. */
export function sharesOf(priceMinor: Minor, parts: readonly Pick<LinePart, 'weight'>[]): Minor[] {
  const isFree = parts.every(({ weight }) => weight === 0);
  return allocate(
    priceMinor,
    parts.map(({ weight }) => (isFree ? 1 : weight)),
  );
}

type Charge = Taxed & { grossMinor: Minor; discountMinor: Minor };

/** What is taxed together: the line, or each part of a bundle by its own tax class. */
export function chargesOf(line: PricedLine, discountMinor: Minor): Charge[] {
  const { parts, isTaxExempt, taxClass } = line;
  const grossMinor = grossOf(line);
  if (parts === undefined) return [{ grossMinor, discountMinor, isTaxExempt, taxClass }];
  const shares = sharesOf(grossMinor, parts);
  const discounts = allocate(discountMinor, shares);
  return parts.map((part, index) => ({
    grossMinor: shares[index] ?? 0,
    discountMinor: discounts[index] ?? 0,
    isTaxExempt: part.isTaxExempt,
    taxClass: part.taxClass,
  }));
}

/** The price of goods without the tax inside it. */
export const netPriceOf = (
  priceMinor: Minor,
  goods: Taxed & { parts?: readonly LinePart[] },
  rates: readonly TaxRate[],
): Minor => {
  const { parts } = goods;
  if (parts === undefined) return netOf(priceMinor, ratesFor(goods, rates));
  const shares = sharesOf(priceMinor, parts);
  return sumOf(parts.map((part, index) => netOf(shares[index] ?? 0, ratesFor(part, rates))));
};
