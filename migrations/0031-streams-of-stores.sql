-- Every store has its stream from the first day on, so that facts of the whole chain find it.

create function open_stream() returns trigger language plpgsql as $$
begin
  insert into event_streams (stream_id, last_seq) values (new.id, 0) on conflict do nothing;
  return null;
end $$;

create trigger stores_open_stream after insert on stores for each row execute function open_stream();

insert into event_streams (stream_id, last_seq) select id, 0 from stores on conflict do nothing;
