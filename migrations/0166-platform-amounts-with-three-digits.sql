-- Amounts of money no longer have a fixed scale: a column holds 12.50 USD and 1.255 KWD as written.
-- Taking the limits off changes no row, so tables and indexes are not rewritten. Checks would be
-- verified again under the lock, so they come back `not valid`; the next file validates them.

-- These read the columns; both are made again below.
drop view transaction_adjustments;
drop view store_credits;
-- PostgreSQL cannot change the type of a column that a generated one is computed from.
alter table shifts drop column variance;

do $$
declare
  part record;
  off text;
  back text;
  changes text;
  fits text;
begin
  for part in select * from (values
    ('transactions', '{subtotal,promotion_discount,tax_amount,shipping_amount,total_amount,total_paid,change_due,tax_variance,shipping_tax,rounding_amount,card_hold,price_reduction}'::text[]),
    ('transaction_lines', '{unit_price,catalog_price,subtotal,discount,tax,cost_at_sale}'),
    ('payments', '{amount,tendered,refund_total,rounding,refund_rounding}'),
    ('refunds', '{amount,rounding}'),
    ('returns', '{refund_amount,shipping_refund}'),
    ('return_lines', '{refund_amount,withheld}'),
    ('returns_without_receipt', '{refund_amount}'),
    ('return_goods', '{refund_amount}'),
    ('approvals', '{amount}'),
    ('value_accounts', '{balance}'),
    ('value_entries', '{amount}'),
    ('shifts', '{opening_float,expected_amount,counted_amount}'),
    ('cash_movements', '{amount}'),
    ('shift_counts', '{amount}'),
    ('prices', '{amount}'),
    ('product_variants', '{cost}'),
    ('quotes', '{subtotal,discount_amount,tax_amount,total_amount}'),
    ('till_quotes', '{total_amount}'),
    ('held_sales', '{total_amount}'),
    ('layaways', '{fee}'),
    ('stores', '{cash_variance_tolerance,layaway_fee}'),
    ('campaigns', '{budget,spent}'),
    ('promo_code_usages', '{discount}'),
    ('campaign_spends', '{amount}'),
    ('campaign_conversions', '{revenue,discount}'),
    ('ab_subjects', '{revenue}'),
    ('purchase_order_lines', '{unit_cost}'),
    ('purchase_receipt_lines', '{unit_cost}'),
    ('settlement_lines', '{gross,fee,net}'),
    ('loyalty_tiers', '{minimum_spend}'),
    ('analytics_daily_sales', '{subtotal,discount,tax,shipping,revenue,voided_amount,refunded}'),
    ('analytics_hourly_sales', '{revenue}'),
    ('analytics_daily_payments', '{amount,refunded}'),
    ('analytics_daily_products', '{gross,discount,cost,costed_revenue,returned_amount}'),
    ('analytics_daily_stock', '{stock_value,retail_value}')
  ) as listed (name, columns) loop
    select string_agg(format('drop constraint %I', c.conname), ', ' order by c.conname),
      string_agg(format('add constraint %I %s not valid', c.conname,
        regexp_replace(pg_get_constraintdef(c.oid), ' NOT VALID$', '')), ', ' order by c.conname)
    into off, back
    from pg_constraint c
    where c.conrelid = part.name::regclass and c.contype = 'c' and c.conkey && array(
      select a.attnum from pg_attribute a
      where a.attrelid = part.name::regclass and a.attname = any (part.columns));
    select string_agg(format('alter column %I type numeric', a.attname)
        || case when d.adbin is null then '' else format(', alter column %I set default %s', a.attname,
          scaled_amount(trim(both '()' from split_part(pg_get_expr(d.adbin, d.adrelid), '::', 1))::numeric)) end,
        ', ' order by a.attnum),
      string_agg(format('abs(%I) < 10000000000', a.attname), ' and ' order by a.attnum)
        filter (where information_schema._pg_numeric_precision(a.atttypid, a.atttypmod) = 12)
    into changes, fits
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = part.name::regclass and a.attname = any (part.columns);
    if off is not null then execute format('alter table %I %s', part.name, off); end if;
    execute format('alter table %I %s', part.name, changes);
    if back is not null then execute format('alter table %I %s', part.name, back); end if;
    -- Ten digits before the point, as before.
    if fits is not null then
      execute format('alter table %I add constraint %I check (%s) not valid', part.name,
        part.name || '_amounts_fit', fits);
    end if;
  end loop;
end
$$;

alter table shifts add column variance numeric
  generated always as (counted_amount - expected_amount) stored;

create view transaction_adjustments as
select t.id as transaction_id, t.store_id, t.currency, x.nth::integer as position,
  a ->> 'kind' as kind, (a ->> 'line')::integer as line, (a ->> 'amount')::numeric as amount,
  a ->> 'reason' as reason, (a ->> 'actor')::uuid as actor,
  (a ->> 'approval_request_id')::uuid as approval_request_id,
  (a ->> 'promotion_id')::uuid as promotion_id, a ->> 'code' as code, t.created_at
from transactions t cross join jsonb_array_elements(t.adjustments) with ordinality as x (a, nth);

create view store_credits as
select a.id, a.code, a.store_id, a.customer_id, a.return_id,
  (select e.amount from value_entries e where e.account_id = a.id and e.kind = 'issued') as amount,
  a.balance, a.currency, a.created_at, a.updated_at
from value_accounts a where a.kind = 'store_credit';
