-- Where records are mirrored to, and how far the push of all records to it has come. One row.
create table content_mirror (
  id          integer primary key default 1 check (id = 1),
  -- The content system that `content_sync` and `content_states` are about; null: not known yet.
  target      text,
  -- False while no content system is configured: changes are not queued.
  is_active   boolean not null default false,
  started_at  timestamptz,
  finished_at timestamptz,
  -- Records of this kind after this id are still to be queued; no kind: all are queued.
  kind        text,
  after_id    text,
  total       integer not null default 0,
  queued      integer not null default 0,
  -- When the last record was queued.
  queued_at   timestamptz,
  due_at      timestamptz not null default now(),
  lease_until timestamptz,
  attempts    integer not null default 0,
  error       text
);

-- Until now the built-in store was the mirror of an installation without a content system.
insert into content_mirror (target)
  select case when exists (select from content_documents) then 'built-in' end;
delete from content_changes where exists (select from content_mirror where target = 'built-in');
