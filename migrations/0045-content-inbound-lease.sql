-- The queue of inbound documents claims its rows like every other queue. A claim writes to the row
-- alone as long as its page has room; on a full page it would write to each index as well.
alter table content_inbound_events add column lease_until timestamptz;
alter table content_inbound_events set (fillfactor = 70);
