-- Orders refer to a supplier's record; the name on the order stays as it was written.
alter table purchase_orders add column supplier_id uuid
  constraint purchase_orders_supplier references suppliers (id);
create index purchase_orders_of_supplier on purchase_orders (supplier_id, id desc);

insert into suppliers (id, name)
select gen_random_uuid(), name from (
  select distinct on (lower(btrim(vendor_name))) btrim(vendor_name) as name
  from purchase_orders where btrim(vendor_name) <> ''
  order by lower(btrim(vendor_name)), id desc
) as named
on conflict do nothing;

update purchase_orders o set supplier_id = s.id
from suppliers s where lower(s.name) = lower(btrim(o.vendor_name));
