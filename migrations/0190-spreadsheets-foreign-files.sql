-- Files of other systems (Shopify, WooCommerce, Square) besides our own, and one undo per import.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check
  check (kind in ('products', 'inventory_levels', 'prices', 'shopify', 'woocommerce', 'square'));
alter table imports
  add column file_name        text not null default '' check (length(file_name) <= 255),
  -- Of a file of another system: the store whose stock it sets, by the name of the location there; the
  -- name is empty in files that have one stock only.
  add column locations        jsonb not null default '{}',
  -- Rows by action, once the import has finished.
  add column counts           jsonb,
  -- What the importer should know about the whole file, such as a location without a store.
  add column notes            text[] not null default '{}',
  add column undo_status      text check (undo_status in ('queued', 'running', 'completed', 'failed')),
  add column undo_started_at  timestamptz,
  add column undo_finished_at timestamptz;

-- `changes`: what the row created and changed, with the values before, for the undo. `kept`: null until
-- the undo has processed the row, then the records that it left as they are.
alter table import_rows
  add column changes jsonb,
  add column kept    jsonb;
create index import_rows_to_undo on import_rows (import_id, row_number) where changes is not null;
