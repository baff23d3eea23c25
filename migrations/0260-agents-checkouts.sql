-- Programs that buy for customers, each at one store. Only the hash of a key is stored.
create table agents (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  store_id uuid not null references stores,
  profile_url text check (length(profile_url) <= 500),
  key_hash bytea not null unique,
  key_hint text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agents_by_store on agents (store_id);

-- The checkout sessions of these programs. Buyer and address are here only while a session is open.
create table agent_checkouts (
  id uuid primary key,
  agent_id uuid not null references agents on delete cascade,
  visit_id uuid not null,
  cart_id uuid not null,
  checkout_id uuid,
  buyer jsonb,
  address jsonb,
  option_id text,
  problems jsonb not null default '[]',
  shown jsonb,
  status text not null default 'open' check (status in ('open', 'completed', 'canceled')),
  busy_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  check (status = 'open' or (buyer is null and address is null))
);
create index agent_checkouts_by_agent on agent_checkouts (agent_id, id);
create index agent_checkouts_open on agent_checkouts (expires_at) where buyer is not null or address is not null;
