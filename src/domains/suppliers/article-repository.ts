import { type Insertable, sql, type Updateable } from 'kysely';
import type { SupplierArticles } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Unit } from '../../platform/quantity.js';
import type { GoodsNames } from '../catalog/index.js';

/** An article of a supplier with the names of its goods. */
export type Article = GoodsNames & {
  id: string;
  supplier_id: string;
  supplier_name: string;
  variant_id: string;
  sku: string;
  unit: Unit;
  supplier_sku: string;
  /** In steps of the unit. */
  pack_size: number;
  /** Cost of one unit. */
  cost: string | null;
  cost_currency: string | null;
  is_preferred: boolean;
  created_at: Date;
  updated_at: Date;
};

const ARTICLES = `
select a.*, s.name as supplier_name, v.sku, v.unit, p.name as product_name, v.name as variant_name
from supplier_articles a join suppliers s on s.id = a.supplier_id
  join product_variants v on v.id = a.variant_id
  join products p on p.id = v.product_id`;

export async function articleById(reader: Reader, id: string): Promise<Article | undefined> {
  const [row] = await statement<Article>(reader, `${ARTICLES} where a.id = $1`, [id]);
  return row;
}

export type ArticleFilter = {
  supplierId?: string;
  variantId?: string;
  sku?: string;
  productId?: number;
};

/** By SKU. */
export const listArticles = (
  reader: Reader,
  filter: ArticleFilter,
  after: readonly unknown[] | undefined,
  limit: number,
): Promise<Article[]> =>
  statement<Article>(
    reader,
    `${ARTICLES}
     where ($1::uuid is null or a.supplier_id = $1) and ($2::uuid is null or a.variant_id = $2)
       and ($3::text is null or v.sku = $3) and ($4::integer is null or v.product_id = $4)
       and ($5::text is null or (v.sku, a.id) > ($5, $6::uuid))
     order by v.sku, a.id limit $7`,
    [
      filter.supplierId ?? null,
      filter.variantId ?? null,
      filter.sku ?? null,
      filter.productId ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
  );

export const insertArticle = (tx: Tx, row: Insertable<SupplierArticles>) =>
  tx.insertInto('supplier_articles').values(row).execute();

export const updateArticle = (tx: Tx, id: string, change: Updateable<SupplierArticles>) =>
  tx
    .updateTable('supplier_articles')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteArticle = (tx: Tx, id: string) =>
  tx.deleteFrom('supplier_articles').where('id', '=', id).execute();

/** Serialises changes of the preferred supplier of a variant. */
export const lockPreference = (tx: Tx, variantId: string): Promise<unknown> =>
  statement(tx, `select pg_advisory_xact_lock(hashtextextended('preferred-supplier:' || $1, 0))`, [
    variantId,
  ]);

/** Ends the preference of the other suppliers of a variant. */
export const endPreference = (tx: Tx, variantId: string, keptId: string) =>
  tx
    .updateTable('supplier_articles')
    .set({ is_preferred: false, updated_at: sql`now()` })
    .where('variant_id', '=', variantId)
    .where('id', '<>', keptId)
    .where('is_preferred', '=', true)
    .execute();

export type PreferredArticle = {
  variant_id: string;
  supplier_id: string;
  supplier_name: string;
  lead_days: number | null;
  supplier_sku: string;
  /** In steps of the unit. */
  pack_size: number;
  /** Cost of one unit. */
  cost: string | null;
  cost_currency: string | null;
};

/** The article of the preferred supplier of each variant; archived suppliers get no orders. */
export async function preferredArticles(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, PreferredArticle>> {
  const rows = await statement<PreferredArticle>(
    reader,
    `select a.variant_id, a.supplier_id, s.name as supplier_name, s.lead_days, a.supplier_sku,
       a.pack_size, a.cost, a.cost_currency
     from supplier_articles a join suppliers s on s.id = a.supplier_id
     where a.is_preferred and not s.is_archived and a.variant_id = any($1::uuid[])`,
    [variantIds],
  );
  return new Map(rows.map(row => [row.variant_id, row]));
}

/** The supplier of a variant, as imports compare it. */
export type Delivery = {
  variant_id: string;
  supplier_id: string;
  supplier_name: string;
  is_preferred: boolean;
};

export async function deliveriesOf(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, Delivery[]>> {
  if (variantIds.length === 0) return new Map();
  const rows = await statement<Delivery>(
    reader,
    `select a.variant_id, a.supplier_id, s.name as supplier_name, a.is_preferred
     from supplier_articles a join suppliers s on s.id = a.supplier_id
     where a.variant_id = any($1::uuid[])`,
    [variantIds],
  );
  const deliveries = new Map<string, Delivery[]>();
  for (const row of rows) {
    deliveries.set(row.variant_id, [...(deliveries.get(row.variant_id) ?? []), row]);
  }
  return deliveries;
}

/** Makes a supplier the preferred one of a variant; a new article has packs of one unit. */
export const preferArticle = (
  tx: Tx,
  { id, supplier_id, variant_id, pack_size }: NewArticle,
): Promise<unknown> =>
  statement(
    tx,
    `insert into supplier_articles (id, supplier_id, variant_id, pack_size, is_preferred)
     values ($1, $2, $3, $4, true)
     on conflict on constraint one_article_per_supplier
     do update set is_preferred = true, updated_at = now()`,
    [id, supplier_id, variant_id, pack_size],
  );

type NewArticle = { id: string; supplier_id: string; variant_id: string; pack_size: number };

/** Ends the preference of all suppliers of a variant but one. */
export const endOtherPreferences = (tx: Tx, variantId: string, supplierId: string) =>
  tx
    .updateTable('supplier_articles')
    .set({ is_preferred: false, updated_at: sql`now()` })
    .where('variant_id', '=', variantId)
    .where('supplier_id', '<>', supplierId)
    .where('is_preferred', '=', true)
    .execute();
