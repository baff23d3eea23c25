import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { ProductVariants } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Unit } from '../../../platform/quantity.js';
import type { PartRow } from '../bundles/parts.js';
import { partsSql } from '../bundles/repository.js';
import { productNumber } from '../rules.js';

export type Variant = Selectable<ProductVariants>;
export type VariantWithProduct = Variant & { product_name: string };

type Stamp = 'created_at' | 'updated_at';
/** A variant from `jsonb_agg`, where timestamps are text. */
export type NestedVariant = Omit<Variant, Stamp> & Record<Stamp, string>;

/**
 * Prefix match on every word of `q`, in any order. PostgreSQL tokenises the query too, so that
 * "t-shirt" and "1kg" are split the same way on both sides.
 */
export const nameMatches = (name: RawBuilder<string>, q: string): RawBuilder<boolean> =>
  sql<boolean>`to_tsvector('simple', ${name}) @@
    regexp_replace(plainto_tsquery('simple', ${q})::text, '''(?= |$)', ''':*', 'g')::tsquery`;

/** A range instead of LIKE, so that a prepared statement uses the index for every prefix. */
export const skuBegins = (q: string): RawBuilder<boolean> =>
  sql<boolean>`(lower(v.sku) ~>=~ lower(${q}::text)
    and lower(v.sku) ~<~ (lower(${q}::text) || chr(1114111)))`;

/** Ids of products with a variant that matches by name, start of SKU or barcode. */
export const productsOfMatchingVariants = (q: string): RawBuilder<number> =>
  sql<number>`select v.product_id from product_variants v where ${nameMatches(sql`v.name`, q)}
    union select v.product_id from product_variants v where ${skuBegins(q)}
    union select v.product_id from product_variants v where v.barcode = ${q}`;

const productsNamed = (q: string): RawBuilder<number> =>
  sql<number>`select p.id from products p where ${nameMatches(sql`p.name`, q)}`;

/** Ids of variants that match by their own name, start of SKU or barcode. */
const variantsNamed = (q: string): RawBuilder<string> =>
  sql<string>`select v.id from product_variants v where ${nameMatches(sql`v.name`, q)}
    union select v.id from product_variants v where ${skuBegins(q)}
    union select v.id from product_variants v where v.barcode = ${q}`;

/** `any(array(…))` runs each subquery first on its own index, independent of planner estimates. */
const variantMatches = (q: string): RawBuilder<boolean> =>
  sql<boolean>`(product_variants.product_id = any(array(${productsNamed(q)}))
    or product_variants.id = any(array(${variantsNamed(q)})))`;

/** Ids of the variants that the list finds for `q`, for tables that refer to variants. */
export const matchingVariantIds = (q: string): RawBuilder<string> =>
  sql<string>`select v.id from product_variants v
      where v.product_id = any(array(${productsNamed(q)}))
    union ${variantsNamed(q)}`;

const withProduct = (reader: Reader) =>
  reader
    .selectFrom('product_variants')
    .innerJoin('products', 'products.id', 'product_variants.product_id')
    .selectAll('product_variants')
    .select('products.name as product_name');

export type VariantFilter = { product?: string; sku?: string; q?: string };

/** Sorted by SKU, which is unique. */
export function listVariants(
  reader: Reader,
  filter: VariantFilter,
  after: string | undefined,
  limit: number,
): Promise<VariantWithProduct[]> {
  let query = withProduct(reader);
  if (after !== undefined) query = query.where('product_variants.sku', '>', after);
  if (filter.sku !== undefined) query = query.where('product_variants.sku', '=', filter.sku);
  const q = filter.q?.trim();
  if (q) query = query.where(variantMatches(q));
  if (filter.product !== undefined) {
    const id = productNumber(filter.product);
    query =
      id === undefined
        ? query.where('products.slug', '=', filter.product)
        : query.where('product_variants.product_id', '=', id);
  }
  return query.orderBy('product_variants.sku').limit(limit).execute();
}

export const variantByRef = (
  reader: Reader,
  ref: string,
): Promise<VariantWithProduct | undefined> =>
  withProduct(reader)
    .where(isUuid(ref) ? 'product_variants.id' : 'product_variants.sku', '=', ref)
    .executeTakeFirst();

export const insertVariant = (tx: Tx, row: Insertable<ProductVariants>) =>
  tx.insertInto('product_variants').values(row).execute();

export const updateVariant = (tx: Tx, id: string, change: Updateable<ProductVariants>) =>
  tx
    .updateTable('product_variants')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** Refuses a variant that was deleted since it was read. */
export async function updateKnownVariant(
  tx: Tx,
  id: string,
  change: Updateable<ProductVariants>,
): Promise<void> {
  const [result] = await updateVariant(tx, id, change);
  if (result?.numUpdatedRows === 0n) throw notFound('Product variant');
}

/** Locks in id order; returns the ids of their products. */
export async function lockVariants(tx: Tx, ids: readonly string[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('product_variants')
    .select('product_id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return [...new Set(rows.map(row => row.product_id))];
}

export type TakenCode = { id: string; sku: string; barcode: string | null };

/** Variants that have one of these SKUs or barcodes. */
export const variantsWithCodes = (
  reader: Reader,
  skus: readonly string[],
  barcodes: readonly string[],
): Promise<TakenCode[]> =>
  statement<TakenCode>(
    reader,
    `select id, sku, barcode from product_variants
     where sku = any($1::text[]) or barcode = any($2::text[])`,
    [skus, barcodes],
  );

/** The SKUs among these that a variant has. */
export async function takenSkus(reader: Reader, skus: readonly string[]): Promise<string[]> {
  if (skus.length === 0) return [];
  const rows = await statement<{ sku: string }>(
    reader,
    'select sku from product_variants where sku = any($1::text[])',
    [skus],
  );
  return rows.map(({ sku }) => sku);
}

/** Locks in id order, so that concurrent receipts of the same variants cannot deadlock. */
export const lockVariantCosts = (
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<Variant, 'id' | 'cost' | 'cost_currency'>[]> =>
  tx
    .selectFrom('product_variants')
    .select(['id', 'cost', 'cost_currency'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export const deleteVariant = (tx: Tx, id: string) =>
  tx.deleteFrom('product_variants').where('id', '=', id).execute();

export const deleteVariantsOfProduct = (tx: Tx, productId: number) =>
  tx
    .deleteFrom('product_variants')
    .where('product_id', '=', productId)
    .returning(['id', 'sanity_id'])
    .execute();

export type SellingRow = {
  id: string;
  sku: string;
  name: string;
  barcode: string | null;
  unit: Unit;
  price: string;
  cost: string | null;
  cost_currency: string;
  is_active: boolean;
  product_id: number;
  product_name: string;
  variant_name: string;
  category_id: string | null;
  collection_ids: string[];
  is_tax_exempt: boolean;
  tax_class: string;
  is_digital: boolean;
  minimum_age: number | null;
  parts: PartRow[] | null;
};

const SELLING = `
  select v.id, v.sku, coalesce(nullif(v.name, ''), p.name) as name, v.barcode, v.unit, v.price, v.cost,
    v.cost_currency, v.is_active and p.is_active as is_active, v.product_id,
    p.name as product_name, v.name as variant_name, p.category_id, p.is_tax_exempt, p.is_digital,
    p.minimum_age, p.tax_class, ${partsSql} as parts,
    array(select collection_id from product_collections where product_id = p.id) as collection_ids
  from product_variants v join products p on p.id = v.product_id`;

export const sellingRowsByIds = (reader: Reader, ids: readonly string[]): Promise<SellingRow[]> =>
  statement(reader, `${SELLING} where v.id = any($1::uuid[])`, [ids]);

export const sellingRowsBySkus = (reader: Reader, skus: readonly string[]): Promise<SellingRow[]> =>
  statement(reader, `${SELLING} where v.sku = any($1::text[])`, [skus]);
