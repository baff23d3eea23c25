-- A drawer holds one currency: the store's cannot change while a till's day runs in the old one.
create function refuse_currency_of_open_shift() returns trigger language plpgsql as $$
begin
  if exists (select from shifts where store_id = new.id and status = 'open') then
    raise exception 'a shift of store % is open', new.code
      using errcode = 'check_violation', constraint = 'open_shift_keeps_currency';
  end if;
  return new;
end
$$;
create trigger open_shift_keeps_currency before update of currency on stores
  for each row when (old.currency <> new.currency) execute function refuse_currency_of_open_shift();
