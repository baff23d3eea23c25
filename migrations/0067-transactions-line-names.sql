-- A receipt of last year names what was sold then, whatever the catalogue calls it now. Empty in lines
-- that a node of the release before still writes during the upgrade; such a line is shown by its `name`.
alter table transaction_lines
  add column product_name text not null default '',
  add column variant_name text not null default '';
