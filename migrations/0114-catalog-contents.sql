-- What one piece contains, for the unit price on price tags: 330 ml, 0.5 kg.
alter table product_variants
  add column content_amount numeric(12, 3) check (content_amount > 0 and content_amount <> 'NaN'),
  add column content_unit text check (content_unit in ('g', 'kg', 'ml', 'l', 'm')),
  add constraint content_has_unit check ((content_amount is null) = (content_unit is null));
