-- Reports that are mailed to staff every day, week or month. Without a store, each recipient gets
-- the figures of the stores that they work at.
create table report_schedules (
  id            uuid primary key,
  name          text not null,
  store_id      uuid references stores (id) on delete cascade,
  report        text not null,
  group_by      text not null,
  compared_with text not null,
  frequency     text not null check (frequency in ('daily', 'weekly', 'monthly')),
  -- Of a weekly report; 1 is Monday.
  weekday       smallint not null check (weekday between 1 and 7),
  -- By the clock of the store.
  hour          smallint not null check (hour between 0 and 23),
  is_active     boolean not null,
  due_at        timestamptz not null,
  last_sent_at  timestamptz,
  -- Why the last attempt failed.
  error         text,
  created_by    uuid references users (id) on delete set null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index report_schedules_due on report_schedules (due_at) where is_active;

create table report_schedule_recipients (
  schedule_id uuid not null references report_schedules (id) on delete cascade,
  user_id     uuid not null references users (id) on delete cascade,
  primary key (schedule_id, user_id)
);
create index report_schedule_recipients_of_user on report_schedule_recipients (user_id);

-- At most one mail per period and person, whatever the nodes and the clock do.
create table report_mails (
  schedule_id uuid not null references report_schedules (id) on delete cascade,
  user_id     uuid not null references users (id) on delete cascade,
  period_to   date not null,
  queued_at   timestamptz not null,
  primary key (schedule_id, user_id, period_to)
);
create index report_mails_of_user on report_mails (user_id);
