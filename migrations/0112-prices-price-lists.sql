-- Prices beside the variants' own, which are in BASE_CURRENCY.
create table price_lists (
  id             uuid primary key,
  code           text not null unique check (code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$'),
  name           text not null check (length(name) between 1 and 255),
  currency       text not null check (currency ~ '^[A-Z]{3}$'),
  -- Empty: every store of the currency.
  store_ids      uuid[] not null default '{}',
  -- Null: every customer.
  customer_group text check (length(customer_group) between 1 and 50),
  valid_from     timestamptz,
  valid_to       timestamptz,
  -- Of the lists that apply, the one with the highest priority sets the price.
  priority       integer not null default 0 check (priority between -1000000 and 1000000),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint price_list_period check (valid_to > valid_from)
);

create table prices (
  id            uuid primary key,
  price_list_id uuid not null references price_lists (id) on delete cascade,
  variant_id    uuid not null references product_variants (id) on delete cascade,
  -- The price applies from this quantity of a line on.
  min_quantity  numeric(12, 3) not null default 1 check (min_quantity > 0 and min_quantity <> 'NaN'),
  amount        numeric(12, 2) not null check (amount >= 0 and amount <> 'NaN'),
  -- A price that starts later replaces the one before it.
  valid_from    timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  constraint price_once unique nulls not distinct
    (variant_id, price_list_id, min_quantity, valid_from)
);
create index prices_list on prices (price_list_id, variant_id);

create constraint trigger raises_reference_version after insert or update or delete on price_lists
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on prices
  deferrable initially deferred for each row execute function raise_reference_version();

-- A list without its last store would apply to every store of the currency.
create function keep_stores_of_price_lists() returns trigger language plpgsql as $$
begin
  if exists (select from price_lists where old.id = any(store_ids)) then
    raise foreign_key_violation using
      message = 'a price list names this store', constraint = 'price_lists_store_ids_fkey';
  end if;
  return old;
end $$;
create trigger keeps_stores_of_price_lists before delete on stores
  for each row execute function keep_stores_of_price_lists();
