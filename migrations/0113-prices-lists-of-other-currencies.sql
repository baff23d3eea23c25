-- Stores of every currency have so far sold at the variants' own numbers. Those are prices in
-- BASE_CURRENCY now, so that the stores of another currency get a list with the same numbers.
insert into price_lists (id, code, name, currency)
  select gen_random_uuid(), s.currency, s.currency, s.currency
  from (select distinct currency from stores) s
  where s.currency <> coalesce(nullif(current_setting('tillhouse.base_currency', true), ''), 'USD');

insert into prices (id, price_list_id, variant_id, amount)
  select gen_random_uuid(), l.id, v.id, v.price
  from price_lists l cross join product_variants v;
