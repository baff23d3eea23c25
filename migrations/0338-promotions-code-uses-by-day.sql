-- no transaction: every sale with a promo code writes to promo_code_usages.
-- The sales that used any code on the days of a report.
create index concurrently promo_code_usages_of_store on promo_code_usages (store_id, used_at)
  where released_at is null;
