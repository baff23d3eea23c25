-- Areas of a store, and how much of which goods belongs there.

create table zones (
  id         uuid primary key,
  store_id   uuid not null references stores (id),
  code       text not null check (length(code) between 1 and 50),
  name       text not null check (length(name) between 1 and 255),
  kind       text not null default 'sales_floor'
    check (kind in ('sales_floor', 'stockroom', 'counter', 'display', 'cold_storage', 'other')),
  sort_order integer not null default 0,
  is_active  boolean not null default true,
  sanity_id  text unique check (length(sanity_id) <= 255),
  sanity_rev text,
  synced_at  timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint zones_code_in_store unique (store_id, code)
);
create index zones_in_order on zones (sort_order, code, id);

create table par_levels (
  id               uuid primary key,
  zone_id          uuid not null references zones (id),
  variant_id       uuid not null references product_variants (id),
  par_quantity     integer not null check (par_quantity >= 0),
  minimum_quantity integer not null default 0 check (minimum_quantity >= 0),
  is_active        boolean not null default true,
  sanity_id        text unique check (length(sanity_id) <= 255),
  sanity_rev       text,
  synced_at        timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint one_par_level_per_zone unique (zone_id, variant_id),
  constraint minimum_within_par check (minimum_quantity <= par_quantity)
);
create index par_levels_variant on par_levels (variant_id);
