-- One row, from the first change on. `skipped` has the steps of the first run that were put off.
-- `base_currency` is that of the variants' own prices, as the first store decided it; null: that of
-- the configuration.
create table setup_state (
  is_only       boolean primary key default true check (is_only),
  skipped       text[] not null default '{}',
  base_currency text check (base_currency ~ '^[A-Z]{3}$')
);
