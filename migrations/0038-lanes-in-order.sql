-- What waits in a lane, in the order it came, without a look at all that waits (LANE in content/inbound/repository.ts).
create index content_inbound_events_of_lane
  on content_inbound_events (((('x' || left(md5(document_id), 2))::bit(8)::int) % 2), id)
  where due_at is not null;
