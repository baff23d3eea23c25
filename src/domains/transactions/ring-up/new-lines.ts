import { unitMinorOf } from '../../../platform/currencies.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, type Minor, portion } from '../../../platform/money.js';
import { stepsPerUnit } from '../../../platform/quantity.js';
import { type BundlePart, describeGoods, type SellableVariant } from '../../catalog/index.js';
import { netPriceOf, type PartTotals, sharesOf } from '../../pricing/index.js';
import { keptRate } from '../charged-tax.js';
import { ratesOfLine, type TaxTerms } from '../tax-terms.js';
import type { LineBundle, NewLine } from './new-sale-repository.js';

type SoldTotals = PartTotals & { quantity: number; unitPriceMinor: Minor };

/** An article of a basket with its totals; those of a bundle name what each part has of them. */
type SoldGoods = {
  variant: SellableVariant;
  totals: (SoldTotals & { parts?: PartTotals[] }) | undefined;
};

/**
 * The lines of a sale. A bundle becomes one line for each part, which share its price, discount and
 * tax, so that stock, tax, returns and reports are those of the parts.
 */
export function newLines(
  goods: readonly SoldGoods[],
  terms: TaxTerms,
  currency: string,
  first = 0,
): NewLine[] {
  const lines: NewLine[] = [];
  for (const { variant, totals } of goods) {
    if (totals === undefined) throw new Error('a line has no totals');
    const position = first + lines.length;
    if (variant.parts === undefined) {
      const catalogMinor = catalogPriceOf(variant, terms);
      lines.push(newLine(variant, position, { ...totals, catalogMinor }, terms, currency));
    } else {
      lines.push(...partLines(variant, variant.parts, position, totals, terms, currency));
    }
  }
  return lines;
}

function partLines(
  bundle: SellableVariant,
  parts: readonly BundlePart[],
  position: number,
  totals: NonNullable<SoldGoods['totals']>,
  terms: TaxTerms,
  currency: string,
): NewLine[] {
  const unitMinor = unitMinorOf(currency);
  const listedMinor = catalogPriceOf(bundle, terms) * totals.quantity;
  const listed = sharesOf(Math.round(listedMinor / unitMinor), parts);
  const sold: LineBundle = {
    variant_id: bundle.id,
    product_id: bundle.productId,
    sku: bundle.sku,
    name: describeGoods({ product_name: bundle.productName, variant_name: bundle.variantName }),
    quantity: totals.quantity,
    line: position,
  };
  return parts.map((part, index) => {
    const own = totals.parts?.[index] ?? { grossMinor: 0, discountMinor: 0, taxMinor: 0 };
    const quantity = part.quantity * totals.quantity;
    const each = (amount: number): Minor =>
      portion(amount, stepsPerUnit(part.unit), quantity) * unitMinor;
    const prices = {
      quantity,
      unitPriceMinor: each(Math.round(own.grossMinor / unitMinor)),
      catalogMinor: each(listed[index] ?? 0),
    };
    // The age limit of the bundle applies to each of its parts.
    const restricted = { ...part, minimumAge: bundle.minimumAge };
    return {
      ...newLine(restricted, position + index, { ...own, ...prices }, terms, currency),
      bundle: sold,
    };
  });
}

/** A customer who is exempt from tax pays the net of a price that contains it. */
export const catalogPriceOf = (variant: SellableVariant, terms: TaxTerms): Minor =>
  terms.pricesIncludeTax && terms.taxExemption !== undefined
    ? netPriceOf(variant.priceMinor, variant, terms.taxes)
    : variant.priceMinor;

type LineGoods = Pick<SellableVariant, keyof SellableVariant & keyof BundlePart>;

const newLine = (
  variant: Omit<LineGoods, 'isActive'>,
  position: number,
  totals: SoldTotals & { catalogMinor: Minor },
  terms: TaxTerms,
  currency: string,
): NewLine => ({
  id: newId(),
  position,
  variant_id: variant.id,
  product_id: variant.productId,
  sku: variant.sku,
  name: variant.name,
  product_name: variant.productName,
  variant_name: variant.variantName,
  quantity: totals.quantity,
  unit: variant.unit,
  unit_price: formatMoney(totals.unitPriceMinor, currency),
  catalog_price: formatMoney(totals.catalogMinor, currency),
  subtotal: formatMoney(totals.grossMinor, currency),
  discount: formatMoney(totals.discountMinor, currency),
  tax: formatMoney(totals.taxMinor, currency),
  is_tax_exempt: variant.isTaxExempt,
  tax_class: variant.taxClass,
  tax_rates: ratesOfLine(variant, terms).map(keptRate),
  minimum_age: variant.minimumAge,
  cost_at_sale:
    variant.costMinor === null ? null : formatMoney(variant.costMinor, variant.costCurrency),
  cost_currency: variant.costCurrency,
});

/** The variants whose restrictions apply to a sale: its goods, and the bundles they are sold in. */
export const restrictingVariants = (
  lines: readonly Pick<NewLine, 'variant_id' | 'bundle'>[],
): string[] => [
  ...new Set(
    lines.flatMap(({ variant_id: id, bundle }) => (bundle ? [id, bundle.variant_id] : id)),
  ),
];

/** For each line the article of the basket that it belongs to. */
export function articlesOf(lines: readonly Pick<NewLine, 'bundle'>[]): number[] {
  let article = -1;
  let known: number | undefined;
  return lines.map(({ bundle }) => {
    if (bundle === undefined || bundle.line !== known) article += 1;
    known = bundle?.line;
    return article;
  });
}
