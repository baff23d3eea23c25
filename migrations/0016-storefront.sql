-- The web shop: carts and checkouts of web sessions.

create table carts (
  id          uuid primary key,
  session_id  uuid not null references sessions (id) on delete cascade,
  store_id    uuid not null references stores (id),
  status      text not null default 'ACTIVE' check (status in ('ACTIVE', 'ABANDONED', 'CONVERTED')),
  promo_code  text,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create unique index carts_one_active on carts (session_id) where status = 'ACTIVE';
create index carts_of_session on carts (session_id);
create index carts_stale on carts (updated_at) where status = 'ACTIVE';

create table cart_lines (
  cart_id    uuid not null references carts (id) on delete cascade,
  variant_id uuid not null references product_variants (id) on delete cascade,
  quantity   integer not null constraint cart_quantity check (quantity between 1 and 999),
  added_at   timestamptz not null default clock_timestamp(),
  primary key (cart_id, variant_id)
);

create table checkout_sessions (
  id                    uuid primary key,
  session_id            uuid not null references sessions (id) on delete cascade,
  cart_id               uuid not null references carts (id) on delete cascade,
  store_id              uuid not null references stores (id),
  status                text not null default 'checkout_initiated' check (status in ('checkout_initiated',
    'payment_processing', 'payment_requires_action', 'payment_failed', 'completed', 'cancelled', 'expired')),
  fulfillment_method    text not null check (fulfillment_method in ('ship', 'pickup', 'digital')),
  pickup_scheduled_time timestamptz,
  expires_at            timestamptz not null,
  -- The sale of the present or last attempt, and of no other checkout.
  transaction_id        uuid unique references transactions (id),
  -- Each try to pay is an attempt with a key of its own at the processor: "<checkout id>:<attempt>".
  attempt               integer not null default 0,
  payment_id            uuid references payments (id),
  -- Who works on the attempt right now; when it runs out, a job finishes or undoes the attempt.
  lease_until           timestamptz,
  -- What the shopper typed, with card numbers already cut.
  form                  jsonb,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now()
);
create index checkout_sessions_of_session on checkout_sessions (session_id);
create index checkout_sessions_of_cart on checkout_sessions (cart_id);
create index checkout_sessions_open on checkout_sessions (expires_at)
  where status in ('checkout_initiated', 'payment_failed', 'payment_requires_action');
create index checkout_sessions_working on checkout_sessions (lease_until) where status = 'payment_processing';

-- Charges whose outcome was unknown when the shopper was told that the payment failed. A job asks
-- the processor until it has a final word, and refunds what turns out to have been taken.
create table doubtful_charges (
  payment_id     uuid primary key references payments (id),
  processor_type text not null,
  charge_key     text not null,
  amount         numeric(12, 2) not null,
  currency       text not null,
  next_look_at   timestamptz not null default now(),
  looks          integer not null default 0,
  outcome        text check (outcome in ('not_charged', 'refunded', 'given_up')),
  created_at     timestamptz not null default now(),
  settled_at     timestamptz
);
create index doubtful_charges_open on doubtful_charges (next_look_at) where outcome is null;

-- Links by which guests follow their order; only the hash is kept.
create table order_access_tokens (
  token_hash     bytea primary key,
  transaction_id uuid not null references transactions (id),
  expires_at     timestamptz not null,
  created_at     timestamptz not null default now()
);
create index order_access_tokens_of_transaction on order_access_tokens (transaction_id);
