-- Slugs that products had before, so that links to them still lead to the product. A slug that another
-- product has now is that product's.
create table product_old_slugs (
  slug       text primary key,
  product_id integer not null references products (id) on delete cascade
);
create index product_old_slugs_product on product_old_slugs (product_id);

create function keep_old_slug() returns trigger language plpgsql as $$
begin
  insert into product_old_slugs (slug, product_id) values (old.slug, old.id)
  on conflict (slug) do update set product_id = excluded.product_id;
  return null;
end
$$;
create trigger keep_old_slug after update of slug on products
  for each row when (new.slug <> old.slug) execute function keep_old_slug();
