-- A product is active, a draft that is not yet sold, or archived: no longer sold. `is_active` decides
-- what is sold, as before; `is_draft` tells the other two apart.
alter table products
  add column is_draft boolean not null default false,
  add column tags     text[] not null default '{}' check (cardinality(tags) <= 50),
  add column options  jsonb not null default '[]' check (jsonb_typeof(options) = 'array');
alter table product_variants
  add column weight_grams integer check (weight_grams > 0);
create index products_tags on products using gin (tags);
