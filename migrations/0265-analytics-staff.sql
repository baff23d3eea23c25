-- Sums per person, and the margin of each hour, for the comparison of two periods.
create table analytics_daily_staff (
  store_id       uuid not null references stores (id) on delete cascade,
  day            date not null,
  currency       text not null,
  -- All zeros: sales without a person, such as orders of the web shop.
  employee_id    uuid not null,
  sales          integer not null,
  units          integer not null,
  revenue        numeric not null,
  net_sales      numeric not null,
  cost           numeric not null,
  costed_revenue numeric not null,
  primary key (store_id, day, currency, employee_id)
);

alter table analytics_hourly_sales
  add column net_sales numeric not null default 0,
  add column cost numeric not null default 0,
  add column costed_revenue numeric not null default 0;

-- Equal to rolled_at if the rollup wrote the sums above. A day that an earlier release rolled up
-- differs, is read from the records, and is rolled up again.
alter table analytics_days add column staff_rolled_at timestamptz;
