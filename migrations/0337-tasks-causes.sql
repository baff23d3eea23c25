-- What the service opened a task for, so that screens show it in the reader's language. Tasks of
-- people, and older ones, have only their own text.
alter table tasks
  add column cause text,
  add column cause_values jsonb,
  add constraint tasks_cause_values check ((cause is null) = (cause_values is null));
