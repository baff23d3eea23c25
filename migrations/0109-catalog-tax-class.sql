-- is_tax_exempt wins over the class.
alter table products
  add column tax_class text not null default 'standard' references tax_classes (code);
create index products_tax_class on products (tax_class) where tax_class <> 'standard';
