-- Who is who, who is old enough, and how much one person may buy.

-- A person's verification by a vendor or by our own people. The key is what the vendor knows it by.
create table kyc_credentials (
  id                uuid primary key,
  user_id           uuid not null references users (id) on delete cascade,
  credential_key    text not null unique check (length(credential_key) between 1 and 255),
  status            text not null default 'pending_verification' check (status in ('pending_verification',
    'pending_vendor_response', 'pending_employee_review', 'active', 'rejected')),
  -- vendor, vendorStatus, vendorReferenceId are the vendor's; approvedBy, approvedAt, rejectedBy and
  -- rejectedAt are written by people only.
  verification_data jsonb not null default '{}',
  rejection_reason  text check (length(rejection_reason) <= 1000),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);
create index kyc_credentials_user on kyc_credentials (user_id);
create index kyc_credentials_status on kyc_credentials (status, id);

-- That a shopper proved an age, never the birth date. A guest's belongs to the visit, a customer's
-- to the person.
create table age_verifications (
  id               uuid primary key,
  session_id       uuid unique references sessions (id) on delete cascade,
  user_id          uuid unique references users (id) on delete cascade,
  verified_for_age smallint not null check (verified_for_age between 0 and 130),
  method           text not null check (length(method) between 1 and 50),
  verified_at      timestamptz not null,
  expires_at       timestamptz not null,
  constraint age_of_session_or_user check (num_nonnulls(session_id, user_id) = 1)
);

-- How many pieces one customer may buy: of a variant, a product, a category, or of anything.
create table purchase_limits (
  id           uuid primary key,
  name         text not null check (length(name) between 1 and 255),
  -- Null: every store.
  store_id     uuid references stores (id) on delete cascade,
  variant_id   uuid references product_variants (id) on delete cascade,
  product_id   integer references products (id) on delete cascade,
  category_id  uuid references categories (id) on delete cascade,
  max_quantity integer not null check (max_quantity between 0 and 100000),
  -- `transaction` looks at one sale alone; the others count back from now.
  period       text not null check (period in ('transaction', 'day', 'week', 'month')),
  is_active    boolean not null default true,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  constraint limit_of_one_thing check (num_nonnulls(variant_id, product_id, category_id) <= 1)
);
create index purchase_limits_store on purchase_limits (store_id);

-- What counts against the limits, by the sale it was bought in; given back when that is undone.
create table limited_purchases (
  reference    uuid not null,
  variant_id   uuid not null references product_variants (id) on delete cascade,
  customer_key text not null check (length(customer_key) between 1 and 200),
  store_id     uuid not null references stores (id) on delete cascade,
  quantity     integer not null check (quantity > 0),
  purchased_at timestamptz not null,
  primary key (reference, variant_id)
);
create index limited_purchases_customer on limited_purchases (customer_key, purchased_at);
create index limited_purchases_age on limited_purchases (purchased_at);
