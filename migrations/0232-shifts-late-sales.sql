-- Sales that arrived after the shift they were made in was closed. Their money is in the count of
-- that shift, so it belongs to no later one; the next Z report of the till lists them apart.
create table late_sales (
  transaction_id uuid primary key,
  store_id       uuid not null references stores (id),
  terminal_id    text not null references terminals (id),
  -- The closed shift that the sale was made in.
  shift_id       uuid not null references shifts (id),
  -- The shift whose Z report lists it; null until that is closed.
  reported_in    uuid references shifts (id),
  currency       text not null,
  amount         numeric not null check (amount >= 0),
  cash           numeric not null,
  occurred_at    timestamptz not null,
  received_at    timestamptz not null
);
create index late_sales_of_report on late_sales (reported_in) where reported_in is not null;
create index late_sales_to_report on late_sales (terminal_id) where reported_in is null;
