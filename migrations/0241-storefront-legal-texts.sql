-- Texts that a shop must publish. A store without a row shows the default text of the kind.
create table legal_texts (
  store_id   uuid not null references stores (id) on delete cascade,
  kind       text not null check (kind in ('imprint', 'terms', 'privacy', 'returns')),
  language   text not null check (language in ('en', 'de')),
  body       text not null check (length(body) between 1 and 50000),
  updated_at timestamptz not null default now(),
  primary key (store_id, kind, language)
);
-- Nodes drop their pages of the shop.
create constraint trigger raises_reference_version after insert or update or delete on legal_texts
  deferrable initially deferred for each row execute function raise_reference_version();
