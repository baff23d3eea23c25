import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { Change } from '../sheets/sheet.js';

/** A change, or a product alone that got a picture. */
type Changed = Change | { record: 'product'; id: number };

/** Ids of records of these changes, by the kind of the record. */
const idsOf = (changes: readonly Changed[]) => {
  const ids = {
    products: new Set<number>(),
    variants: new Set<string>(),
    prices: new Set<string>(),
  };
  for (const change of changes) {
    if (change.record === 'product') ids.products.add(Number(change.id));
    else if (change.record === 'variant') ids.variants.add(String(change.id));
    else if (change.record === 'supplier') ids.variants.add(change.variant_id);
    else if (change.record === 'price') ids.prices.add(change.id);
  }
  return ids;
};

/** Notes the products that an import has changed, with one statement for all changes of a batch. */
export async function noteProducts(
  tx: Tx,
  importId: string,
  changes: readonly Changed[],
): Promise<void> {
  const { products, variants, prices } = idsOf(changes);
  if (products.size + variants.size + prices.size === 0) return;
  await statement(
    tx,
    `insert into import_products (import_id, product_ids)
     select $1, array_agg(distinct product_id) from (
       select unnest($2::integer[]) as product_id
       union all
       select product_id from product_variants where id = any($3::uuid[])
       union all
       select v.product_id from prices p join product_variants v on v.id = p.variant_id
       where p.id = any($4::uuid[])
     ) as changed having count(*) > 0`,
    [importId, [...products], [...variants], [...prices]],
  );
}

/** The imports that changed a product; a name only while the report is kept. */
export const importsOfProduct = (
  reader: Reader,
  productId: number,
): Promise<{ id: string; name: string | null }[]> =>
  statement(
    reader,
    `select changed.import_id as id, nullif(i.file_name, '') as name
     from (
       select distinct import_id from import_products where product_ids @> array[$1::integer]
     ) as changed left join imports i on i.id = changed.import_id`,
    [productId],
  );

/** Forgets the products of imports whose entries have left the audit log. */
export async function deleteProductsOfImports(writer: Autocommit): Promise<void> {
  await statement(
    writer,
    `delete from import_products p
     where not exists (select from imports where id = p.import_id)
       and not exists (select from audit_entries where record_key = p.import_id::text)`,
    [],
  );
}
