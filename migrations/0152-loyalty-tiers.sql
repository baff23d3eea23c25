-- A customer who spent `minimum_spend` in twelve months earns `earning_factor` times the points of the
-- store. Amounts of different currencies are never added, so each currency has tiers of its own.
create table loyalty_tiers (
  id             uuid primary key,
  name           text not null check (length(name) between 1 and 100),
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  minimum_spend  numeric(12, 2) not null check (minimum_spend >= 0),
  earning_factor numeric(5, 2) not null check (earning_factor between 0 and 100),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint one_tier_per_spend unique (currency, minimum_spend),
  constraint one_tier_per_name unique (currency, name)
);
create constraint trigger raises_reference_version after insert or update or delete on loyalty_tiers
  deferrable initially deferred for each row execute function raise_reference_version();
