-- When the next points of an account may expire. The job that expires them looks at this alone; what
-- is left of them by then follows from the entries.
alter table value_accounts add column points_due_at timestamptz
  constraint only_points_fall_due check (points_due_at is null or kind = 'points');
create index value_points_due on value_accounts (points_due_at) where points_due_at is not null;

create or replace function keep_value_balance() returns trigger language plpgsql as $$
declare
  account record;
begin
  update value_accounts set balance = balance + new.amount, updated_at = now(),
    points_due_at = case when kind = 'points' then least(points_due_at, new.expires_at,
      -- Points that were held may have expired meanwhile.
      case when new.kind = 'released' then new.occurred_at end) end
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
