-- A till shows the picture of an article; a changed picture is a change of its product.
create constraint trigger stamps_catalog_change after insert or update or delete on product_pictures
  deferrable initially deferred for each row
  execute function stamp_catalog_change('product', 'product_id');
