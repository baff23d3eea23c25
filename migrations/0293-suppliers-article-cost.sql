-- What a supplier charges for one unit of an article, and in which currency.
alter table supplier_articles
  add column cost numeric check (cost >= 0 and cost <> 'NaN'),
  add column cost_currency text check (cost_currency ~ '^[A-Z]{3}$'),
  add constraint supplier_cost_has_currency check ((cost is null) = (cost_currency is null));
