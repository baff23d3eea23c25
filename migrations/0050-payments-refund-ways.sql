-- How the money of a refund went back. A refund that still needs a person is pending with
-- `action_required`; the processor is not asked about it.
alter table refunds
  add column way text
    check (way in ('processor', 'cash', 'store_credit', 'gift_card', 'external')),
  add column action_required text check (action_required in ('confirm_on_terminal', 'pay_out_cash')),
  -- The slip number of a refund made on a separate terminal.
  add column reference text check (length(reference) between 1 and 100),
  -- Who confirmed the slip or paid the cash; people named here are deactivated, never deleted.
  add column confirmed_by uuid references users (id),
  add column confirmed_at timestamptz,
  -- The till whose drawer paid the cash, also without an open shift.
  add column terminal_id text references terminals (id),
  add column store_credit_id uuid references store_credits (id),
  -- Settled before the way was recorded, and nothing proves it. Only this migration sets it.
  add column is_unproven boolean not null default false;

with settled as (
  select r.id, r.processor_refund_id, r.shift_id,
    case when r.refund_to = 'original' then p.store_credit_id
      when r.refund_to = 'store_credit' then credit.id end as store_credit_id,
    case when r.processor_refund_id is not null then 'processor'
      when r.refund_to = 'store_credit' then 'store_credit'
      when r.refund_to = 'original' and p.store_credit_id is not null then 'store_credit'
      when r.refund_to = 'cash' or m.method_type = 'cash' then 'cash'
      else 'external' end as way,
    returned.terminal_id
  from refunds r
  join payments p on p.id = r.payment_id
  join payment_methods m on m.id = p.payment_method_id
  left join return_refunds on return_refunds.refund_id = r.id
  left join returns returned on returned.id = return_refunds.return_id
  left join store_credits credit on credit.return_id = return_refunds.return_id
  where r.status = 'succeeded'
)
update refunds set way = settled.way,
  store_credit_id = case when settled.way = 'store_credit' then settled.store_credit_id end,
  terminal_id = case when settled.way = 'cash' then settled.terminal_id end,
  is_unproven = case settled.way
    when 'processor' then false
    when 'cash' then settled.shift_id is null and settled.terminal_id is null
    when 'store_credit' then settled.store_credit_id is null
    else true end
from settled where settled.id = refunds.id;

alter table refunds
  add constraint way_when_succeeded check ((way is not null) = (status = 'succeeded')),
  add constraint action_while_pending check (action_required is null or status = 'pending'),
  add constraint way_is_proven check (way is null or is_unproven or case way
    when 'processor' then processor_refund_id is not null
    when 'cash' then shift_id is not null or terminal_id is not null
    when 'store_credit' then store_credit_id is not null
    when 'gift_card' then reference is not null
    else reference is not null and confirmed_by is not null and confirmed_at is not null end);

-- The queue asks the processor only.
drop index refunds_unfinished;
create index refunds_unfinished on refunds (next_attempt_at)
  where status <> 'succeeded' and given_up_at is null and action_required is null;
-- What a till has to pay out, and what staff has to confirm.
create index refunds_to_act_on on refunds (store_id, id) where action_required is not null;
create index refunds_of_store_credit on refunds (store_credit_id) where store_credit_id is not null;
