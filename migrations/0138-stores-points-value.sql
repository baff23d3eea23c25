-- What one point pays in the store's currency; 0: points do not pay here. 0.01 makes 100 points 1.00.
alter table stores
  add column points_value numeric(10, 4) not null default 0
    constraint points_value_in_range check (points_value between 0 and 1000);

-- A payment never overdraws points; only a return or void takes back more than is there.
create or replace function keep_value_balance() returns trigger language plpgsql as $$
declare
  account record;
begin
  update value_accounts set balance = balance + new.amount, updated_at = now()
  where id = new.account_id
  returning kind, status, customer_id, expires_at, balance into account;
  if (new.kind = 'held' or (new.kind = 'spent' and new.hold_id is null))
    and (account.status <> 'active' or account.expires_at <= new.occurred_at) then
    raise exception 'this account cannot be spent'
      using errcode = 'check_violation', constraint = 'value_account_usable', table = 'value_accounts';
  end if;
  if account.kind = 'points' then
    if new.kind in ('spent', 'held', 'expired') and account.balance < 0 then
      raise exception 'there are not so many points'
        using errcode = 'check_violation', constraint = 'value_not_overdrawn', table = 'value_accounts';
    end if;
    update users set loyalty_points = loyalty_points + new.amount where id = account.customer_id;
  end if;
  return null;
end
$$;
