-- One ledger for value that customers hold: store credit, gift cards and points. The store credits
-- become its first accounts, under their own ids, so that payments and refunds keep their references.
alter table store_credits rename to value_accounts;
alter table value_accounts rename constraint store_credits_pkey to value_accounts_pkey;
alter table value_accounts rename constraint store_credits_code_key to value_accounts_code_key;
alter table value_accounts rename constraint store_credits_return_id_key to value_accounts_return_id_key;
alter table value_accounts
  drop constraint credit_not_overdrawn,
  alter column code drop not null,
  alter column return_id drop not null,
  alter column store_id drop not null,
  alter column currency drop not null,
  add column kind text not null default 'store_credit'
    check (kind in ('gift_card', 'store_credit', 'points')),
  add column status text not null default 'active' check (status in ('active', 'blocked')),
  add column expires_at timestamptz,
  -- A gift card is kept as an HMAC of its code; people recognise it by its last four characters.
  add column code_hash bytea unique,
  add column code_last_four text check (length(code_last_four) = 4),
  -- The code, encrypted, until it was shown or mailed once.
  add column code_sealed bytea;
alter table value_accounts
  alter column kind drop default,
  add constraint value_not_overdrawn
    check (balance <> 'NaN' and (kind = 'points' or balance >= 0)),
  add constraint account_of_its_kind check (case kind
    when 'store_credit' then code is not null and return_id is not null and code_hash is null
    when 'gift_card' then code_hash is not null and code_last_four is not null and code is null
    else code is null and code_hash is null end),
  add constraint money_has_a_currency
    check ((kind = 'points') = (currency is null) and (kind = 'points') = (store_id is null));
-- One account of points per customer; the customer of a deleted user is null.
create unique index value_points_of_customer on value_accounts (customer_id) where kind = 'points';
create index value_accounts_of_customer on value_accounts (customer_id) where customer_id is not null;
create index value_accounts_expiring on value_accounts (expires_at)
  where expires_at is not null and balance > 0;

-- Append-only. The balance of an account is the sum of its entries.
create table value_entries (
  id                 uuid primary key,
  account_id         uuid not null references value_accounts (id),
  kind               text not null check (kind in
    ('opening', 'issued', 'topped_up', 'spent', 'refunded', 'blocked', 'expired', 'earned', 'taken_back')),
  amount             numeric(12, 2) not null check (amount <> 'NaN'),
  -- The sale that issued, spent or earned it; the line that sold a gift card.
  transaction_id     uuid references transactions (id),
  line_id            uuid,
  transaction_number text,
  store_id           uuid references stores (id),
  payment_id         uuid references payments (id),
  refund_id          uuid references refunds (id),
  -- Of points: from then on what is left of them expires.
  expires_at         timestamptz,
  occurred_at        timestamptz not null,
  constraint amount_fits_its_kind check (case
    -- A card that was spent before it was blocked loses 0.
    when kind = 'blocked' then amount <= 0
    when kind in ('spent', 'expired', 'taken_back') then amount < 0
    when kind in ('opening', 'earned') then amount >= 0
    else amount > 0 end),
  constraint payment_when_spent check (kind <> 'spent' or payment_id is not null),
  constraint refund_when_refunded check (kind <> 'refunded' or refund_id is not null),
  constraint sale_of_points check (kind not in ('earned', 'taken_back') or transaction_id is not null)
);
create index value_entries_of_account on value_entries (account_id, id desc);
create index value_entries_of_sale on value_entries (transaction_id) where transaction_id is not null;
-- Each payment spends once, each refund gives back once, and each sale earns once, however often its
-- event is delivered; an entry of 0 points fixes that too.
create unique index value_one_spend_per_payment on value_entries (payment_id) where kind = 'spent';
create unique index value_one_entry_per_refund on value_entries (refund_id) where kind = 'refunded';
create unique index value_one_earning_per_sale on value_entries (transaction_id) where kind = 'earned';
create index value_entries_of_payment on value_entries (payment_id) where payment_id is not null;
create index value_entries_by_day on value_entries (occurred_at);

-- The store credits of the release before, with their payments and refunds.
insert into value_entries (id, account_id, kind, amount, store_id, occurred_at)
select gen_random_uuid(), id, 'issued', amount, store_id, created_at from value_accounts;

insert into value_entries (id, account_id, kind, amount, transaction_id, transaction_number, store_id,
  payment_id, occurred_at)
select gen_random_uuid(), p.store_credit_id, 'spent', -p.amount, t.id, t.transaction_number, p.store_id,
  p.id, coalesce(p.processed_at, p.created_at)
from payments p left join transactions t on t.id = p.transaction_id
where p.store_credit_id is not null and p.status in ('succeeded', 'voided') and p.amount > 0;

insert into value_entries (id, account_id, kind, amount, transaction_id, transaction_number, store_id,
  payment_id, refund_id, occurred_at)
select gen_random_uuid(), p.store_credit_id, 'refunded', r.amount, t.id, t.transaction_number, r.store_id,
  p.id, r.id, coalesce(r.processed_at, r.created_at)
from refunds r join payments p on p.id = r.payment_id
left join transactions t on t.id = r.transaction_id
where p.store_credit_id is not null and r.status = 'succeeded' and r.refund_to = 'original';

-- A balance that its payments do not explain stays as it is; the entry shows the difference.
insert into value_entries (id, account_id, kind, amount, store_id, occurred_at)
select gen_random_uuid(), a.id, case when a.balance > e.total then 'opening' else 'blocked' end,
  a.balance - e.total, a.store_id, now()
from value_accounts a
join (select account_id, sum(amount) as total from value_entries group by account_id) as e
  on e.account_id = a.id
where a.balance <> e.total;

alter table value_accounts drop column amount, alter column balance set default 0;

-- Points move into the same ledger: one account per customer with entries.
insert into value_accounts (id, kind, customer_id, balance, created_at)
select gen_random_uuid(), 'points', customer_id, sum(points), min(occurred_at)
from loyalty_entries group by customer_id;

insert into value_entries (id, account_id, kind, amount, transaction_id, transaction_number, store_id,
  occurred_at)
select e.id, a.id, e.kind, e.points, e.transaction_id, e.transaction_number, e.store_id, e.occurred_at
from loyalty_entries e join value_accounts a on a.customer_id = e.customer_id and a.kind = 'points';

drop table loyalty_entries;

-- A return or void takes points back that may be spent already.
alter table users drop constraint users_loyalty_points_check;

-- The balance follows every entry in the same statement. The row lock of the account puts parallel
-- entries in line, and its check refuses the one that would overdraw it. `users.loyalty_points` is a
-- copy of the balance of points, for the many readers of users.
create function keep_value_balance() returns trigger language plpgsql as $$
declare
  account record;
begin
  update value_accounts set balance = balance + new.amount, updated_at = now()
  where id = new.account_id
  returning kind, status, customer_id, expires_at into account;
  if new.kind = 'spent' and (account.status <> 'active' or account.expires_at <= new.occurred_at) then
    raise exception 'this account cannot be spent'
      using errcode = 'check_violation', constraint = 'value_account_usable', table = 'value_accounts';
  end if;
  if account.kind = 'points' then
    update users set loyalty_points = loyalty_points + new.amount where id = account.customer_id;
  end if;
  return null;
end
$$;
create trigger value_balance after insert on value_entries
  for each row execute function keep_value_balance();

create trigger append_only before update or delete on value_entries
  for each row execute function refuse_change_of_ledger();

alter table payments rename column store_credit_id to value_account_id;
alter table refunds rename column store_credit_id to value_account_id;
alter index refunds_of_store_credit rename to refunds_of_value_account;
create index payments_of_value_account on payments (value_account_id)
  where value_account_id is not null;

alter table refunds
  drop constraint way_is_proven,
  add constraint way_is_proven check (way is null or is_unproven or case way
    when 'processor' then processor_refund_id is not null
    when 'cash' then shift_id is not null or terminal_id is not null
    when 'store_credit' then value_account_id is not null
    when 'gift_card' then value_account_id is not null
    else reference is not null and confirmed_by is not null and confirmed_at is not null end);

alter table payment_methods
  drop constraint payment_methods_method_type_check,
  add constraint payment_methods_method_type_check check (method_type in
    ('cash', 'card', 'pay_at_store', 'store_credit', 'gift_card', 'points'));

-- Store credits as returns and the content system show them.
create view store_credits as
select a.id, a.code, a.store_id, a.customer_id, a.return_id,
  (select e.amount from value_entries e where e.account_id = a.id and e.kind = 'issued') as amount,
  a.balance, a.currency, a.created_at, a.updated_at
from value_accounts a where a.kind = 'store_credit';
