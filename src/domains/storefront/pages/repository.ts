import { type Reader, statement } from '../../../platform/database/tx.js';

const ON_SALE = `p.is_active and exists (
  select from product_variants v where v.product_id = p.id and v.is_active)`;

/** The present slug of a product on sale that had this one before; undefined if none had it. */
export async function slugAfter(reader: Reader, oldSlug: string): Promise<string | undefined> {
  const [row] = await statement<{ slug: string }>(
    reader,
    `select p.slug from product_old_slugs o join products p on p.id = o.product_id
     where o.slug = $1 and ${ON_SALE}`,
    [oldSlug],
  );
  return row?.slug;
}

type OldSlugs = { category: string; brand: string; collection: string };

/**
 * The present slugs of a category, a brand and a collection that had these before; those that are in
 * use, or that nothing active had, are left out. An empty slug stands for none.
 */
export async function groupSlugsAfter(
  reader: Reader,
  { category, brand, collection }: OldSlugs,
): Promise<Partial<OldSlugs>> {
  const rows = await statement<{ term: keyof OldSlugs; slug: string }>(
    reader,
    `select 'category' as term, c.slug
     from category_old_slugs o join categories c on c.id = o.category_id
     where o.slug = $1 and c.is_active and not exists (select from categories where slug = $1)
     union all
     select 'brand', b.slug
     from brand_old_slugs o join brands b on b.id = o.brand_id
     where o.slug = $2 and b.is_active and not exists (select from brands where slug = $2)
     union all
     select 'collection', c.slug
     from collection_old_slugs o join collections c on c.id = o.collection_id
     where o.slug = $3 and c.is_active and not exists (select from collections where slug = $3)`,
    [category, brand, collection],
  );
  return Object.fromEntries(rows.map(({ term, slug }) => [term, slug]));
}

export async function countOnSale(reader: Reader): Promise<number> {
  const [row] = await statement<{ count: number }>(
    reader,
    `select count(*)::int as count from products p where ${ON_SALE}`,
  );
  return row?.count ?? 0;
}

/** Products on sale in the order of their numbers. */
export const slugsOnSale = (
  reader: Reader,
  offset: number,
  limit: number,
): Promise<{ slug: string; updated_at: Date }[]> =>
  statement(
    reader,
    `select p.slug, p.updated_at from products p where ${ON_SALE}
     order by p.id offset $1 limit $2`,
    [offset, limit],
  );

/** Ids of products on sale above one of them, in ascending order. */
export async function idsOnSaleAfter(
  reader: Reader,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const rows = await statement<{ id: number }>(
    reader,
    `select p.id from products p where p.id > $1 and ${ON_SALE} order by p.id limit $2`,
    [afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Slugs of collections that have a product on sale. */
export async function collectionsOnSale(reader: Reader, limit: number): Promise<string[]> {
  const rows = await statement<{ slug: string }>(
    reader,
    `select c.slug from collections c where c.is_active and exists (
       select from product_collections m join products p on p.id = m.product_id
       where m.collection_id = c.id and ${ON_SALE})
     order by c.name, c.slug limit $1`,
    [limit],
  );
  return rows.map(({ slug }) => slug);
}

export async function brandNames(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await statement<{ id: string; name: string }>(
    reader,
    'select id, name from brands where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
