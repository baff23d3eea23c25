import { type RawBuilder, sql } from 'kysely';

/** Ids of the products that a supplier delivers, for statements of other tables. */
export const productsOfSupplier = (supplierId: string): RawBuilder<number> =>
  sql<number>`select v.product_id from supplier_articles a
    join product_variants v on v.id = a.variant_id
    where a.supplier_id = ${supplierId}::uuid`;
