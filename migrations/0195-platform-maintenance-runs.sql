-- When a backup or a restore drill last succeeded, so that an alert can say that one is overdue.
create table maintenance_runs (
  name        text primary key check (name in ('backup', 'restore_drill')),
  finished_at timestamptz not null,
  detail      text not null default ''
);
