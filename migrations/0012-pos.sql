-- The counter: drawers and approvals. People named here are deactivated, never deleted.

create table drawer_operations (
  id           uuid primary key,
  store_id     uuid not null references stores (id),
  terminal_id  text not null references terminals (id),
  operator_id  uuid not null references users (id),
  operation    text not null check (operation in ('open')),
  reason       text not null check (length(reason) between 1 and 500),
  occurred_at  timestamptz not null default now()
);
create index drawer_operations_of_store on drawer_operations (store_id, id desc);
create index drawer_operations_operator on drawer_operations (operator_id);

create table approvals (
  id           uuid primary key,
  store_id     uuid not null references stores (id),
  terminal_id  text references terminals (id),
  requested_by uuid not null references users (id),
  request_type text not null check (length(request_type) between 1 and 50),
  amount       numeric(12, 2) not null check (amount >= 0),
  reason       text not null check (length(reason) between 1 and 500),
  details      jsonb not null default '{}',
  status       text not null default 'pending'
    check (status in ('pending', 'approved', 'denied', 'expired', 'cancelled', 'consumed')),
  -- Who approved, denied or cancelled it.
  decided_by   uuid references users (id),
  decided_at   timestamptz,
  decision_note text not null default '' check (length(decision_note) <= 500),
  expires_at   timestamptz not null,
  consumed_at  timestamptz,
  -- What it was used for, such as a void of a sale.
  consumed_for text,
  created_at   timestamptz not null default now(),
  constraint decided_by_another
    check (decided_by is null or decided_by <> requested_by or status = 'cancelled'),
  constraint decided_by_somebody
    check (num_nonnulls(decided_by, decided_at) = case when status in ('pending', 'expired') then 0 else 2 end),
  constraint consumed_for_something
    check (num_nonnulls(consumed_at, consumed_for) = case when status = 'consumed' then 2 else 0 end)
);
create index approvals_of_store on approvals (store_id, id desc);
create index approvals_by_status on approvals (store_id, status, id desc);
create index approvals_requested_by on approvals (requested_by, id desc);
create index approvals_decided_by on approvals (decided_by);
create index approvals_open on approvals (expires_at) where status = 'pending';
