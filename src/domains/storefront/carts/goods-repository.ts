import { type Reader, statement } from '../../../platform/database/tx.js';
import { hundredths, type Minor } from '../../../platform/money.js';
import type { Unit } from '../../../platform/quantity.js';
import {
  ageOf,
  type BundlePart,
  type GoodsNames,
  gramsOf,
  isSold,
  kycSql,
  lineImageSql,
  type PartRow,
  partOf,
  partsSql,
} from '../../catalog/index.js';

/** A variant as carts show and price it, without its stock. */
export type CartGoods = GoodsNames & {
  variantId: string;
  sku: string;
  unit: Unit;
  /** In the base currency; a price list may replace it. */
  ownPriceMinor: Minor;
  /** The variant and its product are on sale, and all parts of a bundle. */
  isActive: boolean;
  productId: number;
  slug: string;
  imageUrl: string;
  categoryId: string | null;
  collectionIds: string[];
  isTaxExempt: boolean;
  taxClass: string;
  isDigital: boolean;
  /** Weight of one piece or unit; null counts as nothing. */
  weightGrams: number | null;
  minimumAge: number | null;
  /** Only customers with a verified identity may buy it. */
  requiresKyc: boolean;
  /** Set for a bundle. */
  parts?: BundlePart[];
};

export type GoodsRow = {
  variant_id: string;
  sku: string;
  unit: Unit;
  variant_name: string;
  price: string;
  is_active: boolean;
  product_id: number;
  product_name: string;
  slug: string;
  image_url: string;
  category_id: string | null;
  collection_ids: string[];
  is_tax_exempt: boolean;
  tax_class: string;
  is_digital: boolean;
  weight_grams: number | null;
  minimum_age: number | null;
  requires_kyc: boolean;
  parts: PartRow[] | null;
};

/** Columns of `product_variants v` and `products p`. */
export const GOODS_COLUMNS = `v.id as variant_id, v.sku, v.unit, v.name as variant_name, v.price,
  v.is_active and p.is_active as is_active, p.id as product_id, p.name as product_name, p.slug,
  ${lineImageSql} as image_url, p.category_id,
  array(select collection_id from product_collections where product_id = p.id) as collection_ids,
  p.is_tax_exempt, p.tax_class, p.is_digital, v.weight_grams, p.minimum_age,
  ${kycSql('p')} as requires_kyc,
  ${partsSql} as parts`;

export async function goodsBySku(reader: Reader, sku: string): Promise<CartGoods | undefined> {
  const [row] = await statement<GoodsRow>(
    reader,
    `select ${GOODS_COLUMNS} from product_variants v join products p on p.id = v.product_id
     where v.sku = $1`,
    [sku],
  );
  return row && asGoods(row);
}

export async function goodsByIds(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, CartGoods>> {
  const rows = await statement<GoodsRow>(
    reader,
    `select ${GOODS_COLUMNS} from product_variants v join products p on p.id = v.product_id
     where v.id = any($1::uuid[])`,
    [variantIds],
  );
  return new Map(rows.map(row => [row.variant_id, asGoods(row)]));
}

export const asGoods = (row: GoodsRow): CartGoods => withParts(row, row.parts?.map(partOf));

const withParts = (row: GoodsRow, parts: BundlePart[] | undefined): CartGoods => ({
  variantId: row.variant_id,
  sku: row.sku,
  unit: row.unit,
  product_name: row.product_name,
  variant_name: row.variant_name,
  ownPriceMinor: hundredths(row.price),
  isActive: isSold(row.is_active, parts),
  productId: row.product_id,
  slug: row.slug,
  imageUrl: row.image_url,
  categoryId: row.category_id,
  collectionIds: row.collection_ids,
  isTaxExempt: row.is_tax_exempt,
  taxClass: row.tax_class,
  isDigital: row.is_digital,
  weightGrams: gramsOf(row.weight_grams, parts),
  minimumAge: ageOf(row.minimum_age, parts),
  requiresKyc: row.requires_kyc || (parts ?? []).some(part => part.requiresKyc),
  ...(parts && { parts }),
});
