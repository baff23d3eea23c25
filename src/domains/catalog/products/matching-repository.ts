import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import { lockVariants, skuBegins } from '../variants/repository.js';
import { conditionsOf, matchingProducts, type ProductFilter } from './filter-repository.js';
import { lockProducts, type Product, productsByIds } from './repository.js';

/** A filter of products, and perhaps the start of the SKUs of their variants. */
export type GoodsFilter = ProductFilter & { sku_prefix?: string };

const ofPrefix = (prefix: string | undefined): RawBuilder<boolean> =>
  prefix === undefined || prefix.trim() === '' ? sql<boolean>`true` : skuBegins(prefix.trim());

/** The conditions of a filter on variants `v`. */
export function matchingGoods({ sku_prefix: prefix, ...filter }: GoodsFilter): RawBuilder<boolean> {
  if (conditionsOf(filter).length === 0) return ofPrefix(prefix);
  return sql<boolean>`(v.product_id = any(array(${matchingProducts(filter)}))
    and ${ofPrefix(prefix)})`;
}

export type MatchingVariant = {
  id: string;
  product_id: number;
  sku: string;
  product_name: string;
  name: string;
  price: string;
};

/** Variants that match, by product and id. */
export async function listMatchingVariants(
  reader: Reader,
  filter: GoodsFilter,
  after: Pick<MatchingVariant, 'product_id' | 'id'> | undefined,
  limit: number,
): Promise<MatchingVariant[]> {
  const beyond = after
    ? sql`(v.product_id, v.id) > (${after.product_id}::integer, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<MatchingVariant>`
    select v.id, v.product_id, v.sku, p.name as product_name, v.name, v.price::text
    from product_variants v join products p on p.id = v.product_id
    where ${matchingGoods(filter)} and ${beyond}
    order by v.product_id, v.id limit ${limit}`.execute(reader);
  return rows;
}

export type MatchingProduct = Pick<Product, 'id' | 'name' | 'slug' | 'is_active' | 'is_draft'>;

/** Products with a variant of this prefix, if there is one; else all that match. */
const products = ({ sku_prefix: prefix, ...filter }: GoodsFilter): RawBuilder<boolean> =>
  prefix === undefined || prefix.trim() === ''
    ? sql<boolean>`p.id = any(array(${matchingProducts(filter)}))`
    : sql<boolean>`p.id = any(array(select v.product_id from product_variants v
        where ${matchingGoods({ sku_prefix: prefix, ...filter })}))`;

/** Products that match, by id. */
export async function listMatchingProducts(
  reader: Reader,
  filter: GoodsFilter,
  after: number | undefined,
  limit: number,
): Promise<MatchingProduct[]> {
  const { rows } = await sql<MatchingProduct>`
    select p.id, p.name, p.slug, p.is_active, p.is_draft from products p
    where ${products(filter)} and p.id > ${after ?? 0}::integer
    order by p.id limit ${limit}`.execute(reader);
  return rows;
}

async function countOf(reader: Reader, counted: RawBuilder<{ count: string }>): Promise<number> {
  const { rows } = await counted.execute(reader);
  return Number(rows[0]?.count ?? 0);
}

export const countMatchingVariants = (reader: Reader, filter: GoodsFilter): Promise<number> =>
  countOf(reader, sql`select count(*) from product_variants v where ${matchingGoods(filter)}`);

export const countMatchingProducts = (reader: Reader, filter: GoodsFilter): Promise<number> =>
  countOf(reader, sql`select count(*) from products p where ${products(filter)}`);

/** Locks variants and products until commit, variants first; returns the products as they are. */
export async function lockMatched(
  tx: Tx,
  { variantIds, productIds }: { variantIds: readonly string[]; productIds: readonly number[] },
): Promise<Product[]> {
  const ofVariants = variantIds.length > 0 ? await lockVariants(tx, variantIds) : [];
  const ids = [...new Set([...productIds, ...ofVariants])];
  await lockProducts(tx, ids);
  return productsByIds(tx, ids);
}
