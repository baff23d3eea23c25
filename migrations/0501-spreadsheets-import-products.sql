-- The products that an import or a bulk change has changed, by themselves or by their variants and
-- prices: one row per 200 rows of the file. It outlives the report, as the entries of the import in the
-- audit log do.
create table import_products (
  import_id   uuid not null,
  product_ids integer[] not null
);
create index import_products_product on import_products using gin (product_ids);

insert into import_products (import_id, product_ids)
select import_id, array_agg(distinct product_id)
from (
  select r.import_id, coalesce(v.product_id, case when c.record = 'product' then c.id::integer end)
    as product_id
  from import_rows r
  cross join lateral jsonb_to_recordset(r.changes) as c (record text, id text, variant_id uuid)
  left join prices p on c.record = 'price' and p.id::text = c.id
  left join product_variants v on v.id = case c.record
    when 'variant' then c.id::uuid
    when 'supplier' then c.variant_id
    when 'price' then p.variant_id
  end
  where r.changes is not null
) as changed
where product_id is not null
group by import_id;
