-- A variant that is deleted or moved to another product changes what its product sells, and afterwards
-- the variant does not lead to the product any more.
create constraint trigger stamps_catalog_change_of_product after delete on product_variants
  deferrable initially deferred for each row
  execute function stamp_catalog_change('product', 'product_id');
create constraint trigger stamps_catalog_change_of_moved after update on product_variants
  deferrable initially deferred for each row when (old.product_id <> new.product_id)
  execute function stamp_catalog_change('product', 'product_id');
