-- Users, where they work, and their logins.

create table users (
  id              uuid primary key,
  role            text not null check (role in ('cashier', 'supervisor', 'manager', 'admin', 'customer')),
  employee_number text unique check (length(employee_number) between 1 and 50),
  username        text check (length(username) between 1 and 150),
  email           text check (length(email) between 3 and 254),
  first_name      text not null default '',
  last_name       text not null default '',
  phone           text not null default '',
  pin_hash        text,
  password_hash   text,
  is_active       boolean not null default true,
  loyalty_points  integer not null default 0 check (loyalty_points >= 0),
  sanity_id       text unique check (length(sanity_id) <= 255),
  sanity_rev      text,
  synced_at       timestamptz,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
-- Pattern indexes answer "starts with" as well as "equals", whatever the database's collation.
create unique index users_username on users (lower(username) text_pattern_ops);
create unique index users_email on users (lower(email) text_pattern_ops);
create index users_search_employee on users (lower(employee_number) text_pattern_ops);
create index users_search_first_name on users (lower(first_name) text_pattern_ops);
create index users_search_last_name on users (lower(last_name) text_pattern_ops);

create table user_stores (
  user_id  uuid not null references users (id) on delete cascade,
  -- No cascade: a manager who lost the last assignment that way would suddenly see every store.
  store_id uuid not null references stores (id),
  primary key (user_id, store_id)
);
create index user_stores_store on user_stores (store_id);

-- Every login and every guest visit. `pos` belongs to a till; `web` has a cookie, and a user once
-- somebody logged in. Only hashes of cookies and tokens are kept.
create table sessions (
  id              uuid primary key,
  kind            text not null check (kind in ('pos', 'web')),
  user_id         uuid references users (id) on delete cascade,
  store_id        uuid references stores (id) on delete set null,
  terminal_id     text references terminals (id) on delete set null,
  cookie_hash     bytea unique,
  cart_token_hash bytea unique,
  email           text,
  created_at      timestamptz not null default now(),
  last_seen_at    timestamptz not null default now(),
  expires_at      timestamptz not null,
  ended_at        timestamptz,
  -- A till's session whose store or terminal was deleted stays, but lets nobody in.
  check (kind = 'web' or user_id is not null)
);
-- A till has one live session: a new login there ends the older one.
create unique index sessions_one_per_terminal on sessions (terminal_id) where kind = 'pos' and ended_at is null;
create index sessions_user on sessions (user_id);
create index sessions_last_seen on sessions (last_seen_at) where kind = 'web' and user_id is null;

-- Rotated at every use. One that comes back a second time ends its session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Wrong PINs and passwords per subject (a person at a till, a person, a till, an account), counted
-- before the hash is computed so that parallel guesses cannot slip past.
create table login_failures (
  subject       text primary key,
  failed_at     timestamptz[] not null default '{}',
  blocked_until timestamptz,
  forget_at     timestamptz not null
);
create index login_failures_forget on login_failures (forget_at);

create table registrations (
  token_hash     bytea primary key,
  email          text not null,
  password_hash  text not null,
  first_name     text not null,
  last_name      text not null,
  phone          text not null default '',
  code_hash      bytea not null,
  code_expires_at timestamptz not null,
  tries          integer not null default 0,
  resends        integer not null default 0,
  last_sent_at   timestamptz not null default now(),
  -- The address already has an account: the flow looks the same, but no code ever fits.
  is_decoy       boolean not null default false,
  expires_at     timestamptz not null,
  verified_at    timestamptz,
  created_at     timestamptz not null default now()
);
create index registrations_expires on registrations (expires_at);

create table saved_addresses (
  id          uuid primary key,
  user_id     uuid not null references users (id) on delete cascade,
  label       text not null default '',
  is_default  boolean not null default false,
  first_name  text not null default '',
  last_name   text not null default '',
  company     text not null default '',
  address     text not null default '',
  apartment   text not null default '',
  city        text not null default '',
  region      text not null default '',
  postal_code text not null default '',
  country     text not null default '',
  phone       text not null default '',
  created_at  timestamptz not null default now()
);
create unique index saved_addresses_one_default on saved_addresses (user_id) where is_default;
create index saved_addresses_user on saved_addresses (user_id, created_at desc);
