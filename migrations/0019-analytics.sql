-- Daily sums behind the reports. A day is the local day of its store. Everything here can be reckoned
-- again from sales, payments, refunds and returns, and is, whenever one of those changes afterwards.

create table analytics_days (
  store_id  uuid not null references stores (id) on delete cascade,
  day       date not null,
  -- The zone the day was cut by: sums of a store that moved to another zone no longer count.
  time_zone text not null,
  -- False when something of the day changed after it was summed up.
  is_clean  boolean not null,
  rolled_at timestamptz,
  primary key (store_id, day)
);
create index analytics_days_to_do on analytics_days (store_id, day) where not is_clean;

-- Sales on the day they were completed, refunds on the day the money went back.
create table analytics_daily_sales (
  store_id         uuid not null references stores (id) on delete cascade,
  day              date not null,
  currency         text not null,
  channel          text not null,
  sales            integer not null,
  units            integer not null,
  subtotal         numeric(16, 2) not null,
  discount         numeric(16, 2) not null,
  tax              numeric(16, 2) not null,
  shipping         numeric(16, 2) not null,
  revenue          numeric(16, 2) not null,
  discounted_sales integer not null,
  voided_sales     integer not null,
  voided_amount    numeric(16, 2) not null,
  refunds          integer not null,
  refunded         numeric(16, 2) not null,
  primary key (store_id, day, currency, channel)
);

create table analytics_hourly_sales (
  store_id uuid not null references stores (id) on delete cascade,
  day      date not null,
  currency text not null,
  hour     smallint not null check (hour between 0 and 23),
  sales    integer not null,
  units    integer not null,
  revenue  numeric(16, 2) not null,
  primary key (store_id, day, currency, hour)
);

create table analytics_daily_payments (
  store_id          uuid not null references stores (id) on delete cascade,
  day               date not null,
  currency          text not null,
  payment_method_id uuid not null,
  payments          integer not null,
  amount            numeric(16, 2) not null,
  refunds           integer not null,
  refunded          numeric(16, 2) not null,
  primary key (store_id, day, currency, payment_method_id)
);

create table analytics_daily_products (
  store_id        uuid not null references stores (id) on delete cascade,
  day             date not null,
  currency        text not null,
  product_id      integer not null,
  sales           integer not null,
  units           integer not null,
  gross           numeric(16, 2) not null,
  discount        numeric(16, 2) not null,
  cost            numeric(16, 2) not null,
  -- Revenue of the lines whose cost is known; a margin is reckoned on these alone.
  costed_revenue  numeric(16, 2) not null,
  returned_units  integer not null,
  returned_amount numeric(16, 2) not null,
  primary key (store_id, day, currency, product_id)
);

-- What belongs to a day is found by these, never by reading history.
create index refunds_by_day on refunds (store_id, processed_at) where status = 'succeeded';
create index returns_by_day on returns (store_id, completed_at) where status = 'completed';
-- Most sales have no known customer, and cost these two nothing.
create index transactions_of_known_customers on transactions (store_id, completed_at)
  where customer_id is not null and completed_at is not null;
create index transactions_of_customer on transactions (customer_id, completed_at)
  where customer_id is not null and completed_at is not null;
