-- The variants of a product and the prices of a variant, also those that were deleted since: their
-- entries name the product, or the variant.
create index audit_entries_variants on audit_entries
  (coalesce(changes #>> '{product_id,after}', changes #>> '{product_id,before}'))
  where record_type = 'product-variants';
create index audit_entries_prices on audit_entries
  (coalesce(changes #>> '{variant,after}', changes #>> '{variant,before}'))
  where record_type = 'prices';
