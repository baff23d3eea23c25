-- Columns keep an amount as written. Whoever writes 12 or 12.5, by hand for instance, means 12.00 or
-- 12.50. The condition of each trigger costs a comparison; the function runs for such rows only.
create function scale_amounts() returns trigger language plpgsql as $$
declare
  name text;
  amount numeric;
begin
  foreach name in array tg_argv loop
    amount := (to_jsonb(new) ->> name)::numeric;
    if amount is not null then
      new := jsonb_populate_record(new, jsonb_build_object(name, scaled_amount(amount)));
    end if;
  end loop;
  return new;
end
$$;

do $$
declare
  part record;
begin
  for part in
    select c.relname, string_agg(format('scale(new.%I) < 2', a.attname), ' or ' order by a.attnum) as needed,
      string_agg(quote_literal(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and not c.relispartition
      and a.atttypid = 'numeric'::regtype and a.atttypmod = -1 and a.attgenerated = ''
      and not a.attisdropped and exists (select from pg_constraint k
        where k.conrelid = c.oid and k.conname = c.relname || '_amounts_fit')
    group by c.relname order by c.relname
  loop
    execute format('create trigger amounts_have_two_decimals before insert or update on %I
      for each row when (%s) execute function scale_amounts(%s)', part.relname, part.needed, part.columns);
  end loop;
end
$$;
