-- The words of each product for the search of the shop: name, brand, category, tags, variants, SKUs,
-- barcodes and description, as they are and as stems of both languages. Triggers keep them, so that
-- every writer does; a product that is not sold has none.
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- Small letters without accents; punctuation separates words, so that "T-Shirt" is "t shirt" in texts
-- and in searches alike.
create function search_text(given text) returns text stable parallel safe
  return trim(regexp_replace(lower(unaccent(given)), '[\s!-/:-@\[-`{-~«»…–—“”‘’„·•×]+', ' ', 'g'));

create function search_stems(given text) returns tsvector stable parallel safe
  return to_tsvector('simple', search_text(given)) || to_tsvector('english', search_text(given))
    || to_tsvector('german', search_text(given));

create table product_search (
  product_id integer primary key references products (id) on delete cascade,
  words      tsvector not null
);
-- Without a list of pending entries, which every search would have to read.
create index product_search_words on product_search using gin (words) with (fastupdate = off);

-- Every word that was ever in a product, to correct a misspelt search.
create table search_words (
  word text primary key check (length(word) between 3 and 40)
);
create index search_words_prefix on search_words (word text_pattern_ops);
create index search_words_similar on search_words using gin (word gin_trgm_ops)
  with (fastupdate = off);

-- Long texts are cut: a tsvector holds one megabyte.
create function search_documents(product_ids integer[])
  returns table (product_id integer, words tsvector, vocabulary tsvector)
  stable language sql as $$
  select p.id,
    case when p.is_active then
      setweight(search_stems(p.name), 'A')
      || setweight(to_tsvector('simple', search_text(t.codes)), 'A')
      || setweight(search_stems(t.details), 'B')
      || setweight(search_stems(left(p.description, 20000)), 'D')
    else ''::tsvector end,
    to_tsvector('simple', search_text(concat_ws(' ', p.name, t.codes, t.details,
      left(p.description, 20000))))
  from products p
  left join brands b on b.id = p.brand_id
  left join categories c on c.id = p.category_id
  left join lateral (
    select left(string_agg(concat_ws(' ', v.sku, v.barcode), ' '), 50000) as codes,
      left(string_agg(concat_ws(' ', v.name, (
        select string_agg(a.value, ' ') from jsonb_each_text(v.attributes) a)), ' '), 50000) as names
    from product_variants v where v.product_id = p.id and v.is_active) v on true
  cross join lateral (select coalesce(v.codes, '') as codes,
    concat_ws(' ', b.name, c.name, array_to_string(p.tags, ' '), v.names) as details) t
  where p.id = any(product_ids)
$$;

-- Locks first, so that the words are read after the commit of whoever changes the same product.
create function refresh_product_search(product_ids integer[]) returns void language plpgsql as $$
begin
  perform from product_search s where s.product_id = any(product_ids) order by s.product_id for update;
  with documents as materialized (select * from search_documents(product_ids)),
  written as (
    insert into product_search (product_id, words)
    select d.product_id, d.words from documents d order by d.product_id
    on conflict on constraint product_search_pkey do update set words = excluded.words)
  insert into search_words (word)
  select distinct w.lexeme from documents d cross join unnest(d.vocabulary) w
  where length(w.lexeme) between 3 and 40 and w.lexeme ~ '[^0-9]'
    and not exists (select from search_words known where known.word = w.lexeme)
  order by 1 on conflict do nothing;
end
$$;

create function search_new_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(select id from new_rows order by id));
  return null;
end
$$;
create function search_changed_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.name, n.description, n.category_id, n.brand_id, n.tags, n.is_active)
      is distinct from (o.name, o.description, o.category_id, o.brand_id, o.tags, o.is_active)
    order by n.id));
  return null;
end
$$;
create function search_new_variants() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(select distinct product_id from new_rows order by 1));
  return null;
end
$$;
-- Costs and prices change often and are not searched.
create function search_changed_variants() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(
    select distinct touched.product_id from new_rows n join old_rows o on o.id = n.id
      cross join lateral (values (n.product_id), (o.product_id)) as touched (product_id)
    where (n.product_id, n.sku, n.name, n.barcode, n.attributes, n.is_active)
      is distinct from (o.product_id, o.sku, o.name, o.barcode, o.attributes, o.is_active)
    order by 1));
  return null;
end
$$;
create function search_removed_variants() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(select distinct product_id from old_rows order by 1));
  return null;
end
$$;
create function search_renamed_references() returns trigger language plpgsql as $$
begin
  perform refresh_product_search(array(
    select p.id from new_rows n join old_rows o on o.id = n.id
      join products p on (tg_table_name = 'brands' and p.brand_id = n.id)
        or (tg_table_name = 'categories' and p.category_id = n.id)
    where n.name <> o.name order by p.id));
  return null;
end
$$;

create trigger search_new after insert on products
  referencing new table as new_rows for each statement execute function search_new_products();
create trigger search_changed after update on products
  referencing old table as old_rows new table as new_rows
  for each statement execute function search_changed_products();
create trigger search_new after insert on product_variants
  referencing new table as new_rows for each statement execute function search_new_variants();
create trigger search_changed after update on product_variants
  referencing old table as old_rows new table as new_rows
  for each statement execute function search_changed_variants();
create trigger search_removed after delete on product_variants
  referencing old table as old_rows for each statement execute function search_removed_variants();
create trigger search_renamed after update on brands
  referencing old table as old_rows new table as new_rows
  for each statement execute function search_renamed_references();
create trigger search_renamed after update on categories
  referencing old table as old_rows new table as new_rows
  for each statement execute function search_renamed_references();
