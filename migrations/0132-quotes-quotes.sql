-- An offer in writing that a customer accepts later. Its prices are those of a till quote, whose basket
-- becomes the sale; this record keeps what the customer reads and outlives the basket.
create sequence quote_numbers;
create table quotes (
  id                 uuid primary key,
  store_id           uuid not null references stores (id),
  number             text not null unique,
  till_quote_id      uuid not null unique,
  customer_id        uuid references users (id) on delete set null,
  customer_name      text not null default '',
  email              text,
  note               text not null default '',
  currency           text not null,
  prices_include_tax boolean not null,
  -- [{sku, description, quantity, unit, unit_price, discount, total}]
  lines              jsonb not null,
  -- [{jurisdiction, rate, tax, …}] as a sale has it
  tax_breakdown      jsonb not null,
  subtotal           numeric(12, 2) not null check (subtotal >= 0),
  discount_amount    numeric(12, 2) not null check (discount_amount >= 0),
  tax_amount         numeric(12, 2) not null check (tax_amount >= 0),
  total_amount       numeric(12, 2) not null check (total_amount >= 0),
  valid_until        timestamptz not null,
  created_by         uuid references users (id) on delete set null,
  created_at         timestamptz not null,
  sent_at            timestamptz,
  accepted_at        timestamptz,
  -- The sale that it became, once.
  transaction_id     uuid unique,
  transaction_number text,
  constraint quote_valid_for_a_time check (valid_until > created_at),
  constraint quote_accepted_with_a_sale check (
    (accepted_at is null) = (transaction_id is null)
    and (transaction_id is null) = (transaction_number is null))
);
create index quotes_of_store on quotes (store_id, id desc);
create index quotes_of_customer on quotes (customer_id) where customer_id is not null;
create trigger follow_merged_customer before insert or update of customer_id on quotes
  for each row when (new.customer_id is not null) execute function follow_merged_customer();
