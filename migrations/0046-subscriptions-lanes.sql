-- The deliveries of one endpoint are sent in the order of events.
create index webhook_deliveries_of_lane on webhook_deliveries (endpoint_id, id) where status = 'pending';
create index webhook_deliveries_parked on webhook_deliveries (id) where status = 'failed';
drop index webhook_deliveries_due;
