-- Suppliers of the whole chain, and the articles that each of them delivers.

create table suppliers (
  id              uuid primary key,
  name            text not null check (length(btrim(name)) between 1 and 255),
  email           text not null default '' check (length(email) <= 255),
  phone           text not null default '' check (length(phone) <= 50),
  address         text not null default '' check (length(address) <= 1000),
  -- Our number in the supplier's books, which an order names.
  customer_number text not null default '' check (length(customer_number) <= 100),
  lead_days       integer check (lead_days between 0 and 365),
  currency        text check (currency ~ '^[A-Z]{3}$'),
  payment_terms   text not null default '' check (length(payment_terms) <= 255),
  is_archived     boolean not null default false,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
-- Orders that name a supplier by text find the record by it.
create unique index suppliers_name on suppliers (lower(name));

create table supplier_articles (
  id           uuid primary key,
  supplier_id  uuid not null references suppliers (id) on delete cascade,
  variant_id   uuid not null references product_variants (id) on delete cascade,
  supplier_sku text not null default '' check (length(supplier_sku) <= 100),
  -- In steps of the variant's unit, as stock.
  pack_size    integer not null default 1 check (pack_size > 0),
  is_preferred boolean not null default false,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint one_article_per_supplier unique (supplier_id, variant_id)
);
create index supplier_articles_variant on supplier_articles (variant_id);
create unique index one_preferred_supplier on supplier_articles (variant_id) where is_preferred;
