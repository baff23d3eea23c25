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

export type CategoryInMenu = CategoryName & { parent_id: string | null; is_active: boolean };

/** All categories in menu order. */
export const categoriesInMenu = (reader: Reader): Promise<CategoryInMenu[]> =>
  statement<CategoryInMenu>(
    reader,
    `select id, slug, name, parent_id, is_active from categories order by sort_order, name, slug`,
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
