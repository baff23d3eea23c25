-- Other systems that want to hear what happens here.

create table webhook_endpoints (
  id              uuid primary key,
  url             text not null check (length(url) between 1 and 2000),
  description     text not null default '' check (length(description) <= 500),
  -- Names or patterns such as `transaction.*`.
  events          text[] not null check (cardinality(events) between 1 and 50),
  -- Null: every store.
  store_ids       uuid[] check (cardinality(store_ids) > 0),
  -- Sealed with the installation's secret key; it signs every delivery.
  secret          bytea not null,
  is_active       boolean not null default true,
  -- Failed attempts since the last success, and when they began.
  failures_in_row integer not null default 0,
  failing_since   timestamptz,
  -- Nothing is sent before: one slow receiver must not keep the others waiting.
  paused_until    timestamptz,
  disabled_at     timestamptz,
  disabled_reason text,
  created_by      uuid references users (id) on delete set null,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint disabled_is_not_active check (disabled_at is null or not is_active),
  constraint failing_since_the_first check ((failures_in_row > 0) = (failing_since is not null))
);

create table webhook_deliveries (
  id              uuid primary key,
  endpoint_id     uuid not null references webhook_endpoints (id) on delete cascade,
  event_id        uuid not null,
  event           text not null,
  payload         jsonb not null,
  status          text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  attempts        integer not null default 0,
  response_status integer,
  response_body   text,
  error           text,
  duration_ms     integer,
  created_at      timestamptz not null,
  next_attempt_at timestamptz,
  -- Somebody is delivering it right now; taken over when it runs out.
  lease_until     timestamptz,
  finished_at     timestamptz,
  -- However often the job of a fact runs, an endpoint hears of it under one id.
  constraint one_delivery_per_event unique (endpoint_id, event_id),
  constraint due_while_pending check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';
create index webhook_deliveries_age on webhook_deliveries (created_at);
