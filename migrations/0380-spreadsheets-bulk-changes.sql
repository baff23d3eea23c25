-- Changes of all products or prices that match a filter: they run like an import, whose rows the service
-- writes itself. `request` is the filter and the change; null for files.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in
  ('products', 'inventory_levels', 'prices', 'shopify', 'woocommerce', 'square', 'bulk_change'));
alter table imports
  add column request jsonb,
  add constraint bulk_change_has_request check ((kind = 'bulk_change') = (request is not null));
