import { type Reader, statement } from '../../../platform/database/tx.js';

export type AlertGoods = { slug: string; product_name: string; variant_name: string };

/** The names of a variant that is on sale. */
export async function goodsOfAlert(
  reader: Reader,
  variantId: string,
): Promise<AlertGoods | undefined> {
  const [row] = await statement<AlertGoods>(
    reader,
    `select p.slug, p.name as product_name, v.name as variant_name
     from product_variants v join products p on p.id = v.product_id
     where v.id = $1 and v.is_active and p.is_active`,
    [variantId],
  );
  return row;
}
