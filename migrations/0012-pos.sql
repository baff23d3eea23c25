-- The counter: drawers and approvals.

create table drawer_operations (
  id           uuid primary key,
  store_id     uuid not null references stores (id),
  terminal_id  text not null references terminals (id),
  operator_id  uuid references users (id) on delete set null,
  operation    text not null check (operation in ('open')),
  reason       text not null check (length(reason) <= 500),
  occurred_at  timestamptz not null default now()
);
create index drawer_operations_of_store on drawer_operations (store_id, id desc);

create table approvals (
  id           uuid primary key,
  store_id     uuid not null references stores (id),
  terminal_id  text references terminals (id),
  requested_by uuid not null references users (id) on delete cascade,
  request_type text not null check (length(request_type) between 1 and 50),
  amount       numeric(12, 2) not null check (amount >= 0),
  reason       text not null default '' check (length(reason) <= 500),
  details      jsonb not null default '{}',
  status       text not null default 'pending'
    check (status in ('pending', 'approved', 'denied', 'expired', 'cancelled', 'consumed')),
  decided_by   uuid references users (id) on delete set null,
  decided_at   timestamptz,
  decision_note text not null default '',
  expires_at   timestamptz not null,
  consumed_at  timestamptz,
  -- What it was used for, such as a void of a sale.
  consumed_for text,
  created_at   timestamptz not null default now(),
  constraint decided_by_another check (decided_by is null or decided_by <> requested_by)
);
create index approvals_of_store on approvals (store_id, created_at desc, id desc);
create index approvals_open on approvals (expires_at) where status = 'pending';
