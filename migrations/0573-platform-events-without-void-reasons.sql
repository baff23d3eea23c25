-- What staff write about a voided sale may name the customer, and an erasure reaches the sale but no
-- event. Receivers read the reason at the sale.
update webhook_deliveries set payload = payload #- '{data,void_reason}'
where event in ('transaction.updated', 'transaction.voided') and payload -> 'data' ? 'void_reason';

update single_events set data = data - 'void_reason'
where event in ('transaction.updated', 'transaction.voided') and data ? 'void_reason';

update event_batches batch set events = (
  select array_agg(
    row(item.id, item.store_id, item.terminal_id, item.event, item.subject_id,
      item.data - 'void_reason', item.occurred_at)::logged_event order by item.place)
  from unnest(batch.events) with ordinality
    as item (id, store_id, terminal_id, event, subject_id, data, occurred_at, place))
where exists (
  select from unnest(batch.events) as item
  where item.event in ('transaction.updated', 'transaction.voided') and item.data ? 'void_reason');
