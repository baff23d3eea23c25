-- What every domain stands on: the outbox and event log, idempotency keys, mails, month partitions.

-- Facts of a database transaction, waiting for their number. Rows live for milliseconds.
create table outbox (
  position    bigint generated always as identity primary key,
  id          uuid not null,
  store_id    uuid,
  -- Shown on the screens of the store: numbered in the store's own stream.
  live        boolean not null,
  terminal_id text,
  event       text not null,
  subject_id  text,
  data        jsonb not null,
  occurred_at timestamptz not null default clock_timestamp()
);

-- One row per stream: what a store's screens see, or the nil UUID for everything else.
create table event_streams (
  stream_id uuid primary key,
  last_seq  bigint not null
);

-- The numbered log. Partitioned by the time inside the v7 id, so old months are dropped, not deleted.
create table events (
  stream_id   uuid not null,
  seq         bigint not null,
  id          uuid not null,
  store_id    uuid,
  terminal_id text,
  event       text not null,
  subject_id  text,
  data        jsonb not null,
  occurred_at timestamptz not null,
  primary key (stream_id, seq, id)
) partition by range (id);

create table idempotency_keys (
  scope           text not null,
  key             text not null,
  fingerprint     bytea not null,
  holder          uuid not null,
  lease_until     timestamptz not null,
  response_status smallint,
  response_body   bytea,
  created_at      timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table mails (
  id         uuid primary key,
  purpose    text not null,
  recipient  text not null,
  subject    text not null,
  body_text  text not null,
  body_html  text,
  created_at timestamptz not null default now(),
  sent_at    timestamptz
);
create index mails_created_at on mails (created_at desc, id desc);

-- The smallest v7 UUID of a moment: 48 bits of milliseconds, version nibble, zeros.
create function uuid_floor(at timestamptz) returns uuid
language sql immutable parallel safe as $$
  select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-000000000000')::uuid
  from (select lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex) as t
$$;

-- Makes the monthly partitions of a table whose key is a v7 UUID, from one month to another.
create function ensure_months(parent regclass, first_month date, last_month date) returns integer
language plpgsql as $$
declare
  month date := date_trunc('month', first_month)::date;
  part text;
  made integer := 0;
begin
  while month <= last_month loop
    part := format('%s_%s', parent::text, to_char(month, 'YYYY_MM'));
    if to_regclass(part) is null then
      execute format('create table %I partition of %s for values from (%L) to (%L)', part, parent,
        uuid_floor(month::timestamp at time zone 'UTC'),
        uuid_floor((month + interval '1 month')::timestamp at time zone 'UTC'));
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end
$$;

-- Catches rows outside the months made ahead, so that a write never fails for want of a partition.
create table events_other partition of events default;
select ensure_months('events', (now() - interval '1 month')::date, (now() + interval '3 months')::date);
