-- Each consumer has its own position in each stream of the event log. Until now consumers shared the
-- positions of two groups; each takes over that of its group.
alter table heard_events rename to event_positions;
alter table event_positions rename column listener to consumer;
alter table event_positions rename constraint heard_events_pkey to event_positions_pkey;

insert into event_positions (consumer, stream_id, seq)
select named.consumer, position.stream_id, position.seq
from event_positions position join (values
  ('tasks:refund-given-up', 'soon'),
  ('promotions:count-conversions', 'soon'),
  ('promotions:give-back', 'soon'),
  ('compliance:give-back-limits', 'soon'),
  ('transactions:commit-stock', 'soon'),
  ('transactions:follow-refunds', 'soon'),
  ('returns:cancel-voided', 'soon'),
  ('returns:follow-refunds', 'soon'),
  ('fulfillments:cancel-voided', 'soon'),
  ('storefront:restore-cart', 'soon'),
  ('storefront:commit-held', 'soon'),
  ('webhooks:follow-payments', 'soon'),
  ('loyalty:keep-points', 'later'),
  ('content:mark-changes', 'later'),
  ('analytics:mark-days', 'later'),
  ('subscriptions:queue-deliveries', 'later')
) as named (consumer, listener) on position.consumer = named.listener;

delete from event_positions where consumer in ('soon', 'later');

-- PostgreSQL 18 names not-null constraints as well; earlier versions have none to rename.
do $$
declare
  old_name text;
begin
  for old_name in
    select conname from pg_constraint
    where conrelid = 'event_positions'::regclass and conname like 'heard\_events\_%'
  loop
    execute format('alter table event_positions rename constraint %I to %I', old_name,
      replace(replace(old_name, 'heard_events', 'event_positions'), 'listener', 'consumer'));
  end loop;
end $$;
