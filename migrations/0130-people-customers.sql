-- Customers of the counter: customer card, notes, consent, and what became of a record.
create extension if not exists pg_trgm;

alter table users
  add column customer_card text check (length(customer_card) between 4 and 32),
  add column customer_notes text not null default '' check (length(customer_notes) <= 10000),
  -- The store that created the record; its retention counts while the customer has bought nothing.
  add column home_store_id uuid references stores (id) on delete set null,
  add column email_verified_at timestamptz,
  add column mail_consent_at timestamptz,
  add column phone_consent_at timestamptz,
  -- The record that this one was merged into; sales that still name this one follow.
  add column merged_into uuid references users (id) check (merged_into <> id),
  add column erased_at timestamptz,
  add column phone_digits text generated always as (regexp_replace(phone, '\D', '', 'g')) stored;

-- An account with a password came from a registration, whose code proved the address.
update users set email_verified_at = created_at
where role = 'customer' and email is not null and password_hash is not null;

create unique index users_customer_card on users (lower(customer_card) text_pattern_ops);
create index users_merged_into on users (merged_into) where merged_into is not null;
create index users_phone_digits on users (phone_digits text_pattern_ops) where role = 'customer';
create index users_customers on users (id) where role = 'customer';
create index users_full_name on users (lower(trim(first_name || ' ' || last_name)))
  where role = 'customer';
-- Finds names and addresses with a typing error, and the middle of a phone number.
create index users_similar on users using gin (
  lower(first_name) gin_trgm_ops, lower(last_name) gin_trgm_ops,
  lower(split_part(email, '@', 1)) gin_trgm_ops, phone_digits gin_trgm_ops
) where role = 'customer';

-- Days after which the personal data of customers who stay away is erased; null keeps it.
alter table stores
  add column customer_retention_days integer check (customer_retention_days between 1 and 36500);

-- Who looked at the data of which customer.
create table customer_views (
  id          uuid primary key,
  customer_id uuid not null references users (id) on delete cascade,
  viewer_id   uuid references users (id) on delete set null,
  store_id    uuid references stores (id) on delete set null,
  terminal_id text,
  kind        text not null check (kind in ('profile', 'export')),
  viewed_at   timestamptz not null
);
create index customer_views_of_customer on customer_views (customer_id, id desc);

-- A sale, a quote or a credit that names a merged customer belongs to the record that stayed. The
-- lock waits for a running merge; a foreign key takes the same one.
create function follow_merged_customer() returns trigger language plpgsql as $$
declare
  survivor uuid;
begin
  select merged_into into survivor from users where id = new.customer_id for key share;
  if survivor is not null then
    new.customer_id := survivor;
  end if;
  return new;
end $$;
create trigger follow_merged_customer before insert or update of customer_id on transactions
  for each row when (new.customer_id is not null) execute function follow_merged_customer();
create trigger follow_merged_customer before insert or update of customer_id on till_quotes
  for each row when (new.customer_id is not null) execute function follow_merged_customer();
create trigger follow_merged_customer before insert or update of customer_id on store_credits
  for each row when (new.customer_id is not null) execute function follow_merged_customer();

-- A merge moves entries to another customer; nothing else of an entry ever changes.
drop trigger append_only on loyalty_entries;
create trigger append_only before update on loyalty_entries for each row
  when (to_jsonb(old) - 'customer_id' is distinct from to_jsonb(new) - 'customer_id')
  execute function refuse_change_of_ledger();
