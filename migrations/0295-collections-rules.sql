-- A collection may have a rule instead of products chosen by hand. The products that match are kept
-- in product_collections, so that shop, tills and promotions read both kinds alike.
create table collection_rules (
  collection_id uuid primary key references collections (id) on delete cascade,
  match         text not null check (match in ('all', 'any')),
  conditions    jsonb not null,
  updated_at    timestamptz not null
);

alter table collections add column is_automatic boolean not null default false;
