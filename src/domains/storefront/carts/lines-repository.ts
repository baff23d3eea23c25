import { type Reader, statement } from '../../../platform/database/tx.js';
import { minor } from '../../../platform/money.js';
import { isMeasured, stepsPerUnit, type Unit } from '../../../platform/quantity.js';
import type { PricedLine } from '../../pricing/index.js';
import type { CartToPrice } from '../../promotions/index.js';

type Row = {
  store_id: string;
  currency: string;
  variant_id: string;
  product_id: number;
  category_id: string | null;
  collection_ids: string[];
  sku: string;
  quantity: number;
  unit: Unit;
  price: string;
  is_tax_exempt: boolean;
  tax_class: string;
};

/** The active cart of a visit, with its goods that are still on sale, at the variants' own prices. */
export async function cartToPrice(
  reader: Reader,
  cartId: string,
  sessionId: string,
): Promise<CartToPrice | undefined> {
  const rows = await statement<Row>(
    reader,
    `select c.store_id, s.currency, l.variant_id, v.product_id, p.category_id, v.sku, l.quantity,
       v.unit, v.price::text, p.is_tax_exempt, p.tax_class,
       array(select collection_id::text from product_collections where product_id = p.id)
         as collection_ids
     from carts c
     join stores s on s.id = c.store_id
     join cart_lines l on l.cart_id = c.id
     join product_variants v on v.id = l.variant_id and v.is_active
     join products p on p.id = v.product_id and p.is_active
     where c.id = $1 and c.session_id = $2 and c.status = 'ACTIVE'`,
    [cartId, sessionId],
  );
  const [first] = rows;
  return first && { storeId: first.store_id, currency: first.currency, lines: rows.map(goodsLine) };
}

const goodsLine = (row: Row): PricedLine => ({
  key: row.variant_id,
  variantId: row.variant_id,
  productId: row.product_id,
  categoryId: row.category_id,
  collectionIds: row.collection_ids,
  sku: row.sku,
  quantity: row.quantity,
  ...(isMeasured(row.unit) && { stepsPerUnit: stepsPerUnit(row.unit) }),
  unitPriceMinor: minor(row.price, row.currency),
  isTaxExempt: row.is_tax_exempt,
  taxClass: row.tax_class,
});

/** The customer group of the cart's owner; null for guests. */
export async function groupOfCart(reader: Reader, cartId: string): Promise<string | null> {
  const [owner] = await statement<{ customer_group: string | null }>(
    reader,
    `select u.customer_group from carts c join sessions s on s.id = c.session_id
     join users u on u.id = s.user_id where c.id = $1`,
    [cartId],
  );
  return owner?.customer_group ?? null;
}

/** The lines of a visit's active cart; undefined when it has no such cart. */
export async function cartLines(
  reader: Reader,
  cartId: string,
  sessionId: string,
): Promise<{ variantId: string; quantity: number }[] | undefined> {
  const [cart] = await statement<{ lines: { variantId: string; quantity: number }[] }>(
    reader,
    `select coalesce((select jsonb_agg(jsonb_build_object('variantId', variant_id, 'quantity', quantity))
                      from cart_lines where cart_id = carts.id), '[]'::jsonb) as lines
     from carts where id = $1 and session_id = $2 and status = 'ACTIVE'`,
    [cartId, sessionId],
  );
  return cart?.lines;
}

/** Whom A/B tests assign to a variant: the customer of the visit, else the visit itself. */
export async function subjectOfCart(reader: Reader, cartId: string): Promise<string | null> {
  const [row] = await statement<{ subject: string }>(
    reader,
    `select coalesce(s.user_id, s.id)::text as subject
     from carts c join sessions s on s.id = c.session_id where c.id = $1`,
    [cartId],
  );
  return row?.subject ?? null;
}
