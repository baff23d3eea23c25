import type { Reader } from '../../../platform/database/tx.js';
import { isUuid } from '../../../platform/ids.js';
import { hundredths, type Minor, minor } from '../../../platform/money.js';
import type { Unit } from '../../../platform/quantity.js';
import { ageOf, type BundlePart, isSold, partOf } from '../bundles/parts.js';
import { type SellingRow, sellingRowsByIds, sellingRowsBySkus } from './repository.js';

/** The variant data that tills, carts and inventory use. */
export type SellableVariant = {
  id: string;
  sku: string;
  /** The variant's own name, or the product's where it has none. */
  name: string;
  barcode: string | null;
  /** What the price is for; quantities of measured goods are thousandths of it. */
  unit: Unit;
  priceMinor: Minor;
  costMinor: Minor | null;
  costCurrency: string;
  /** True if the variant and its product are active, and all parts of a bundle. */
  isActive: boolean;
  productId: number;
  productName: string;
  /** Empty if the product has no variants. */
  variantName: string;
  categoryId: string | null;
  collectionIds: string[];
  isTaxExempt: boolean;
  taxClass: string;
  isDigital: boolean;
  /** For a bundle, the highest age of the bundle and its parts. */
  minimumAge: number | null;
  /** Set for a bundle, which is sold as lines of its parts. */
  parts?: BundlePart[];
};

/** Skips unknown ones; the result is unordered. */
export async function variantsByIds(
  reader: Reader,
  ids: readonly string[],
): Promise<SellableVariant[]> {
  const known = ids.filter(isUuid);
  return known.length === 0 ? [] : (await sellingRowsByIds(reader, known)).map(sellable);
}

/** Skips unknown ones; the result is unordered. */
export async function variantsBySkus(
  reader: Reader,
  skus: readonly string[],
): Promise<SellableVariant[]> {
  return skus.length === 0 ? [] : (await sellingRowsBySkus(reader, skus)).map(sellable);
}

/** Finds by id if given, otherwise by SKU. The caller checks that both match. */
export async function findVariant(
  reader: Reader,
  ref: { id?: string; sku?: string },
): Promise<SellableVariant | undefined> {
  if (ref.id !== undefined) return (await variantsByIds(reader, [ref.id]))[0];
  return ref.sku === undefined ? undefined : (await variantsBySkus(reader, [ref.sku]))[0];
}

const sellable = (row: SellingRow): SellableVariant => withParts(row, row.parts?.map(partOf));

const withParts = (row: SellingRow, parts: BundlePart[] | undefined): SellableVariant => ({
  id: row.id,
  sku: row.sku,
  name: row.name,
  barcode: row.barcode,
  unit: row.unit,
  priceMinor: hundredths(row.price),
  costMinor: row.cost === null ? null : minor(row.cost, row.cost_currency),
  costCurrency: row.cost_currency,
  isActive: isSold(row.is_active, parts),
  productId: row.product_id,
  productName: row.product_name,
  variantName: row.variant_name,
  categoryId: row.category_id,
  collectionIds: row.collection_ids,
  isTaxExempt: row.is_tax_exempt,
  taxClass: row.tax_class,
  isDigital: row.is_digital,
  minimumAge: ageOf(row.minimum_age, parts),
  ...(parts && { parts }),
});
