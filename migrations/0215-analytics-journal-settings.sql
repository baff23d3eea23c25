-- Account numbers of a store's journal and its numbers at DATEV. A store without a row has the
-- defaults of SKR03.
create table journal_settings (
  store_id           uuid primary key references stores (id) on delete cascade,
  chart              text not null default 'skr03' check (chart in ('skr03', 'skr04')),
  account_digits     smallint not null default 4 check (account_digits between 4 and 8),
  accounts           jsonb not null default '{}',
  method_accounts    jsonb not null default '{}',
  revenue_accounts   jsonb not null default '[]',
  consultant_number  integer check (consultant_number between 1001 and 9999999),
  client_number      integer check (client_number between 1 and 99999),
  fiscal_year_month  smallint not null default 1 check (fiscal_year_month between 1 and 12),
  updated_at         timestamptz not null default now()
);
