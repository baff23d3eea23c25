-- Where a store ships to, and what it charges there. A store without a zone ships everywhere at its
-- own rates. One zone of a store may be the rest of the world, which lists no countries.
create table shipping_zones (
  id               uuid primary key,
  store_id         uuid not null references stores (id) on delete cascade,
  name             text not null check (length(name) between 1 and 100),
  -- ISO 3166-1, such as DE.
  countries        text[] not null default '{}',
  -- Of the only country; empty: the whole country.
  regions          text[] not null default '{}',
  is_rest_of_world boolean not null default false,
  -- [{"code": "parcel", "title": "Parcel", "free_from": "50.00", "days_min": 2, "days_max": 4,
  --   "bands": [{"up_to_grams": 2000, "price": "4.90"}, {"up_to_grams": null, "price": "9.90"}]}]
  rates            jsonb not null,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint shipping_zones_places check (is_rest_of_world = (cardinality(countries) = 0)),
  constraint shipping_zones_regions check (cardinality(regions) = 0 or cardinality(countries) = 1),
  constraint shipping_zones_name unique (store_id, name)
);
create unique index shipping_zones_one_rest on shipping_zones (store_id) where is_rest_of_world;
create constraint trigger raises_reference_version after insert or update or delete on shipping_zones
  deferrable initially deferred for each row execute function raise_reference_version();
