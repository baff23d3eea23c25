-- Work in the store and what vendors bring.

create table tasks (
  id           uuid primary key,
  -- The word left out is the path under which the delivery schedules live.
  task_id      text not null unique
                 check (length(task_id) between 1 and 100 and task_id <> 'delivery-schedules'),
  sanity_id    text unique check (length(sanity_id) <= 255),
  title        text not null check (length(title) between 1 and 255),
  description  text not null default '',
  assigned_to  uuid references users (id) on delete set null,
  store_id     uuid not null references stores (id),
  priority     text not null check (priority in ('low', 'medium', 'high')),
  status       text not null default 'pending' check (status in ('pending', 'in_progress', 'completed')),
  due_date     date,
  completed_by uuid references users (id) on delete set null,
  completed_at timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  sanity_rev   text,
  synced_at    timestamptz,
  constraint completed_has_time check ((status = 'completed') = (completed_at is not null))
);
create index tasks_of_store on tasks (store_id, created_at desc, id desc);
create index tasks_newest on tasks (created_at desc, id desc);
-- These two also find the tasks of a user who is deleted.
create index tasks_of_assignee on tasks (assigned_to, created_at desc, id desc)
  where assigned_to is not null;
create index tasks_of_completer on tasks (completed_by) where completed_by is not null;

create table delivery_schedules (
  id               uuid primary key,
  delivery_id      text not null unique check (length(delivery_id) between 1 and 100),
  vendor_name      text not null check (length(vendor_name) between 1 and 255),
  vendor_reference text not null default '' check (length(vendor_reference) <= 100),
  store_id         uuid not null references stores (id),
  scheduled_date   date not null,
  scheduled_time   time not null,
  status           text not null default 'scheduled' check (length(status) between 1 and 50),
  actual_arrival   timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index delivery_schedules_of_store
  on delivery_schedules (store_id, scheduled_date desc, scheduled_time desc, id desc);
create index delivery_schedules_by_date
  on delivery_schedules (scheduled_date desc, scheduled_time desc, id desc);
