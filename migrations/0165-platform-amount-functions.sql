-- Currencies differ in the digits after the point: two, or three in these. Yen have none, but keep
-- two zeros. `src/platform/currencies.ts` says the same.
create function amount_digits(currency text) returns integer
language sql immutable parallel safe as $$
  select case when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3 else 2 end
$$;

-- Minor units in one unit of a currency, as the code counts them.
create function minor_per_unit(currency text) returns integer
language sql immutable parallel safe as $$
  select case when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 1000 else 100 end
$$;

-- An amount with two decimals, or with three if it has them.
create function scaled_amount(amount numeric) returns numeric
language sql immutable parallel safe as $$
  select round(amount, greatest(2, least(3, scale(amount))))
$$;

create function amount_text(amount numeric) returns text
language sql immutable parallel safe as $$
  select round(amount, greatest(2, least(3, scale(amount))))::text
$$;
