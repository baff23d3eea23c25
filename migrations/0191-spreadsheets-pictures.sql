-- Where an imported picture came from, so that the same address is fetched and attached once.
alter table product_pictures add column source_url text check (length(source_url) <= 2000);

-- Pictures that an import fetches after its rows. `picture_id` is the picture of the product that it
-- attached; null if the product had it before.
create table import_pictures (
  id         bigint generated always as identity primary key,
  import_id  uuid not null references imports (id) on delete cascade,
  row_number integer not null,
  product_id integer not null references products (id) on delete cascade,
  variant_id uuid references product_variants (id) on delete cascade,
  url        text not null check (length(url) <= 2000),
  alt        text not null default '',
  state      text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts   smallint not null default 0,
  picture_id uuid,
  constraint one_picture_per_import unique nulls not distinct (import_id, product_id, variant_id, url)
);
create index import_pictures_waiting on import_pictures (import_id, attempts, id) where state = 'waiting';
create index import_pictures_product on import_pictures (product_id);
create index import_pictures_variant on import_pictures (variant_id);
