-- What payment processors told us, once per event and processor: a weaker processor cannot take
-- the event ids of another.

create table webhook_events (
  id                        uuid primary key,
  processor                 text not null check (processor in ('primary', 'square', 'paypal', 'custom_bank')),
  event_id                  text not null check (length(event_id) between 1 and 255),
  event_type                text not null check (length(event_type) between 1 and 255),
  status                    text not null default 'pending' check (status in ('pending', 'processed', 'failed')),
  -- Card numbers are cut before anything gets here.
  raw_payload               jsonb not null,
  result                    jsonb,
  error_message             text,
  payment_id                uuid references payments (id) on delete set null,
  -- The names a finished event has for its payment; while none is a payment of ours, it waits for one.
  processor_transaction_ids text[] not null default '{}',
  -- Who works on a pending event right now; when it runs out, a redelivery or a job takes over.
  lease_until               timestamptz,
  -- Times somebody took it in hand; also tells a holder that was taken over from the present one.
  attempts                  integer not null default 1,
  -- When a job tries a failed event again; null when trying again cannot help.
  retry_at                  timestamptz,
  received_at               timestamptz not null default now(),
  processed_at              timestamptz,
  constraint webhook_events_once unique (processor, event_id),
  constraint leased_while_pending check ((status = 'pending') = (lease_until is not null)),
  constraint processed_has_time check ((status = 'processed') = (processed_at is not null))
);
create index webhook_events_by_event on webhook_events (event_id);
create index webhook_events_pending on webhook_events (lease_until) where status = 'pending';
create index webhook_events_retry on webhook_events (retry_at) where status = 'failed' and retry_at is not null;
create index webhook_events_by_status on webhook_events (status, id desc);
create index webhook_events_of_payment on webhook_events (payment_id);
create index webhook_events_waiting on webhook_events using gin (processor_transaction_ids)
  where status = 'processed' and payment_id is null and processor_transaction_ids <> '{}';

-- The third processor signs only a checksum of its body, which anybody can hit with another body.
-- So the first body a transmission comes with is the only one it is ever accepted with.
create table webhook_transmissions (
  transmission_id text primary key check (length(transmission_id) between 1 and 255),
  body_sha256     bytea not null check (length(body_sha256) = 32),
  received_at     timestamptz not null default now()
);
create index webhook_transmissions_age on webhook_transmissions (received_at);
