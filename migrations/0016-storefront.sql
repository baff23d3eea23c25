-- The web shop: carts and checkouts of web sessions.

create table carts (
  id          uuid primary key,
  session_id  uuid not null references sessions (id) on delete cascade,
  store_id    uuid not null references stores (id),
  status      text not null default 'ACTIVE' check (status in ('ACTIVE', 'ABANDONED', 'CONVERTED')),
  promo_code  text,
  created_at  timestamptz not null default now(),
  -- Noted by every change of the cart, so it stands in no index: that would double the cost of an add.
  updated_at  timestamptz not null default now()
) with (fillfactor = 70);
create unique index carts_one_active on carts (session_id) where status = 'ACTIVE';
create index carts_of_session on carts (session_id);
create index carts_stale on carts (created_at) where status = 'ACTIVE';

create table cart_lines (
  cart_id    uuid not null references carts (id) on delete cascade,
  variant_id uuid not null references product_variants (id) on delete cascade,
  quantity   integer not null constraint cart_quantity check (quantity between 1 and 999),
  added_at   timestamptz not null default clock_timestamp(),
  primary key (cart_id, variant_id)
);

-- Whoever adds a line has locked its cart, so this counts what two tabs added at once as well.
create function refuse_full_cart() returns trigger language plpgsql as $$
begin
  if (select count(*) from cart_lines where cart_id = new.cart_id) > 100 then
    raise exception 'a cart holds at most 100 lines'
      using errcode = 'check_violation', constraint = 'cart_lines_limit';
  end if;
  return null;
end
$$;
create trigger cart_lines_limit after insert on cart_lines
  for each row execute function refuse_full_cart();

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
  -- The order at the processor that the shopper approved, where a charge is found by nothing else.
  -- Never a card or its token.
  order_reference       text,
  -- Until then somebody works on the attempt, or nobody needs to look at it.
  lease_until           timestamptz,
  -- What the shopper typed and the order needs; nothing of the card.
  form                  jsonb,
  -- Why the last attempt failed, in the words the shopper was told: {"code": …, "message": …}.
  failure               jsonb,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now()
);
create index checkout_sessions_of_session on checkout_sessions (session_id);
create index checkout_sessions_of_cart on checkout_sessions (cart_id);
create unique index checkout_sessions_of_payment on checkout_sessions (payment_id);
-- Two tabs may each start a checkout of one cart, but only one of them pays for it.
create unique index checkout_sessions_one_paid_per_cart on checkout_sessions (cart_id)
  where status in ('payment_processing', 'payment_requires_action', 'completed');
create index checkout_sessions_open on checkout_sessions (expires_at)
  where status in ('checkout_initiated', 'payment_failed');
create index checkout_sessions_attended on checkout_sessions (lease_until)
  where status in ('payment_processing', 'payment_requires_action');

-- Charges whose outcome was unknown when the shopper was told that the payment failed. A job asks
-- the processor until it has a final word, and refunds what turns out to have been taken.
create table doubtful_charges (
  payment_id      uuid primary key references payments (id),
  processor_type  text not null,
  charge_key      text not null,
  order_reference text,
  -- When the charge was sent; what is on its way may still arrive.
  sent_at         timestamptz not null,
  next_look_at    timestamptz not null,
  looks           integer not null default 0,
  outcome         text check (outcome in ('not_charged', 'refunded', 'given_up')),
  created_at      timestamptz not null default now(),
  settled_at      timestamptz,
  constraint settled_with_outcome check ((outcome is null) = (settled_at is null))
);
create index doubtful_charges_open on doubtful_charges (next_look_at) where outcome is null;
create index doubtful_charges_settled on doubtful_charges (settled_at) where outcome is not null;

-- Links by which guests follow their order; only the hash is kept.
create table order_access_tokens (
  token_hash     bytea primary key,
  transaction_id uuid not null references transactions (id),
  expires_at     timestamptz not null,
  created_at     timestamptz not null default now()
);
create index order_access_tokens_of_transaction on order_access_tokens (transaction_id);
create index order_access_tokens_expired on order_access_tokens (expires_at);
