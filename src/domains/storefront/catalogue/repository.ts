import { type Reader, statement } from '../../../platform/database/tx.js';

/** What all stores together could promise of each variant. */
export async function availableAnywhere(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ variant_id: string; available: number }>(
    reader,
    `select i.variant_id, sum(greatest(i.on_hand - i.reserved, 0)) as available
     from inventory_levels i join stores s on s.id = i.store_id
     where i.variant_id = any($1::uuid[]) and i.is_active and s.is_active
     group by i.variant_id`,
    [variantIds],
  );
  return new Map(rows.map(row => [row.variant_id, row.available]));
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
