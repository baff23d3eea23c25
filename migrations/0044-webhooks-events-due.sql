-- The queue of webhook events: `retry_at` is the time from which a worker may claim the event, null
-- when there is nothing left to do or the event is parked.
alter table webhook_events alter column retry_at set default now();
update webhook_events set retry_at = received_at where status = 'pending' and retry_at is null;
drop index webhook_events_pending;
drop index webhook_events_retry;
create index webhook_events_due on webhook_events (retry_at) where retry_at is not null;
create index webhook_events_parked on webhook_events (id) where status = 'failed' and retry_at is null;

-- Refunds that were given up, for the list of parked work.
create index refunds_parked on refunds (given_up_at) where given_up_at is not null;
