-- How far those who may wait have heard each stream. What was numbered before now has its jobs already.
create table heard_events (
  stream_id uuid primary key,
  seq       bigint not null
);
insert into heard_events (stream_id, seq) select stream_id, last_seq from event_streams;
