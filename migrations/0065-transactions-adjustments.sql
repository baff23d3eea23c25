-- Costs have a currency, and every discount of a sale has its reason.

alter table product_variants add column cost_currency text not null default shared_currency()
  check (cost_currency ~ '^[A-Z]{3}$');
alter table transaction_lines add column cost_currency text not null default shared_currency();

-- [{"kind": "manual", "line": 0, "amount": "4.99", "reason": …, "actor": …, "approval_request_id": …,
--   "promotion_id": …, "code": …}]: one entry for each discount of each line, so that the amounts add
-- up to the discount of the promotions and to the prices below the catalogue.
alter table transactions add column adjustments jsonb not null default '[]';

-- Sales of the release before know the discount of each promotion, not its share of each line.
with promoted as (
  select t.id, t.promotion_discount, t.attribution -> 'applied_promotions' as applied,
    (select coalesce(sum((a ->> 'amount')::numeric), 0)
     from jsonb_array_elements(t.attribution -> 'applied_promotions') as a) as explained
  from transactions t where t.promotion_discount > 0
), entries as (
  select p.id, 0 as rank, ord, jsonb_build_object(
      'kind', case when c.code is null then 'promotion' else 'code' end, 'line', null,
      'amount', a ->> 'amount', 'reason', n.name, 'actor', null, 'approval_request_id', null,
      'promotion_id', a ->> 'promotion_id', 'code', c.code) as entry
  from promoted p
  cross join jsonb_array_elements(p.applied) with ordinality as x (a, ord)
  left join promotions n on n.id = (a ->> 'promotion_id')::uuid
  left join lateral (
    select k.code from promo_code_usages u join promo_codes k on k.id = u.code_id
    where u.transaction_id = p.id and k.promotion_id = n.id limit 1) as c on true
  where p.explained = p.promotion_discount and (a ->> 'amount')::numeric > 0
  union all
  select p.id, 0, 0, jsonb_build_object('kind', 'promotion', 'line', null,
      'amount', p.promotion_discount::text, 'reason', null, 'actor', null,
      'approval_request_id', null, 'promotion_id', null, 'code', null)
  from promoted p where p.explained is distinct from p.promotion_discount
  union all
  select t.id, 1, l.position, jsonb_build_object('kind', 'manual', 'line', l.position,
      'amount', ((l.catalog_price - l.unit_price) * l.quantity)::numeric(12, 2)::text,
      'reason', null, 'actor', t.employee_id, 'approval_request_id', null, 'promotion_id', null,
      'code', null)
  from transactions t join transaction_lines l on l.transaction_id = t.id
  where t.price_overridden and l.unit_price < l.catalog_price
)
update transactions t set adjustments = e.list
from (select id, jsonb_agg(entry order by rank, ord) as list from entries group by id) as e
where t.id = e.id;

-- Units whose cost is not known in the currency of the sale; the margin leaves them out.
alter table analytics_daily_products add column uncosted_units integer not null default 0;
alter table analytics_daily_stock add column uncosted_units integer not null default 0;
-- Costs counted in every currency so far: the sums of all days are computed again, and the stock of
-- stores with another currency has no known value.
update analytics_days set is_clean = false where is_clean;
update analytics_daily_stock k set stock_value = 0, uncosted_units = greatest(units, 0)
from stores s where s.id = k.store_id and s.currency <> shared_currency();
