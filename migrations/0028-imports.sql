-- Files that people bring: what each row came to is kept, the file itself only until it is done.

create table imports (
  id           uuid primary key,
  kind         text not null check (kind in ('products', 'inventory_levels')),
  status       text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  dry_run      boolean not null,
  requested_by uuid references users (id) on delete set null,
  -- The stores whose stock the file may change; null for all.
  store_ids    uuid[],
  content      text,
  -- Per cent of the file that is done.
  progress     smallint not null default 0 check (progress between 0 and 100),
  error        text,
  created_at   timestamptz not null,
  started_at   timestamptz,
  finished_at  timestamptz,
  constraint finished_when_done check ((status in ('completed', 'failed')) = (finished_at is not null))
);
create index imports_finished on imports (finished_at) where finished_at is not null;

-- Written in the transaction that does the row's work, so a worker that takes over goes on behind it.
create table import_rows (
  import_id  uuid not null references imports (id) on delete cascade,
  -- As a spreadsheet counts them: the heading is row 1.
  row_number integer not null,
  key        text not null,
  action     text not null check (action in ('created', 'updated', 'unchanged', 'refused')),
  errors     jsonb not null default '{}',
  primary key (import_id, row_number)
);
