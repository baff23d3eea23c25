-- The number of a sale that a till gave, such as 42 of `T-001-000042`; null if it is not one of them.
create function till_sale_number(terminal text, number text) returns bigint
language sql immutable parallel safe as $$
  select case when starts_with(number, terminal || '-')
      and substr(number, length(terminal) + 2) ~ '^[0-9]{6,12}$'
    then substr(number, length(terminal) + 2)::bigint end
$$;

-- A till asks for its highest number at each start and reconnect.
create index till_journal_last_number on till_journal
  (terminal_id, till_sale_number(terminal_id, coalesce(till_number, data ->> 'number')) desc nulls last)
  where kind = 'sale';
