-- Words that mean the same to shoppers. `terms` are written as `search_text` writes them.
create table search_synonyms (
  id         uuid primary key,
  terms      text[] not null check (cardinality(terms) between 2 and 20),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Searches of the shop that found nothing, one row for each text and store.
create table search_misses (
  id        uuid primary key,
  store_id  uuid references stores (id) on delete cascade,
  text      text not null check (length(text) between 1 and 100),
  searches  integer not null default 1 check (searches > 0),
  first_at  timestamptz not null,
  last_at   timestamptz not null
);
create unique index search_misses_text on search_misses (text, store_id) nulls not distinct;
create index search_misses_last on search_misses (last_at);
