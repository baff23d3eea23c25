-- Labels of scales: EAN-13 codes with a prefix from 20 to 29 that carry an item code and a weight or a
-- price. What the digits mean differs from store to store; one pattern per prefix keeps a code unambiguous.
create table barcode_patterns (
  id           uuid primary key,
  store_id     uuid not null references stores (id) on delete cascade,
  prefix       text not null check (prefix ~ '^2[0-9]$'),
  -- Positions count from 1; the prefix has 1 and 2, the check digit 13.
  item_start   smallint not null check (item_start between 3 and 12),
  item_length  smallint not null check (item_length between 1 and 10),
  value_start  smallint not null check (value_start between 3 and 12),
  value_length smallint not null check (value_length between 1 and 10),
  value_kind   text not null check (value_kind in ('weight', 'price')),
  -- Of the value: 3 for a weight in grams whose goods are sold per kg, 2 for a price in cents.
  decimals     smallint not null check (decimals between 0 and 3),
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint one_pattern_per_prefix unique (store_id, prefix),
  constraint pattern_within_code check (item_start + item_length <= 13 and value_start + value_length <= 13),
  constraint pattern_parts_apart check (
    item_start + item_length <= value_start or value_start + value_length <= item_start)
);
