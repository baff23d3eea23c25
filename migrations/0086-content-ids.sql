-- One register of document ids over all kinds of records, because all documents share one space of
-- names in the content system. An id keeps its kind for good; one record at a time has it.
create table content_ids (
  content_id text collate "C" primary key check (length(content_id) between 1 and 255),
  kind       text not null,
  -- Null after the record was deleted or took another id.
  record_id  text
);

-- The kind whose records have ids such as `store_<uuid>` while they are given no other.
create function default_content_kind(content_id text) returns text language sql immutable as $$
  select case
    when content_id ~ '^product_[0-9]{1,9}$' then 'product'
    when content_id ~* '^[a-z]+_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      case split_part(content_id, '_', 1)
        when 'site' then 'site'
        when 'store' then 'store'
        when 'taxJurisdiction' then 'jurisdiction'
        when 'user' then 'user'
        when 'productType' then 'product_type'
        when 'brand' then 'brand'
        when 'category' then 'category'
        when 'collection' then 'collection'
        when 'productVariant' then 'variant'
        when 'inventoryLevel' then 'level'
        when 'zone' then 'zone'
        when 'parLevelItem' then 'par_level'
        when 'paymentMethod' then 'payment_method'
        when 'saleTransaction' then 'sale'
        when 'saleLineItem' then 'sale_line'
        when 'salesReturn' then 'return'
        when 'storeCredit' then 'store_credit'
        when 'transactionPayment' then 'payment'
        when 'refund' then 'refund'
        when 'task' then 'task'
        when 'promotionalCampaign' then 'campaign'
        when 'promotion' then 'promotion'
        when 'promoCode' then 'promo_code'
        when 'abTest' then 'ab_test'
      end
  end
$$;

-- Refuses with the name of the table's own constraint, so that every writer answers it alike.
create function give_content_id() returns trigger language plpgsql as $$
declare
  own_kind text := tg_argv[0];
  id_type text := case own_kind when 'product' then 'integer' else 'uuid' end;
  default_kind text;
  taken boolean := false;
begin
  if tg_op <> 'INSERT' and old.sanity_id is not null then
    update content_ids set record_id = null
    where content_id = old.sanity_id and kind = own_kind and record_id = old.id::text;
  end if;
  if tg_op = 'DELETE' or new.sanity_id is null then
    return null;
  end if;
  default_kind := default_content_kind(new.sanity_id);
  if default_kind <> own_kind then
    taken := true;
  elsif default_kind = own_kind then
    execute format('select exists (select from %I where id = $1::%s and id <> $2::%s)',
        tg_table_name, id_type, id_type)
      into taken using substring(new.sanity_id from '_(.*)$'), new.id::text;
  end if;
  if not taken then
    insert into content_ids as given (content_id, kind, record_id)
    values (new.sanity_id, own_kind, new.id::text)
    on conflict (content_id) do update set record_id = excluded.record_id
      where given.kind = excluded.kind
        and (given.record_id is null or given.record_id = excluded.record_id);
    taken := not found;
  end if;
  if taken then
    raise exception 'the content id belongs to another record'
      using errcode = 'unique_violation', constraint = tg_table_name || '_sanity_id_key';
  end if;
  return null;
end $$;

-- Product numbers are counted up, so a document of an older installation may have the name that a
-- new product would get.
create function avoid_given_content_id() returns trigger language plpgsql as $$
begin
  if exists (select from content_ids where content_id = 'product_' || new.id) then
    new.sanity_id := 'product-' || gen_random_uuid();
  end if;
  return new;
end $$;
create trigger products_avoid_given_content_id before insert on products
  for each row when (new.sanity_id is null) execute function avoid_given_content_id();

create temporary table mirrored (kind text, name text) on commit drop;
insert into mirrored (kind, name) values
  ('site', 'sites'), ('store', 'stores'), ('jurisdiction', 'tax_jurisdictions'), ('user', 'users'),
  ('product_type', 'product_types'), ('brand', 'brands'), ('category', 'categories'),
  ('collection', 'collections'), ('product', 'products'), ('variant', 'product_variants'),
  ('level', 'inventory_levels'), ('zone', 'zones'), ('par_level', 'par_levels'),
  ('payment_method', 'payment_methods'), ('task', 'tasks'), ('campaign', 'campaigns'),
  ('promotion', 'promotions'), ('promo_code', 'promo_codes'), ('ab_test', 'ab_tests');

create temporary table claims (
  content_id text collate "C", kind text, record_id text, claimed_at timestamptz) on commit drop;

-- Of records that share an id the oldest keeps it. The others are written under an id of their own,
-- and the document of the oldest is written again, because another may have overwritten it.
do $$
declare
  mirror record;
begin
  for mirror in select kind, name from mirrored loop
    execute format(
      'insert into claims select sanity_id, %L, id::text, created_at from %I where sanity_id <> %L',
      mirror.kind, mirror.name, '');
  end loop;
  insert into content_ids (content_id, kind, record_id)
    select distinct on (content_id) content_id, kind, record_id from claims
    where coalesce(default_content_kind(content_id), kind) = kind
    order by content_id, claimed_at, kind;
  create temporary table losers on commit drop as
    select c.* from claims c where not exists (select from content_ids given
      where given.content_id = c.content_id and given.kind = c.kind);
  for mirror in select kind, name from mirrored loop
    execute format(
      'update %I t set sanity_id = null, sanity_rev = null, synced_at = null
       from losers where losers.kind = %L and losers.record_id = t.id::text',
      mirror.name, mirror.kind);
    execute format(
      'create trigger %I after insert on %I for each row when (new.sanity_id is not null)
         execute function give_content_id(%L)',
      mirror.name || '_give_content_id', mirror.name, mirror.kind);
    execute format(
      'create trigger %I after update of sanity_id on %I for each row
         when (new.sanity_id is distinct from old.sanity_id) execute function give_content_id(%L)',
      mirror.name || '_change_content_id', mirror.name, mirror.kind);
    execute format(
      'create trigger %I after delete on %I for each row when (old.sanity_id is not null)
         execute function give_content_id(%L)',
      mirror.name || '_free_content_id', mirror.name, mirror.kind);
  end loop;
  delete from content_states where document_id in (select content_id from losers);
  insert into content_changes (kind, record_id, queued_at, due_at)
    select kind, record_id, now(), now() from losers
    union select given.kind, given.record_id, now(), now()
      from content_ids given join losers using (content_id)
    on conflict do nothing;
end $$;
