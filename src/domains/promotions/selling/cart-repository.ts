import { type Reader, statement } from '../../../platform/database/tx.js';
import { minor } from '../../../platform/money.js';
import type { PricedLine } from '../../pricing/index.js';

export type ActiveCart = { storeId: string; lines: PricedLine[] };

type Row = {
  store_id: string;
  variant_id: string;
  product_id: number;
  category_id: string | null;
  collection_ids: string[];
  sku: string;
  quantity: number;
  price: string;
  is_tax_exempt: boolean;
};

/**
 * A cart as the catalogue prices it. Carts belong to the web shop, a domain above this one; they
 * are read, never written, here.
 */
export async function activeCart(reader: Reader, cartId: string): Promise<ActiveCart | undefined> {
  const rows = await statement<Row>(
    reader,
    `select c.store_id, l.variant_id, v.product_id, p.category_id, v.sku, l.quantity,
       v.price::text, p.is_tax_exempt,
       array(select collection_id::text from product_collections where product_id = p.id)
         as collection_ids
     from carts c
     join cart_lines l on l.cart_id = c.id
     join product_variants v on v.id = l.variant_id and v.is_active
     join products p on p.id = v.product_id and p.is_active
     where c.id = $1 and c.status = 'ACTIVE'`,
    [cartId],
  );
  const [first] = rows;
  return first && { storeId: first.store_id, lines: rows.map(pricedLine) };
}

const pricedLine = (row: Row): PricedLine => ({
  key: row.variant_id,
  variantId: row.variant_id,
  productId: row.product_id,
  categoryId: row.category_id,
  collectionIds: row.collection_ids,
  sku: row.sku,
  quantity: row.quantity,
  unitPriceMinor: minor(row.price),
  isTaxExempt: row.is_tax_exempt,
});
