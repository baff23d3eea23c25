-- Slugs that categories and collections had before, so that links to them still lead to their page. A
-- slug that another category or collection has now belongs to that one.
create table category_old_slugs (
  slug        text primary key,
  category_id uuid not null references categories (id) on delete cascade
);
create index category_old_slugs_category on category_old_slugs (category_id);

create table collection_old_slugs (
  slug          text primary key,
  collection_id uuid not null references collections (id) on delete cascade
);
create index collection_old_slugs_collection on collection_old_slugs (collection_id);

create function keep_old_category_slug() returns trigger language plpgsql as $$
begin
  insert into category_old_slugs (slug, category_id) values (old.slug, old.id)
  on conflict (slug) do update set category_id = excluded.category_id;
  return null;
end
$$;
create trigger keep_old_slug after update of slug on categories
  for each row when (new.slug <> old.slug) execute function keep_old_category_slug();

create function keep_old_collection_slug() returns trigger language plpgsql as $$
begin
  insert into collection_old_slugs (slug, collection_id) values (old.slug, old.id)
  on conflict (slug) do update set collection_id = excluded.collection_id;
  return null;
end
$$;
create trigger keep_old_slug after update of slug on collections
  for each row when (new.slug <> old.slug) execute function keep_old_collection_slug();
