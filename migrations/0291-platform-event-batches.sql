-- The log stores several events of a stream in one row, at most 100 (decision 0029). A row above 2 kB is
-- compressed, and most of an event repeats in its neighbours. Events that have a row each stay where
-- they are until their months are dropped; the view `events` shows both.
create type logged_event as (
  id          uuid,
  store_id    uuid,
  terminal_id text,
  event       text,
  subject_id  text,
  data        jsonb,
  occurred_at timestamptz
);

create table event_batches (
  stream_id uuid not null,
  first_seq bigint not null,
  last_seq  bigint not null,
  -- Of the first event: the months are those of v7 ids.
  id        uuid not null,
  events    logged_event[] not null,
  primary key (stream_id, last_seq, id),
  constraint event_batches_size check (last_seq - first_seq between 0 and 99)
) partition by range (id);
create table event_batches_other partition of event_batches default;
select ensure_months('event_batches', (now() - interval '1 month')::date, (now() + interval '3 months')::date);

alter table events rename to single_events;
do $$
declare
  part text;
begin
  for part in
    select inhrelid::regclass::text from pg_inherits where inhparent = 'single_events'::regclass
  loop
    execute format('alter table %I rename to %I', part, 'single_' || part);
  end loop;
end $$;

create view events as
select batch.stream_id, batch.first_seq + item.place - 1 as seq, item.id, item.store_id,
  item.terminal_id, item.event, item.subject_id, item.data, item.occurred_at
from event_batches batch cross join lateral unnest(batch.events) with ordinality
  as item (id, store_id, terminal_id, event, subject_id, data, occurred_at, place)
union all
select stream_id, seq, id, store_id, terminal_id, event, subject_id, data, occurred_at
from single_events;

-- The next events of a stream, at most so many. Numbers have no gaps, so they are a range of numbers
-- from the first one that is still kept; a row with its end 100 behind the range begins behind it.
create function events_after(stream uuid, after_seq bigint, max_events integer)
returns table (stream_id uuid, seq bigint, id uuid, store_id uuid, terminal_id text, event text,
  subject_id text, data jsonb, occurred_at timestamptz)
language sql stable as $$
  with next as (
    select least(
      (select greatest(batch.first_seq, after_seq + 1) from event_batches batch
       where batch.stream_id = stream and batch.last_seq > after_seq
       order by batch.last_seq limit 1),
      (select single.seq from single_events single
       where single.stream_id = stream and single.seq > after_seq
       order by single.seq limit 1)) as seq
  )
  select batch.stream_id, batch.first_seq + item.place - 1 as seq, item.id, item.store_id,
    item.terminal_id, item.event, item.subject_id, item.data, item.occurred_at
  from next cross join event_batches batch cross join lateral unnest(batch.events) with ordinality
    as item (id, store_id, terminal_id, event, subject_id, data, occurred_at, place)
  where batch.stream_id = stream and batch.last_seq >= next.seq
    and batch.last_seq < next.seq + max_events + 100 and batch.first_seq < next.seq + max_events
    and batch.first_seq + item.place - 1 between next.seq and next.seq + max_events - 1
  union all
  select single.stream_id, single.seq, single.id, single.store_id, single.terminal_id, single.event,
    single.subject_id, single.data, single.occurred_at
  from next cross join single_events single
  where single.stream_id = stream and single.seq between next.seq and next.seq + max_events - 1
$$;
