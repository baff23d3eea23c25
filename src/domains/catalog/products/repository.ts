import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Products } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { type Picture, picturesOfProducts } from '../pictures/repository.js';
import { productNumber } from '../rules.js';
import type { NestedVariant } from '../variants/repository.js';

export type Product = Selectable<Products> & {
  collection_ids: string[];
  pictures: Picture[];
  variants: NestedVariant[];
};

/** Amounts are text in the JSON, so that they are not parsed as floating point. */
const variants = sql<NestedVariant[]>`coalesce((
  select jsonb_agg(to_jsonb(v) || jsonb_build_object('price', v.price::text, 'cost', v.cost::text,
      'content_amount', v.content_amount::text)
    order by v.sort_order, v.sku)
  from product_variants v where v.product_id = products.id), '[]'::jsonb)`;

const collectionIds = sql<string[]>`array(
  select collection_id from product_collections
  where product_id = products.id order by collection_id)`;

export const selectProducts = (reader: Reader) =>
  reader
    .selectFrom('products')
    .selectAll('products')
    .select([
      collectionIds.as('collection_ids'),
      picturesOfProducts.as('pictures'),
      variants.as('variants'),
    ]);

export const productByRef = (reader: Reader, ref: string): Promise<Product | undefined> => {
  const id = productNumber(ref);
  return id === undefined ? productBySlug(reader, ref) : productById(reader, id);
};

export const productBySlug = (reader: Reader, slug: string): Promise<Product | undefined> =>
  selectProducts(reader).where('products.slug', '=', slug).executeTakeFirst();

export const productsBySlugs = (reader: Reader, slugs: readonly string[]): Promise<Product[]> =>
  selectProducts(reader).where('products.slug', '=', sql<string>`any(${slugs}::text[])`).execute();

export const productById = (reader: Reader, id: number): Promise<Product | undefined> =>
  selectProducts(reader).where('products.id', '=', id).executeTakeFirst();

/** In the order of the ids; those that are gone are left out. */
export async function productsByIds(reader: Reader, ids: readonly number[]): Promise<Product[]> {
  const rows = await selectProducts(reader)
    .where('products.id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  const found = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => found.get(id) ?? []);
}

/** A barcode match wins over an identical SKU. */
export const productByCode = (
  reader: Reader,
  code: string,
): Promise<(Product & { matched_id: string }) | undefined> =>
  selectProducts(reader)
    .innerJoin('product_variants as matched', 'matched.product_id', 'products.id')
    .select('matched.id as matched_id')
    .where(eb => eb.or([eb('matched.barcode', '=', code), eb('matched.sku', '=', code)]))
    .orderBy(sql`matched.barcode is not distinct from ${code}`, 'desc')
    .limit(1)
    .executeTakeFirst();

export const takenProductSlugs = async (reader: Reader, slugs: string[]): Promise<string[]> =>
  (await reader.selectFrom('products').select('slug').where('slug', 'in', slugs).execute()).map(
    row => row.slug,
  );

export async function insertProduct(tx: Tx, row: Insertable<Products>): Promise<number> {
  const { id } = await tx
    .insertInto('products')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const updateProduct = (tx: Tx, id: number, change: Updateable<Products>) =>
  tx
    .updateTable('products')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** Refuses a product that was deleted since it was read. */
export async function updateKnownProduct(
  tx: Tx,
  id: number,
  change: Updateable<Products>,
): Promise<void> {
  const [result] = await updateProduct(tx, id, change);
  if (result?.numUpdatedRows === 0n) throw notFound('Product');
}

/** Ids for products that are inserted later in this transaction. */
export async function reserveProductIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await statement<{ id: string }>(
    tx,
    `select nextval(pg_get_serial_sequence('products', 'id')) as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Locks the product until commit, so that no variant is added meanwhile. */
export const lockProduct = (tx: Tx, id: number) =>
  tx.selectFrom('products').select('id').where('id', '=', id).forUpdate().executeTakeFirst();

/** In id order, so that two changes of the same products cannot deadlock. */
export const lockProducts = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('products')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export const deleteProduct = (tx: Tx, id: number) =>
  tx.deleteFrom('products').where('id', '=', id).execute();

/** Automatic collections stay as they are: a rule chooses their products. */
export async function setProductCollections(
  tx: Tx,
  productId: number,
  ids: readonly string[],
): Promise<void> {
  await statement(
    tx,
    `delete from product_collections m using collections c
     where m.product_id = $1 and c.id = m.collection_id and not c.is_automatic`,
    [productId],
  );
  await addProductCollections(tx, productId, ids);
}

export async function addProductCollections(
  tx: Tx,
  productId: number,
  ids: readonly string[],
): Promise<void> {
  await statement(
    tx,
    `insert into product_collections (product_id, collection_id)
     select $1, wanted.id from unnest($2::uuid[]) as wanted (id)
     left join collections c on c.id = wanted.id where c.is_automatic is not true
     on conflict do nothing`,
    [productId, ids],
  );
}
