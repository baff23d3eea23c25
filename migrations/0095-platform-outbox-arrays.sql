-- One row per commit carries all its events, in their order. A type of their own, not JSON, so that
-- the commit fails that writes an event which could not be numbered.
create type outbox_event as (
  id          uuid,
  store_id    uuid,
  -- Shown on the screens of the store: numbered in the store's own stream.
  live        boolean,
  terminal_id text,
  event       text,
  subject_id  text,
  data        jsonb
);
alter table outbox add column events outbox_event[];
update outbox
set events = array[row(id, store_id, live, terminal_id, event, subject_id, data)::outbox_event];
alter table outbox
  alter column events set not null,
  drop column id,
  drop column store_id,
  drop column live,
  drop column terminal_id,
  drop column event,
  drop column subject_id,
  drop column data;
