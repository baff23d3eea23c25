-- The step that cash amounts are rounded to, half up; 0 is none.
alter table stores
  add column cash_rounding numeric(4, 2) not null default 0
    constraint known_cash_rounding check (cash_rounding in (0, 0.05, 0.10, 0.50, 1.00));

-- `amount` is what a payment settles or a refund takes back; `amount + rounding` is the cash that
-- changed hands. Half of the widest step is 0.50. Older payments were not rounded.
alter table payments
  add column rounding numeric(12, 2) not null default 0,
  add column refund_rounding numeric(12, 2) not null default 0,
  drop constraint payments_check,
  add constraint tendered_covers_cash check (tendered >= amount + rounding and tendered <> 'NaN'),
  add constraint rounding_within_half_a_step
    check (rounding between -0.50 and 0.50 and amount + rounding >= 0);

alter table refunds
  add column rounding numeric(12, 2) not null default 0
    constraint refund_rounding_is_cash check (
      rounding = 0 or coalesce(way = 'cash', action_required = 'pay_out_cash', false)),
  add constraint refund_gives_no_less_than_nothing check (amount + rounding >= 0);

-- The sum over the payments of a sale.
alter table transactions add column rounding_amount numeric(12, 2) not null default 0;

create or replace function keep_refund_total() returns trigger language plpgsql as $$
declare
  before numeric := 0;
  after numeric := 0;
  rounding_before numeric := 0;
  rounding_after numeric := 0;
begin
  if tg_op <> 'INSERT' and old.status in ('pending', 'succeeded') then
    before := old.amount;
    rounding_before := old.rounding;
  end if;
  if tg_op <> 'DELETE' and new.status in ('pending', 'succeeded') then
    after := new.amount;
    rounding_after := new.rounding;
  end if;
  if tg_op = 'UPDATE' and new.payment_id <> old.payment_id then
    raise exception 'a refund stays with its payment';
  end if;
  if after <> before or rounding_after <> rounding_before then
    update payments
    set refund_total = refund_total + after - before,
      refund_rounding = refund_rounding + rounding_after - rounding_before
    where id = case when tg_op = 'DELETE' then old.payment_id else new.payment_id end;
  end if;
  return null;
end
$$;
