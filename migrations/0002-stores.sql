-- Shops, where they stand, the tax they collect and the tills in them.
-- Columns named sanity_* and synced_at belong to the exchange with the content system.

create table sites (
  id          uuid primary key,
  code        text not null unique check (length(code) between 1 and 50),
  name        text not null check (length(name) between 1 and 255),
  address     text not null default '',
  city        text not null default '',
  region      text not null default '',
  postal_code text not null default '',
  country     text not null default '',
  is_active   boolean not null default true,
  sanity_id   text unique check (length(sanity_id) <= 255),
  sanity_rev  text,
  synced_at   timestamptz,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);

create table stores (
  id                   uuid primary key,
  code                 text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{0,31}$'),
  name                 text not null check (length(name) between 1 and 255),
  site_id              uuid references sites (id),
  time_zone            text not null default 'UTC',
  currency             text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  email                text not null default '',
  phone                text not null default '',
  address              text not null default '',
  city                 text not null default '',
  region               text not null default '',
  postal_code          text not null default '',
  country              text not null default '',
  is_active            boolean not null default true,
  pickup_enabled       boolean not null default false,
  pay_at_store_enabled boolean not null default false,
  -- {"price_override": true, "supervisor_limit": "100.00", …}: what a manager has to approve here.
  approval_policy      jsonb not null default '{}',
  -- [{"id": 1, "code": "standard", "title": "Standard", "price": "5.00"}, …]
  shipping_rates       jsonb not null default '[]',
  receipt_footer       text not null default '',
  sanity_id            text unique check (length(sanity_id) <= 255),
  sanity_rev           text,
  synced_at            timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);

create table tax_jurisdictions (
  id         uuid primary key,
  code       text not null unique check (length(code) between 1 and 50),
  name       text not null check (length(name) between 1 and 255),
  -- A fraction: 0.0825 is 8.25 %.
  rate       numeric(7, 6) not null check (rate >= 0 and rate < 1),
  is_active  boolean not null default true,
  sanity_id  text unique check (length(sanity_id) <= 255),
  sanity_rev text,
  synced_at  timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table store_tax_jurisdictions (
  store_id        uuid not null references stores (id) on delete cascade,
  jurisdiction_id uuid not null references tax_jurisdictions (id) on delete cascade,
  primary key (store_id, jurisdiction_id)
);
create index store_tax_jurisdictions_jurisdiction on store_tax_jurisdictions (jurisdiction_id);

create table terminals (
  id           text primary key check (length(id) between 1 and 100),
  store_id     uuid not null references stores (id),
  name         text not null default '',
  is_active    boolean not null default true,
  last_seen_at timestamptz,
  created_at   timestamptz not null default now()
);
create index terminals_store on terminals (store_id);
