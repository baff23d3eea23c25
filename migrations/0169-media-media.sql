-- An uploaded picture. Its resized files lie in the file store; `key` begins their names. `hash` is
-- of the uploaded bytes, so that the same file uploaded twice is one picture.
create table media (
  id         uuid primary key,
  hash       text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  key        text not null unique check (key ~ '^[0-9a-f]{40}$'),
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  widths     integer[] not null check (cardinality(widths) > 0),
  created_at timestamptz not null default now()
);
