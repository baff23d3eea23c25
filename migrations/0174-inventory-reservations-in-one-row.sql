-- A reservation is one row with its lines in two lists of equal length, as a cart is. A line of its own
-- cost a row, two index entries and a foreign-key check with every order.
create domain held_quantities as integer[]
  constraint held_quantity check (1 <= all (value));

alter table reservations
  add column variant_ids uuid[] not null default '{}',
  add column quantities held_quantities not null default '{}';
update reservations set variant_ids = stored.variant_ids, quantities = stored.quantities
from (
  select reservation_id, array_agg(variant_id order by variant_id) as variant_ids,
         array_agg(quantity order by variant_id) as quantities
  from reservation_lines group by reservation_id
) stored
where stored.reservation_id = reservations.id;
alter table reservations
  alter column variant_ids drop default,
  alter column quantities drop default;
drop table reservation_lines;

-- The lines as rows, for readers.
create view reservation_lines as
  select reservations.id as reservation_id, line.variant_id, line.quantity
  from reservations
    cross join lateral unnest(reservations.variant_ids, reservations.quantities::integer[])
      as line (variant_id, quantity);

-- A reservation is found by its purpose. Those of an attempt to pay never expire by time.
alter table reservations
  drop constraint reservations_pkey,
  drop constraint reservations_purpose_key,
  add constraint reservations_pkey primary key (purpose);
drop index reservations_open;
create index reservations_open on reservations (expires_at)
  where status = 'held' and expires_at is not null;

-- As before, and a column may be a list.
create or replace function refuse_delete_while_named() returns trigger language plpgsql as $$
declare
  child text;
  child_column text;
  look text;
  is_named boolean;
begin
  for child, child_column in
    select split_part(argument, '.', 1), split_part(argument, '.', 2)
    from unnest(tg_argv) with ordinality as given (argument, place) order by place
  loop
    look := format(case when child_column like '%\_ids'
      then 'select exists (select from %I where $1 = any (%I))'
      else 'select exists (select from %I where %I = $1)' end, child, child_column);
    execute look into is_named using old.id;
    if not is_named then
      execute format('lock table only %I in share mode', child);
      execute look into is_named using old.id;
    end if;
    if is_named then
      raise exception 'a row of %.% names this row of %', child, child_column, tg_table_name
        using errcode = 'foreign_key_violation', table = child,
          constraint = child || '_' || child_column || '_fkey';
    end if;
  end loop;
  return old;
end $$;
drop trigger named_by_sales on product_variants;
create trigger named_by_sales before delete on product_variants for each row
  execute function refuse_delete_while_named('reservations.variant_ids',
    'transaction_lines.variant_id');
