-- Price cuts, the codes and campaigns behind them, and A/B tests.

-- Store lists of this file are arrays; null is every store. An id in them that is gone matches nothing.
create table campaigns (
  id          uuid primary key,
  name        text not null check (length(name) between 1 and 255),
  description text not null default '',
  status      text not null default 'draft'
                check (status in ('draft', 'scheduled', 'active', 'paused', 'expired')),
  store_ids   uuid[] check (cardinality(store_ids) > 0),
  starts_at   timestamptz,
  ends_at     timestamptz,
  budget      numeric(12, 2) check (budget >= 0 and budget <> 'NaN'),
  -- What its promotions have saved customers so far; the sum of campaign_spends not released.
  spent       numeric(12, 2) not null default 0 check (spent >= 0),
  -- The last measurement: {"sales": 12, "sales_before": 10, "sales_lift_percent": 20, …}.
  lift        jsonb,
  -- Until when the last measurement looked; a campaign measured up to its end is done.
  lift_until  timestamptz,
  sanity_id   text unique check (length(sanity_id) <= 255),
  sanity_rev  text,
  synced_at   timestamptz,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint spent_within_budget check (spent <= budget),
  constraint campaign_window check (ends_at > starts_at),
  constraint scheduled_has_start check (status <> 'scheduled' or starts_at is not null)
);
create index campaigns_by_status on campaigns (status, id);

-- What a campaign is at a moment. The stored status is what people chose; jobs bring it up to date
-- after the clock has moved on.
create function campaign_state(status text, starts_at timestamptz, ends_at timestamptz, at timestamptz)
returns text language sql immutable parallel safe as $$
  select case
    when status in ('draft', 'expired') then status
    when ends_at <= at then 'expired'
    when status = 'paused' then 'paused'
    when starts_at > at then 'scheduled'
    else 'active'
  end
$$;

create table promotions (
  id                   uuid primary key,
  name                 text not null check (length(name) between 1 and 255),
  description          text not null default '',
  kind                 text not null check (kind in ('percentage', 'fixed', 'buy_x_get_y', 'free_shipping')),
  -- Per cent for a percentage, an amount for a fixed one, 0 for the others.
  value                numeric(12, 2) not null default 0 check (value >= 0 and value <> 'NaN'),
  buy_quantity         integer check (buy_quantity between 1 and 1000),
  get_quantity         integer check (get_quantity between 1 and 1000),
  get_discount_percent numeric(5, 2) not null default 100
                         check (get_discount_percent > 0 and get_discount_percent <= 100),
  scope_kind           text not null default 'order'
                         check (scope_kind in ('order', 'product', 'category', 'variant', 'collection')),
  scope_ids            text[] not null default '{}',
  store_ids            uuid[] check (cardinality(store_ids) > 0),
  priority             integer not null default 0,
  stackable            boolean not null default false,
  -- Applies only with one of its codes; others apply by themselves.
  requires_code        boolean not null default false,
  minimum_subtotal     numeric(12, 2) check (minimum_subtotal >= 0 and minimum_subtotal <> 'NaN'),
  maximum_discount     numeric(12, 2) check (maximum_discount > 0 and maximum_discount <> 'NaN'),
  campaign_id          uuid references campaigns (id),
  is_active            boolean not null default true,
  starts_at            timestamptz,
  ends_at              timestamptz,
  sanity_id            text unique check (length(sanity_id) <= 255),
  sanity_rev           text,
  synced_at            timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  constraint promotion_window check (ends_at > starts_at),
  constraint promotion_terms check (case kind
    when 'percentage' then value > 0 and value <= 100
    when 'fixed' then value > 0
    when 'buy_x_get_y' then buy_quantity is not null and get_quantity is not null
    else true end),
  constraint promotion_scope check ((scope_kind = 'order') = (cardinality(scope_ids) = 0))
);
create index promotions_of_campaign on promotions (campaign_id, id);
create index promotions_running on promotions (ends_at) where is_active and not requires_code;

create table promo_codes (
  id                 uuid primary key,
  -- Kept in capitals, so that the unique constraint ignores case.
  code               text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{0,49}$'),
  promotion_id       uuid not null references promotions (id),
  usage_limit        integer check (usage_limit >= 1),
  per_customer_limit integer check (per_customer_limit >= 1),
  -- The number of promo_code_usages not released.
  used_count         integer not null default 0 check (used_count >= 0),
  is_active          boolean not null default true,
  starts_at          timestamptz,
  ends_at            timestamptz,
  sanity_id          text unique check (length(sanity_id) <= 255),
  sanity_rev         text,
  synced_at          timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint used_within_limit check (used_count <= usage_limit),
  constraint promo_code_window check (ends_at > starts_at)
);
create index promo_codes_of_promotion on promo_codes (promotion_id, code);

-- One row per sale and code, kept when the sale is voided and the use given back.
create table promo_code_usages (
  transaction_id uuid not null,
  code_id        uuid not null references promo_codes (id),
  store_id       uuid not null references stores (id),
  -- SHA-256 of what names the customer; null for somebody unknown.
  customer_hash  bytea,
  discount       numeric(12, 2) not null check (discount >= 0),
  used_at        timestamptz not null,
  released_at    timestamptz,
  primary key (transaction_id, code_id)
);
create index promo_code_usages_of_customer on promo_code_usages (code_id, customer_hash)
  where released_at is null;
create index promo_code_usages_by_time on promo_code_usages (code_id, used_at);

create table campaign_spends (
  transaction_id uuid not null,
  campaign_id    uuid not null references campaigns (id),
  amount         numeric(12, 2) not null check (amount >= 0),
  spent_at       timestamptz not null,
  released_at    timestamptz,
  primary key (transaction_id, campaign_id)
);
create index campaign_spends_of_campaign on campaign_spends (campaign_id);

-- Sales made with a promotion of the campaign.
create table campaign_conversions (
  transaction_id uuid not null,
  campaign_id    uuid not null references campaigns (id),
  store_id       uuid not null references stores (id),
  revenue        numeric(12, 2) not null check (revenue >= 0),
  discount       numeric(12, 2) not null check (discount >= 0),
  converted_at   timestamptz not null,
  released_at    timestamptz,
  primary key (transaction_id, campaign_id)
);
create index campaign_conversions_of_campaign on campaign_conversions (campaign_id, converted_at);

-- A sale is counted once, and not at all when its void overtook the counting: whoever writes the row
-- first wins.
create table conversion_sales (
  transaction_id uuid primary key,
  counted_at     timestamptz,
  voided_at      timestamptz
);

create table ab_tests (
  id          uuid primary key,
  name        text not null check (length(name) between 1 and 255),
  description text not null default '',
  status      text not null default 'draft' check (status in ('draft', 'running', 'paused', 'completed')),
  -- [{"name": "control", "weight": 1}, {"name": "treatment", "weight": 1}]; the first is the baseline.
  variants    jsonb not null check (jsonb_array_length(variants) between 2 and 10),
  campaign_id uuid references campaigns (id),
  started_at  timestamptz,
  ended_at    timestamptz,
  sanity_id   text unique check (length(sanity_id) <= 255),
  sanity_rev  text,
  synced_at   timestamptz,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index ab_tests_of_campaign on ab_tests (campaign_id) where campaign_id is not null;

-- One row per subject: the first impression decides the variant, the first conversion counts. So no
-- variant can have more conversions than impressions.
create table ab_subjects (
  test_id        uuid not null references ab_tests (id),
  subject_key    text not null check (length(subject_key) between 1 and 200),
  variant        text not null,
  impressed_at   timestamptz not null,
  converted_at   timestamptz,
  -- The sale behind the conversion, where there is one.
  transaction_id uuid,
  revenue        numeric(12, 2) not null default 0 check (revenue >= 0),
  primary key (test_id, subject_key)
);
create index ab_subjects_of_sale on ab_subjects (transaction_id) where transaction_id is not null;
