-- Goods that come back, and the credit they may leave behind.

create sequence return_numbers as bigint;

create table returns (
  id             uuid primary key,
  return_number  text not null unique,
  transaction_id uuid not null references transactions (id),
  store_id       uuid not null references stores (id),
  status         text not null default 'pending'
    check (status in ('pending', 'approved', 'rejected', 'cancelled', 'received', 'completed')),
  return_reason  text not null check (length(return_reason) between 1 and 100),
  notes          text not null default '' check (length(notes) <= 10000),
  -- What the customer gets: the sum of the lines and of what no line carries.
  refund_amount  numeric(12, 2) not null check (refund_amount >= 0),
  -- Shipping and its tax, which come back with the last unit of the sale.
  shipping_refund numeric(12, 2) not null default 0 check (shipping_refund >= 0),
  refund_to      text check (refund_to in ('original', 'store_credit', 'cash')),
  restock        boolean,
  -- The till it was completed at; null when the back office did it.
  terminal_id    text references terminals (id),
  requested_by   uuid references users (id) on delete set null,
  decided_by     uuid references users (id) on delete set null,
  decided_at     timestamptz,
  received_at    timestamptz,
  completed_at   timestamptz,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  sanity_rev     text,
  synced_at      timestamptz
);
create index returns_of_transaction on returns (transaction_id);
-- Lists go by id: version 7 ids are in the order of creation.
create index returns_of_store on returns (store_id, id desc);

create table return_lines (
  return_id        uuid not null references returns (id) on delete cascade,
  transaction_id   uuid not null,
  line_id          uuid not null,
  quantity         integer not null check (quantity > 0),
  reason           text not null check (length(reason) between 1 and 100),
  refund_amount    numeric(12, 2) not null check (refund_amount >= 0),
  primary key (return_id, line_id),
  foreign key (transaction_id, line_id) references transaction_lines (transaction_id, id)
);
create index return_lines_line on return_lines (transaction_id, line_id);

-- Which refunds a return has made; a refund of any other cause is in no row here.
create table return_refunds (
  refund_id uuid primary key references refunds (id),
  return_id uuid not null references returns (id)
);
create index return_refunds_of_return on return_refunds (return_id);

create table store_credits (
  id          uuid primary key,
  code        text not null unique,
  store_id    uuid not null references stores (id),
  customer_id uuid references users (id) on delete set null,
  return_id   uuid not null unique references returns (id),
  amount      numeric(12, 2) not null check (amount > 0),
  balance     numeric(12, 2) not null,
  currency    text not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  sanity_rev  text,
  synced_at   timestamptz,
  constraint credit_not_overdrawn check (balance between 0 and amount)
);
alter table payments add foreign key (store_credit_id) references store_credits (id);
