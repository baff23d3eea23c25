-- A limit names its target or says that it applies to everything; so far, no target meant everything.
alter table purchase_limits add column everything boolean not null default false;
update purchase_limits set everything = true
  where num_nonnulls(variant_id, product_id, category_id) = 0;
alter table purchase_limits drop constraint limit_of_one_thing;
alter table purchase_limits add constraint limit_of_one_thing
  check (num_nonnulls(variant_id, product_id, category_id) + everything::integer = 1);
