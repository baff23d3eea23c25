-- Slugs that brands had before, so that links to them still lead to their products. A slug that
-- another brand has now belongs to that one.
create table brand_old_slugs (
  slug     text primary key,
  brand_id uuid not null references brands (id) on delete cascade
);
create index brand_old_slugs_brand on brand_old_slugs (brand_id);

create function keep_old_brand_slug() returns trigger language plpgsql as $$
begin
  insert into brand_old_slugs (slug, brand_id) values (old.slug, old.id)
  on conflict (slug) do update set brand_id = excluded.brand_id;
  return null;
end
$$;
create trigger keep_old_slug after update of slug on brands
  for each row when (new.slug <> old.slug) execute function keep_old_brand_slug();
