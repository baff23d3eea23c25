-- The processor's id of a card reader, as terminals.reader_id of its till has it while it is active.
alter table terminal_devices
  add column reader_id text check (length(reader_id) between 1 and 255),
  add constraint only_card_readers_have_a_reader_id
    check (reader_id is null or kind = 'card_reader');

-- A reader that a till has already becomes a device: the first one on its list, or a new one.
update terminal_devices d set reader_id = t.reader_id
from terminals t
where t.id = d.terminal_id and t.store_id = d.store_id and t.reader_id is not null
  and d.id = (
    select o.id from terminal_devices o
    where o.terminal_id = t.id and o.store_id = t.store_id and o.kind = 'card_reader' and o.is_active
    order by o.id limit 1);

insert into terminal_devices (id, store_id, terminal_id, kind, name, connection, reader_id)
select gen_random_uuid(), t.store_id, t.id, 'card_reader',
  case s.language when 'de' then 'Kartenlesegerät' else 'Card reader' end, 'processor', t.reader_id
from terminals t join stores s on s.id = t.store_id
where t.reader_id is not null
  and not exists (
    select from terminal_devices d
    where d.terminal_id = t.id and d.store_id = t.store_id and d.kind = 'card_reader'
      and d.is_active);

-- A till takes cards on one reader.
create unique index one_card_reader_per_till on terminal_devices (store_id, terminal_id)
  where kind = 'card_reader' and is_active and reader_id is not null;
