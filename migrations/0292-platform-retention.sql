-- How long records are kept where an administrator has chosen it; null: without a limit. A kind
-- without a row is kept as long as its rule says.
create table retention_settings (
  kind       text primary key check (length(kind) between 1 and 50),
  kept_days  integer check (kept_days > 0),
  updated_at timestamptz not null default now()
);
