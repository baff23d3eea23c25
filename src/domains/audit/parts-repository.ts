import { type Reader, statement } from '../../platform/database/tx.js';
import type { NamedRecord } from './repository.js';

/**
 * The variants of a product by SKU and its prices by SKU and price list. Those that were deleted are
 * known from their entries.
 */
export const partsOfProduct = (reader: Reader, id: string): Promise<NamedRecord[]> =>
  statement<NamedRecord>(
    reader,
    `with gone as (
       select record_key as id,
         min(coalesce(changes #>> '{sku,before}', changes #>> '{sku,after}')) as name
       from audit_entries
       where record_type = 'product-variants' and record_key is not null
         and coalesce(changes #>> '{product_id,after}', changes #>> '{product_id,before}') = $1
       group by record_key
     ), kept as (
       select id, id::text as key, sku from product_variants where product_id = $1::integer
     ), variants as (
       select key as id, sku as name from kept
       union all
       select id, name from gone where id not in (select key from kept)
     ), kept_prices as (
       select p.id::text as id, concat_ws(', ', v.sku, l.code) as name
       from kept v join prices p on p.variant_id = v.id join price_lists l on l.id = p.price_list_id
     )
     select 'product-variants' as type, id, name from variants
     union all
     select 'prices', id, name from kept_prices
     union all
     select 'prices', e.record_key, min(concat_ws(', ', v.name,
       coalesce(e.changes #>> '{price_list_code,before}', e.changes #>> '{price_list_code,after}')))
     from variants v join audit_entries e on e.record_type = 'prices' and e.record_key is not null
       and coalesce(e.changes #>> '{variant,after}', e.changes #>> '{variant,before}') = v.id
     where e.record_key not in (select id from kept_prices)
     group by e.record_key`,
    [id],
  );
