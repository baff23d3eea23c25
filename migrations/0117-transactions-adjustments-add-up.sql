-- A sale's discount equals the sum of its adjustments: `promotion_discount` is what was taken off the
-- lines (promotions, codes, discounts of the staff), `price_reduction` what the till's prices are
-- below those of the catalogue.
alter table transactions add column price_reduction numeric(12, 2) not null default 0
  check (price_reduction >= 0);

update transactions t set price_reduction = m.amount
from (select s.id, sum((a ->> 'amount')::numeric) as amount
      from transactions s cross join jsonb_array_elements(s.adjustments) as a
      where s.adjustments <> '[]' and a ->> 'kind' in ('manual', 'loyalty') group by s.id) as m
where t.id = m.id;

create function adjustments_total(adjustments jsonb) returns numeric
language sql immutable parallel safe as $$
  select coalesce(sum((a ->> 'amount')::numeric), 0) from jsonb_array_elements(adjustments) as a
$$;

-- Most sales have no discount; they pay for two comparisons and for no function call.
alter table transactions add constraint discount_equals_adjustments check (
  case when adjustments = '[]' then promotion_discount + price_reduction = 0
    else promotion_discount + price_reduction = adjustments_total(adjustments) end);

-- One row per discount of each line. They are stored with their sale, in the statement and the row
-- that the discount belongs to.
create view transaction_adjustments as
select t.id as transaction_id, t.store_id, t.currency, x.nth::integer as position,
  a ->> 'kind' as kind, (a ->> 'line')::integer as line, (a ->> 'amount')::numeric(12, 2) as amount,
  a ->> 'reason' as reason, (a ->> 'actor')::uuid as actor,
  (a ->> 'approval_request_id')::uuid as approval_request_id,
  (a ->> 'promotion_id')::uuid as promotion_id, a ->> 'code' as code, t.created_at
from transactions t cross join jsonb_array_elements(t.adjustments) with ordinality as x (a, nth);
