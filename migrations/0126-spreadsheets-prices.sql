-- A third kind of file: prices of price lists. Every row fits the wider check.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check
  check (kind in ('products', 'inventory_levels', 'prices'));
