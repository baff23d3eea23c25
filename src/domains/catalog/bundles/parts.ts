import { type Minor, minor } from '../../../platform/money.js';
import { shownQuantity, type Unit } from '../../../platform/quantity.js';

/** What one bundle has of a variant. */
export type BundlePart = {
  id: string;
  sku: string;
  /** The variant's own name, or the product's where it has none. */
  name: string;
  productId: number;
  productName: string;
  variantName: string;
  unit: Unit;
  /** In steps of the unit. */
  quantity: number;
  /** Its share in the price of the bundle: what it costs alone, in hundredths of the base currency. */
  weight: number;
  costMinor: Minor | null;
  costCurrency: string;
  isActive: boolean;
  isTaxExempt: boolean;
  taxClass: string;
  minimumAge: number | null;
  requiresKyc: boolean;
  weightGrams: number | null;
};

/** From `partsSql`. */
export type PartRow = {
  id: string;
  sku: string;
  product_id: number;
  product_name: string;
  variant_name: string;
  unit: Unit;
  quantity: number;
  weight: number;
  cost: string | null;
  cost_currency: string;
  is_active: boolean;
  is_tax_exempt: boolean;
  tax_class: string;
  minimum_age: number | null;
  requires_kyc: boolean;
  weight_grams: number | null;
};

export const partOf = (row: PartRow): BundlePart => ({
  id: row.id,
  sku: row.sku,
  name: row.variant_name === '' ? row.product_name : row.variant_name,
  productId: row.product_id,
  productName: row.product_name,
  variantName: row.variant_name,
  unit: row.unit,
  quantity: row.quantity,
  weight: row.weight,
  costMinor: row.cost === null ? null : minor(row.cost, row.cost_currency),
  costCurrency: row.cost_currency,
  isActive: row.is_active,
  isTaxExempt: row.is_tax_exempt,
  taxClass: row.tax_class,
  minimumAge: row.minimum_age,
  requiresKyc: row.requires_kyc,
  weightGrams: row.weight_grams,
});

/** Null if none is set. */
export function highestAge(ages: readonly (number | null)[]): number | null {
  const set = ages.filter(age => age !== null);
  return set.length === 0 ? null : Math.max(...set);
}

/** The age that a bundle needs is the highest of its own and its parts. */
export function ageOf(own: number | null, parts: readonly BundlePart[] | undefined): number | null {
  return highestAge([own, ...(parts ?? []).map(part => part.minimumAge)]);
}

export const isSold = (isActive: boolean, parts: readonly BundlePart[] | undefined): boolean =>
  isActive && (parts ?? []).every(part => part.isActive);

/** What a parcel with one bundle weighs; null if no part has a weight. */
export function gramsOf(own: number | null, parts: readonly BundlePart[] | undefined) {
  if (own !== null || parts === undefined) return own;
  const grams = parts.flatMap(({ weightGrams, quantity, unit }) =>
    weightGrams === null ? [] : weightGrams * shownQuantity(quantity, unit),
  );
  return grams.length === 0 ? null : Math.round(grams.reduce((sum, one) => sum + one, 0));
}

/** The goods in a quantity of an article: its parts, or the article itself. */
export const goodsIn = (
  variantId: string,
  quantity: number,
  parts: readonly Pick<BundlePart, 'id' | 'quantity'>[] | undefined,
): { variantId: string; quantity: number }[] =>
  parts === undefined
    ? [{ variantId, quantity }]
    : parts.map(part => ({ variantId: part.id, quantity: part.quantity * quantity }));
