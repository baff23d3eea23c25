-- Whether and how a store takes tips.
alter table stores add column tips jsonb not null
  default '{"enabled": false, "percentages": [], "max_percent": 50}';

-- `amount` is what a payment settles; `amount + rounding + tip` is what the customer paid.
alter table payments
  add column tip numeric not null default 0.00,
  add column refund_tip numeric not null default 0.00,
  add constraint tendered_covers_tip
    check (tip >= 0 and tip < 10000000000 and tendered >= amount + rounding + tip) not valid,
  add constraint refund_tip_ceiling check (refund_tip >= 0 and refund_tip <= tip) not valid;

-- What a refund gives back beyond `amount + rounding`.
alter table refunds
  add column tip numeric not null default 0.00,
  add constraint refund_tip_fits check (tip >= 0 and tip < 10000000000) not valid;

-- The sum over the payments of a sale.
alter table transactions add column tip_amount numeric not null default 0.00;

-- Part of `cash` as far as they were paid in cash.
alter table late_sales add column tips numeric not null default 0.00;

create or replace function keep_refund_total() returns trigger language plpgsql as $$
declare
  before numeric := 0;
  after numeric := 0;
  rounding_before numeric := 0;
  rounding_after numeric := 0;
  tip_before numeric := 0;
  tip_after numeric := 0;
begin
  if tg_op <> 'INSERT' and old.status in ('pending', 'succeeded') then
    before := old.amount;
    rounding_before := old.rounding;
    tip_before := old.tip;
  end if;
  if tg_op <> 'DELETE' and new.status in ('pending', 'succeeded') then
    after := new.amount;
    rounding_after := new.rounding;
    tip_after := new.tip;
  end if;
  if tg_op = 'UPDATE' and new.payment_id <> old.payment_id then
    raise exception 'a refund stays with its payment';
  end if;
  if after <> before or rounding_after <> rounding_before or tip_after <> tip_before then
    update payments
    set refund_total = refund_total + after - before,
      refund_rounding = refund_rounding + rounding_after - rounding_before,
      refund_tip = refund_tip + tip_after - tip_before
    where id = case when tg_op = 'DELETE' then old.payment_id else new.payment_id end;
  end if;
  return null;
end
$$;
