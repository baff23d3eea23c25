-- The checks that the file before took off and put back; sales go on meanwhile.
do $$
declare
  found record;
begin
  for found in
    select c.conrelid::regclass as owner, c.conname from pg_constraint c
    where c.contype = 'c' and not c.convalidated and c.coninhcount = 0
      and c.connamespace = current_schema()::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.conrelid
        and a.attnum = any (c.conkey) and a.atttypid = 'numeric'::regtype and a.atttypmod = -1)
    order by c.conrelid::regclass::text, c.conname
  loop
    execute format('alter table %s validate constraint %I', found.owner, found.conname);
  end loop;
end
$$;
