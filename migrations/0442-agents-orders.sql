-- Orders that programs have placed. Each is a row of a queue: an event for the program is due while
-- it has been sent an older revision than there is.
create table agent_orders (
  sale_id uuid primary key,
  sale_number text not null unique,
  agent_id uuid not null references agents on delete cascade,
  session_id uuid not null,
  protocol text not null check (protocol in ('acp', 'ucp')),
  created_at timestamptz not null,
  revision integer not null default 1,
  sent_revision integer not null default 0,
  next_attempt_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0,
  error text,
  parked_at timestamptz
);
create index agent_orders_by_agent on agent_orders (agent_id, sale_id);
create index agent_orders_due on agent_orders (next_attempt_at)
  where revision > sent_revision and parked_at is null;
