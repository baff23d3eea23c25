-- Mail addresses outside of the staff that get a report as well, such as that of an accountant.
alter table report_schedules add column other_recipients text[] not null default '{}'
  check (cardinality(other_recipients) <= 5);

-- At most one mail per period and address, as report_mails is for staff.
create table report_address_mails (
  schedule_id uuid not null references report_schedules (id) on delete cascade,
  address     text not null,
  period_to   date not null,
  queued_at   timestamptz not null,
  primary key (schedule_id, address, period_to)
);
