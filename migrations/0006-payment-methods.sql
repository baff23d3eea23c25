-- How customers may pay, at the till and in the web shop.

create table payment_methods (
  id                  uuid primary key,
  code                text not null unique check (code ~ '^[a-z0-9][a-z0-9_]{0,49}$'),
  name                text not null check (length(name) between 1 and 255),
  method_type         text not null check (method_type in ('cash', 'card', 'pay_at_store', 'store_credit')),
  processor_type      text check (processor_type in ('primary', 'square', 'paypal', 'custom_bank')),
  is_active           boolean not null default true,
  is_online_available boolean not null default false,
  minimum_amount      numeric(12, 2) not null default 0 check (minimum_amount >= 0 and minimum_amount <> 'NaN'),
  maximum_amount      numeric(12, 2) check (maximum_amount <> 'NaN'),
  icon_url            text not null default '',
  description         text not null default '',
  display_order       integer not null default 0,
  sanity_id           text unique check (length(sanity_id) <= 255),
  sanity_rev          text,
  synced_at           timestamptz,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  constraint maximum_not_below_minimum check (maximum_amount >= minimum_amount),
  constraint processor_only_for_cards check (method_type = 'card' or processor_type is null)
);
