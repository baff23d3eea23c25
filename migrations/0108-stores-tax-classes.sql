-- Goods are taxed by their class. A jurisdiction's own rate is that of its standard class on days
-- without a row in tax_rates.
create extension if not exists btree_gist;

create table tax_classes (
  code       text primary key check (code ~ '^[a-z0-9][a-z0-9_-]{0,49}$'),
  name       text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into tax_classes (code, name) values
  ('standard', 'Standard'), ('reduced', 'Reduced'), ('zero', 'Zero-rated'), ('exempt', 'Exempt');

create table tax_rates (
  id              uuid primary key,
  jurisdiction_id uuid not null references tax_jurisdictions (id) on delete cascade,
  tax_class       text not null references tax_classes (code),
  -- A fraction: 0.19 is 19 %.
  rate            numeric(7, 6) not null check (rate between 0 and 1),
  -- First and last day in the time zone of each store; null: without limit.
  valid_from      date,
  valid_to        date,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint tax_rates_dates check (valid_from <= valid_to),
  constraint tax_rates_one_per_day exclude using gist (
    jurisdiction_id with =, tax_class with =, daterange(valid_from, valid_to, '[]') with &&)
);
create index tax_rates_class on tax_rates (tax_class);

create constraint trigger raises_reference_version after insert or update or delete on tax_classes
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger raises_reference_version after insert or update or delete on tax_rates
  deferrable initially deferred for each row execute function raise_reference_version();

alter table stores
  add column prices_include_tax boolean not null default false,
  -- Null: shipping is untaxed.
  add column shipping_tax_class text references tax_classes (code);
