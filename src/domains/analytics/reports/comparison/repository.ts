import { type Reader, statement } from '../../../../platform/database/tx.js';

export type ProductCategory = { product_id: number; category_id: string | null };

/** The category that each product has now. */
export const categoriesOfProducts = (
  reader: Reader,
  productIds: readonly number[],
): Promise<ProductCategory[]> =>
  statement(
    reader,
    'select id as product_id, category_id from products where id = any($1::int[])',
    [productIds],
  );

export const categoryNames = (
  reader: Reader,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  statement(reader, 'select id, name from categories where id = any($1::uuid[])', [ids]);
