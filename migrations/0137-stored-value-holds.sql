-- An order of the web shop holds value of a gift card or store credit while its card is charged.
-- `hold_id` is the id of the order's sale, which is written when the charge is settled.
alter table value_entries
  add column hold_id uuid,
  drop constraint value_entries_kind_check,
  add constraint value_entries_kind_check check (kind in ('opening', 'issued', 'topped_up', 'spent',
    'refunded', 'blocked', 'expired', 'earned', 'taken_back', 'held', 'released')),
  drop constraint amount_fits_its_kind,
  add constraint amount_fits_its_kind check (case
    -- A card that was spent before it was blocked loses 0.
    when kind = 'blocked' then amount <= 0
    when kind in ('spent', 'expired', 'taken_back', 'held') then amount < 0
    when kind in ('opening', 'earned') then amount >= 0
    else amount > 0 end),
  add constraint hold_of_its_kind check (kind not in ('held', 'released') or hold_id is not null);
create index value_entries_of_hold on value_entries (hold_id) where hold_id is not null;

-- What an order holds may be spent although the card was blocked since: its charge was made.
create or replace function keep_value_balance() returns trigger language plpgsql as $$
declare
  account record;
begin
  update value_accounts set balance = balance + new.amount, updated_at = now()
  where id = new.account_id
  returning kind, status, customer_id, expires_at into account;
  if (new.kind = 'held' or (new.kind = 'spent' and new.hold_id is null))
    and (account.status <> 'active' or account.expires_at <= new.occurred_at) then
    raise exception 'this account cannot be spent'
      using errcode = 'check_violation', constraint = 'value_account_usable', table = 'value_accounts';
  end if;
  if account.kind = 'points' then
    update users set loyalty_points = loyalty_points + new.amount where id = account.customer_id;
  end if;
  return null;
end
$$;
