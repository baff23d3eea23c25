-- A till's day: the float it starts with, the cash that goes in and out, what is counted at the end.
-- People named here are deactivated, never deleted.

-- How far drawer and books may differ before somebody has to say why.
alter table stores add column cash_variance_tolerance numeric(12, 2) not null default 5
  check (cash_variance_tolerance >= 0 and cash_variance_tolerance <> 'NaN');

create table shifts (
  id              uuid primary key,
  store_id        uuid not null references stores (id),
  terminal_id     text not null references terminals (id),
  -- The store's own calendar day at the opening.
  business_date   date not null,
  status          text not null default 'open' check (status in ('open', 'closed')),
  currency        text not null,
  opening_float   numeric(12, 2) not null check (opening_float >= 0 and opening_float <> 'NaN'),
  opened_by       uuid not null references users (id),
  opened_at       timestamptz not null,
  closed_by       uuid references users (id),
  closed_at       timestamptz,
  expected_amount numeric(12, 2),
  counted_amount  numeric(12, 2),
  -- Positive when cash is missing.
  variance        numeric(12, 2) generated always as (expected_amount - counted_amount) stored,
  variance_reason text not null default '' check (length(variance_reason) <= 500),
  constraint closed_is_settled check (
    num_nonnulls(closed_by, closed_at, expected_amount, counted_amount) =
      case when status = 'closed' then 4 else 0 end)
);
create unique index one_open_shift_per_terminal on shifts (terminal_id) where status = 'open';
-- Lists go by id: version 7 ids are in the order of opening.
create index shifts_of_store on shifts (store_id, id desc);
create index shifts_of_terminal on shifts (terminal_id, id desc);

-- Which shift took or paid the money; null where no shift was open at the till, or there was no till.
alter table payments add column shift_id uuid references shifts (id);
create index payments_of_shift on payments (shift_id) where shift_id is not null;
alter table refunds add column shift_id uuid references shifts (id);
create index refunds_of_shift on refunds (shift_id) where shift_id is not null;

-- Cash that is no sale: change from the bank, a cab paid from the drawer.
create table cash_movements (
  id          uuid primary key,
  shift_id    uuid not null references shifts (id),
  kind        text not null check (kind in ('paid_in', 'paid_out')),
  amount      numeric(12, 2) not null check (amount > 0 and amount <> 'NaN'),
  reason      text not null check (length(reason) between 1 and 500),
  actor_id    uuid not null references users (id),
  occurred_at timestamptz not null
);
create index cash_movements_of_shift on cash_movements (shift_id, id);

-- Every count is kept, so that a second one after a look at the books can be seen; the last counts.
create table shift_counts (
  id            uuid primary key,
  shift_id      uuid not null references shifts (id),
  -- [{"value": "20.00", "quantity": 3}, …]
  denominations jsonb not null,
  amount        numeric(12, 2) not null check (amount >= 0 and amount <> 'NaN'),
  counted_by    uuid not null references users (id),
  counted_at    timestamptz not null
);
create index shift_counts_of_shift on shift_counts (shift_id, id);

-- The last number given per store: its row lock, held to the commit, is what leaves no gap.
create table z_report_numbers (
  store_id    uuid primary key references stores (id),
  last_number integer not null
);

create table z_reports (
  shift_id   uuid primary key references shifts (id),
  store_id   uuid not null references stores (id),
  number     integer not null check (number > 0),
  report     jsonb not null,
  created_at timestamptz not null,
  unique (store_id, number)
);

create trigger append_only before update or delete on z_reports
  for each row execute function refuse_change();
create trigger append_only before update or delete on cash_movements
  for each row execute function refuse_change();
create trigger append_only before update or delete on shift_counts
  for each row execute function refuse_change();
