import { type Reader, statement } from '../../../platform/database/tx.js';

/** Unreserved stock of each variant over all active stores. */
export async function availableAnywhere(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ variant_id: string; available: number }>(
    reader,
    `select i.variant_id, sum(i.available) as available
     from sellable_stock i join stores s on s.id = i.store_id
     where i.variant_id = any($1::uuid[]) and s.is_active
     group by i.variant_id`,
    [variantIds],
  );
  return new Map(rows.map(row => [row.variant_id, row.available]));
}

/** Unreserved stock by store and variant, under the key of both ids. */
export async function availableByStore(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ key: string; available: number }>(
    reader,
    `select store_id || ' ' || variant_id as key, available
     from sellable_stock where variant_id = any($1::uuid[])`,
    [variantIds],
  );
  return new Map(rows.map(row => [row.key, row.available]));
}

export type CategoryName = { id: string; slug: string; name: string };

export async function categoryNames(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, CategoryName>> {
  const rows = await statement<CategoryName>(
    reader,
    'select id, slug, name from categories where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(row => [row.id, row]));
}

export type ShopCategory = {
  slug: string;
  name: string;
  parent: string | null;
  product_count: number;
  in_stock_count: number;
};

/** Counts the products of each category, including its subcategories. */
export const shopCategories = (
  reader: Reader,
  store: { id: string; currency: string } | undefined,
  baseCurrency: string,
  at: Date,
): Promise<ShopCategory[]> =>
  statement<ShopCategory>(
    reader,
    `with recursive tree as (
       select id as root, id from categories where is_active
       union select tree.root, c.id from categories c join tree on c.parent_id = tree.id),
     stocked_bundles as materialized (
       select distinct i.variant_id from sellable_stock i join stores s on s.id = i.store_id
       where i.variant_id in (select bundle_id from bundle_parts) and i.available > 0
         and s.is_active and ($1::uuid is null or s.id = $1)),
     shown as (
       select p.id, p.category_id, coalesce(bool_or(exists (
         select from inventory_levels i join stores s on s.id = i.store_id
         where i.variant_id = v.id and i.is_active and i.on_hand > i.reserved
           and s.is_active and ($1::uuid is null or s.id = $1)) or exists (
         select from stocked_bundles b where b.variant_id = v.id)), false) as in_stock
       from products p join product_variants v on v.product_id = p.id and v.is_active
       where p.is_active and ($2::text is null or exists (
         select from prices price join price_lists list on list.id = price.price_list_id
         where price.variant_id = v.id and list.currency = $2 and list.customer_group is null
           and (list.store_ids = '{}' or $1 = any(list.store_ids)) and price.min_quantity <= 1
           and (list.valid_from is null or list.valid_from <= $3::timestamptz)
           and (list.valid_to is null or list.valid_to > $3)
           and (price.valid_from is null or price.valid_from <= $3)))
       group by p.id)
     select c.slug, c.name, parent.slug as parent, count(*)::integer as product_count,
       (count(*) filter (where shown.in_stock))::integer as in_stock_count
     from categories c
     join tree on tree.root = c.id
     join shown on shown.category_id = tree.id
     left join categories parent on parent.id = c.parent_id
     group by c.id, parent.slug
     order by c.sort_order, c.name, c.slug`,
    // Stores of the base currency sell every article at its own price.
    [store?.id ?? null, store?.currency === baseCurrency ? null : store?.currency, at],
  );

/** When the next price list or price begins or ends. */
export async function nextPriceChange(reader: Reader, after: Date): Promise<Date | undefined> {
  const [row] = await statement<{ at: Date | null }>(
    reader,
    `select min(at) as at from (
       select valid_from as at from price_lists where valid_from > $1
       union all select valid_to from price_lists where valid_to > $1
       union all select min(valid_from) from prices where valid_from > $1) changes`,
    [after],
  );
  return row?.at ?? undefined;
}
