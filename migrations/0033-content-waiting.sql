-- A webhook that came during a write of ours has a time at which it is looked at again, like all
-- others that wait: so it is found though its job was lost.
update content_inbound_events set due_at = received_at + interval '35 seconds'
where status = 'skipped' and reason = 'django_mutation_in_progress' and payload is not null
  and processed_at is null;

create index content_inbound_events_waiting on content_inbound_events (due_at)
  where due_at is not null;
drop index content_inbound_events_due;
