-- Money in and money back.

create table payments (
  id                       uuid primary key,
  transaction_id           uuid not null references transactions (id),
  store_id                 uuid not null references stores (id),
  payment_method_id        uuid not null references payment_methods (id),
  -- NaN is greater than every number in PostgreSQL, so a lower bound alone lets it in.
  amount                   numeric(12, 2) not null check (amount >= 0 and amount <> 'NaN'),
  tendered                 numeric(12, 2) not null check (tendered >= amount and tendered <> 'NaN'),
  currency                 text not null,
  status                   text not null check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'voided')),
  processor_type           text check (processor_type in ('primary', 'square', 'paypal', 'custom_bank')),
  processor_transaction_id text,
  -- How sure we are of money taken elsewhere: cash needs no proof, a card waits for its processor.
  verification             text not null default 'not_needed'
    check (verification in ('not_needed', 'unverified', 'confirmed', 'mismatch')),
  review_reason            text,
  failure_code             text,
  card_last_four           text check (card_last_four ~ '^\d{4}$'),
  store_credit_id          uuid,
  operator_id              uuid references users (id) on delete set null,
  register_id              text,
  -- Refunds pending or succeeded, kept by a trigger; the check is the ceiling on every path.
  refund_total             numeric(12, 2) not null default 0,
  processed_at             timestamptz,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  sanity_rev               text,
  synced_at                timestamptz,
  constraint refund_ceiling check (refund_total >= 0 and refund_total <= amount),
  -- A voided payment with this time once held money; one without never did.
  constraint processed_when_succeeded check (status <> 'succeeded' or processed_at is not null)
);
-- A method that names no processor is the primary's, or one charge could pay two sales.
create unique index one_sale_per_processor_payment
  on payments (coalesce(processor_type, 'primary'), processor_transaction_id);
create index payments_of_transaction on payments (transaction_id);
-- Lists go by id: version 7 ids are in the order of creation.
create index payments_of_store on payments (store_id, id desc);
create index payments_unverified on payments (created_at) where verification = 'unverified';

create table refunds (
  id                  uuid primary key,
  refund_id           text not null unique,
  payment_id          uuid not null references payments (id),
  transaction_id      uuid not null references transactions (id),
  store_id            uuid not null references stores (id),
  amount              numeric(12, 2) not null check (amount > 0),
  status              text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  -- What asked for it: a void, a return or a refund by hand.
  cause               text not null check (cause in ('void', 'return', 'refund', 'late_success')),
  reason              text not null default '' check (length(reason) <= 500),
  -- Where the money goes; only what goes back the way it came may need the processor.
  refund_to           text not null default 'original' check (refund_to in ('original', 'cash', 'store_credit')),
  processor_refund_id text,
  -- Times somebody took it in hand; also tells a holder that was taken over from the present one.
  attempts            integer not null default 0,
  -- Times the processor said no for good; each gives the next try a processor key of its own.
  refusals            integer not null default 0,
  last_error          text,
  -- A worker or request that is calling the processor right now; taken over when it runs out.
  lease_until         timestamptz,
  next_attempt_at     timestamptz not null default now(),
  -- Set after the last try: from here on it is a matter for people.
  given_up_at         timestamptz,
  requested_by        uuid references users (id) on delete set null,
  created_at          timestamptz not null default now(),
  processed_at        timestamptz,
  updated_at          timestamptz not null default now(),
  sanity_rev          text,
  synced_at           timestamptz
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_of_transaction on refunds (transaction_id);
create index refunds_of_store on refunds (store_id, id desc);
create index refunds_unfinished on refunds (next_attempt_at)
  where status <> 'succeeded' and given_up_at is null;

-- Every save of a refund moves the total of its payment; the payment's row lock puts parallel
-- refunds in line, and its check refuses the one that would go beyond what was paid.
create function keep_refund_total() returns trigger language plpgsql as $$
declare
  before numeric := 0;
  after numeric := 0;
begin
  if tg_op <> 'INSERT' and old.status in ('pending', 'succeeded') then before := old.amount; end if;
  if tg_op <> 'DELETE' and new.status in ('pending', 'succeeded') then after := new.amount; end if;
  if tg_op = 'UPDATE' and new.payment_id <> old.payment_id then
    raise exception 'a refund stays with its payment';
  end if;
  if after <> before then
    update payments set refund_total = refund_total + after - before
    where id = case when tg_op = 'DELETE' then old.payment_id else new.payment_id end;
  end if;
  return null;
end
$$;
create trigger refund_total after insert or update or delete on refunds
  for each row execute function keep_refund_total();

-- The built-in processor's own books, as a stand-in for a company elsewhere: no key into our tables.
create table sandbox_intents (
  id              text primary key,
  processor_type  text not null,
  idempotency_key text not null,
  amount_minor    bigint not null check (amount_minor > 0),
  currency        text not null,
  token           text not null,
  status          text not null check (status in ('requires_action', 'succeeded', 'failed', 'canceled')),
  failure_code    text,
  client_secret   text not null,
  metadata        jsonb not null default '{}',
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  unique (processor_type, idempotency_key)
);
create index sandbox_intents_newest on sandbox_intents (created_at desc);

create table sandbox_refunds (
  id              text primary key,
  idempotency_key text not null unique,
  intent_id       text not null references sandbox_intents (id),
  amount_minor    bigint not null check (amount_minor > 0),
  created_at      timestamptz not null default now()
);
create index sandbox_refunds_of_intent on sandbox_refunds (intent_id);
