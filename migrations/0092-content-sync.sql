-- The state of the exchange with the content system leaves the business records: a push no longer
-- writes or locks a sale, a payment or a stock level. `sanity_id` stays with its record.
create table content_sync (
  kind      text not null,
  record_id text not null,
  -- The last known revision of the document.
  rev       text,
  synced_at timestamptz not null,
  primary key (kind, record_id)
);

create temporary table mirrored (kind text, name text, is_shared boolean) on commit drop;
insert into mirrored (kind, name, is_shared) values
  ('site', 'sites', true), ('store', 'stores', true), ('jurisdiction', 'tax_jurisdictions', true),
  ('user', 'users', true), ('product_type', 'product_types', true), ('brand', 'brands', true),
  ('category', 'categories', true), ('collection', 'collections', true),
  ('product', 'products', true), ('variant', 'product_variants', true),
  ('level', 'inventory_levels', true), ('zone', 'zones', true), ('par_level', 'par_levels', true),
  ('payment_method', 'payment_methods', true), ('campaign', 'campaigns', true),
  ('promotion', 'promotions', true), ('promo_code', 'promo_codes', true),
  ('ab_test', 'ab_tests', true), ('task', 'tasks', false), ('sale', 'transactions', false),
  ('return', 'returns', false), ('store_credit', 'store_credits', false),
  ('payment', 'payments', false), ('refund', 'refunds', false);

-- The copies of sales, payments and tasks in the built-in store go: nobody edits them there, and the
-- built-in store is no longer a mirror unless it is configured as one. What the records themselves
-- know is in `sanity_id` and, for a connected content system, in `content_sync`.
do $$
declare
  copies constant text[] := array['salesTransaction', 'salesReturn', 'storeCredit', 'transactionPayment',
    'refund', 'task'];
  was_built_in boolean := exists (select from content_documents where document_type = any(copies));
  mirror record;
begin
  for mirror in select * from mirrored where is_shared or not was_built_in loop
    execute format(
      'insert into content_sync (kind, record_id, rev, synced_at)
       select %L, id::text, sanity_rev, synced_at from %I where synced_at is not null',
      mirror.kind, mirror.name);
  end loop;
  for mirror in select * from mirrored loop
    execute format('alter table %I drop column synced_at, drop column sanity_rev', mirror.name);
  end loop;
  if was_built_in then
    create temporary table kept_documents on commit drop as
      select * from content_documents where document_type <> all(copies);
    truncate content_documents;
    insert into content_documents select * from kept_documents;
    create temporary table kept_revisions on commit drop as
      select * from content_revisions where document_type <> all(copies);
    truncate content_revisions;
    insert into content_revisions overriding system value select * from kept_revisions;
  end if;
end $$;

-- The log of writes has one row per request instead of one per document.
alter table content_mutations rename to content_mutations_before;
create table content_mutations (
  -- The revision id that was chosen for the documents of the request.
  rev         text primary key,
  saved_ids   text[] not null default '{}',
  deleted_ids text[] not null default '{}',
  status      text not null check (status in ('started', 'succeeded', 'failed', 'retried')),
  error       text,
  started_at  timestamptz not null,
  finished_at timestamptz
);
insert into content_mutations (rev, saved_ids, deleted_ids, status, error, started_at, finished_at)
  select rev, coalesce(array_agg(document_id) filter (where operation = 'save'), '{}'),
    coalesce(array_agg(document_id) filter (where operation = 'delete'), '{}'),
    max(status), max(error), min(started_at), max(finished_at)
  from content_mutations_before group by rev;
drop table content_mutations_before;
create index content_mutations_finished on content_mutations (finished_at);
create index content_mutations_started on content_mutations (started_at);
create index content_mutations_running on content_mutations (started_at) where status = 'started';
-- Deletions are rare, so the index costs a push nothing.
create index content_mutations_deleted on content_mutations using gin (deleted_ids)
  where deleted_ids <> '{}';
