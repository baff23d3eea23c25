-- What lay on the shelves when a store's day ended, at the prices and costs of the night it was taken.
create table analytics_daily_stock (
  store_id     uuid not null references stores (id) on delete cascade,
  day          date not null,
  levels       integer not null,
  units        integer not null,
  stock_value  numeric(16, 2) not null,
  retail_value numeric(16, 2) not null,
  low          integer not null,
  out_of_stock integer not null,
  taken_at     timestamptz not null,
  primary key (store_id, day)
);
