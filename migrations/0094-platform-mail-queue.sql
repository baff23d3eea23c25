-- A mail is a row of the queue `mail:outgoing`; no job stands beside it. `due_at` is null for mails
-- that are sent, parked, or kept because no mail server was configured when they were written.
alter table mails
  add column due_at      timestamptz,
  add column lease_until timestamptz,
  add column attempts    smallint not null default 0,
  add column error       text,
  add column parked_at   timestamptz;
create index mails_due on mails (due_at, id) where due_at is not null;
create index mails_parked on mails (id) where parked_at is not null;
-- Lists are in the order of ids, which begin with the time.
drop index mails_created_at;
