-- Those who must hear of facts at once now read the log as well, each with a place of its own in it.
-- What was numbered before now has its jobs already.
alter table heard_events add column listener text not null default 'later';
alter table heard_events alter column listener drop default;
alter table heard_events drop constraint heard_events_pkey, add primary key (listener, stream_id);
insert into heard_events (listener, stream_id, seq) select 'soon', stream_id, last_seq from event_streams;
