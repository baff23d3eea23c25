-- Sales. Both volume tables are partitioned by the time inside the sale's v7 id, so a look-up by
-- sale touches one month and old months can be detached whole.

-- Numbers never repeat: the sequence is spread over 32 bits by a multiplication with an odd number,
-- which maps every counter value below 2^32 to another one.
create sequence transaction_numbers as bigint;

create function next_transaction_number(prefix text, at timestamptz) returns text
language sql volatile as $$
  select prefix || '-' || to_char(at at time zone 'UTC', 'YYYYMMDD') || '-'
    || upper(lpad(to_hex(mod(nextval('transaction_numbers')::numeric * 2654435761, 4294967296)::bigint), 8, '0'))
$$;

create table transactions (
  id                  uuid not null primary key,
  transaction_number  text not null,
  store_id            uuid not null references stores (id),
  terminal_id         text,
  employee_id         uuid references users (id) on delete set null,
  customer_id         uuid references users (id) on delete set null,
  source_system       text not null check (source_system in ('pos', 'web_commerce', 'dashboard', 'api')),
  status              text not null default 'pending' check (status in ('pending', 'payment_requires_action',
    'partially_paid', 'completed', 'partially_refunded', 'refunded', 'expired', 'voided')),
  currency            text not null,
  subtotal            numeric(12, 2) not null default 0 check (subtotal >= 0),
  promotion_discount  numeric(12, 2) not null default 0 check (promotion_discount >= 0),
  tax_amount          numeric(12, 2) not null default 0 check (tax_amount >= 0),
  shipping_amount     numeric(12, 2) not null default 0 check (shipping_amount >= 0),
  total_amount        numeric(12, 2) not null default 0 check (total_amount >= 0),
  -- What was kept, and what went back as change.
  total_paid          numeric(12, 2) not null default 0 check (total_paid >= 0),
  change_due          numeric(12, 2) not null default 0 check (change_due >= 0),
  tax_breakdown       jsonb,
  -- What differed from the server's own reckoning at the counter: [{"field": …, "charged": …, "expected": …}].
  variances           jsonb not null default '[]',
  price_overridden    boolean not null default false,
  tax_variance        numeric(12, 2) not null default 0,
  notes               text not null default '' check (length(notes) <= 10000),
  customer_email      text,
  -- {"method": "id_scan", "confirmed_by": …}: that an age was checked, never the birth date.
  age_check           jsonb,
  expires_at          timestamptz,
  created_at          timestamptz not null default now(),
  completed_at        timestamptz,
  voided_at           timestamptz,
  void_reason         text,
  voided_by           uuid references users (id) on delete set null,
  updated_at          timestamptz not null default now(),
  sanity_rev          text,
  synced_at           timestamptz,
  constraint paid_within_total check (total_paid <= total_amount)
) partition by range (id);
create index transactions_number on transactions (transaction_number);
-- Ids are made for the moment of the sale, so their order is the order of time.
create index transactions_of_store on transactions (store_id, id);
create index transactions_by_status on transactions (status, id);
create index transactions_of_store_by_status on transactions (store_id, status, id);
create index transactions_by_total on transactions (total_amount, id);
create index transactions_completed on transactions (store_id, completed_at) where completed_at is not null;
create index transactions_expiring on transactions (expires_at)
  where expires_at is not null and status in ('pending', 'partially_paid', 'payment_requires_action');

create table transaction_lines (
  transaction_id    uuid not null references transactions (id) on delete cascade,
  id                uuid not null,
  position          integer not null,
  variant_id        uuid not null references product_variants (id),
  product_id        integer not null,
  sku               text not null,
  name              text not null,
  quantity          integer not null check (quantity > 0),
  unit_price        numeric(12, 2) not null check (unit_price >= 0),
  catalog_price     numeric(12, 2) not null,
  subtotal          numeric(12, 2) not null check (subtotal >= 0),
  discount          numeric(12, 2) not null default 0 check (discount between 0 and subtotal),
  tax               numeric(12, 2) not null default 0 check (tax >= 0),
  is_tax_exempt     boolean not null default false,
  minimum_age       smallint,
  cost_at_sale      numeric(12, 2),
  returned_quantity integer not null default 0,
  primary key (transaction_id, id),
  constraint returned_within_sold check (returned_quantity between 0 and quantity)
) partition by range (transaction_id);
create index transaction_lines_variant on transaction_lines (variant_id);

create table transactions_other partition of transactions default;
create table transaction_lines_other partition of transaction_lines default;
select ensure_months('transactions', (now() - interval '2 months')::date, (now() + interval '3 months')::date);
select ensure_months('transaction_lines', (now() - interval '2 months')::date, (now() + interval '3 months')::date);
