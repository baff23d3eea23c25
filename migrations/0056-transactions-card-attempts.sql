-- A card payment at a till is a payment with the status `pending` and a card attempt. Both are
-- stored before the processor is called, so that after a crash the queue finds the attempt and asks
-- the processor. The attempt has a table of its own, because its columns for deadline, lease and
-- retries serve a few payments for two minutes, and payments are read all the time.
create table card_attempts (
  payment_id          uuid primary key references payments (id),
  transaction_id      uuid not null references transactions (id),
  store_id            uuid not null references stores (id),
  terminal_id         text not null,
  processor_type      text not null check (processor_type ~ '^[a-z][a-z0-9_]{0,49}$'),
  reader_id           text,
  -- Digest of the caller's idempotency key: a key taken over from a dead node finds its attempt.
  start_key           text unique,
  age_check           jsonb,
  status              text not null default 'in_progress'
    check (status in ('in_progress', 'succeeded', 'declined', 'timed_out', 'uncertain', 'canceled')),
  failure_code        text,
  message             text,
  -- Set once the reader has been asked to show the payment. An attempt without it is canceled.
  started_at          timestamptz,
  expires_at          timestamptz not null,
  cancel_requested_at timestamptz,
  next_attempt_at     timestamptz not null,
  lease_until         timestamptz,
  -- Looks without an answer in a row.
  attempts            integer not null default 0,
  last_error          text,
  given_up_at         timestamptz,
  created_at          timestamptz not null,
  updated_at          timestamptz not null
);
create unique index one_card_attempt_per_sale on card_attempts (transaction_id)
  where status in ('in_progress', 'uncertain');
-- A canceled attempt whose outcome stays unknown does not block the till.
create unique index one_card_attempt_per_till on card_attempts (terminal_id)
  where status = 'in_progress' or status = 'uncertain' and cancel_requested_at is null;
create unique index one_card_attempt_per_reader on card_attempts (processor_type, reader_id)
  where status = 'in_progress' or status = 'uncertain' and cancel_requested_at is null;
create index card_attempts_of_sale on card_attempts (transaction_id, created_at);
create index card_attempts_due on card_attempts (next_attempt_at)
  where status in ('in_progress', 'uncertain') and given_up_at is null;

-- The part of the amount due that a card attempt may still pay. Other payments leave it free.
alter table transactions
  add column card_hold numeric(12, 2) not null default 0
    check (card_hold >= 0 and card_hold <> 'NaN');

-- The id of the card reader beside a till, as its processor names it.
alter table terminals
  add column reader_id text check (length(reader_id) between 1 and 255);
